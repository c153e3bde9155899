//! Rows that are reduced by the lanes of scans, filters and reductions, which a thread computes each, or
//! counted to say how long appended rows are. If rows are long, other entries compute them before, by teams,
//! and leave the results in memory, where the lanes find them.
//!
//! ```text
//! f32 t;
//! if (precomputed_rows) {
//!     t = precomputed_rows[at].v0;
//! } else {
//!     t = 0.0f;
//!     for (usize i = 0; i < length; i += 1) { … }
//! }
//! ```

use accel_abi::EntryKind;

use super::context::Context;
use super::lane::{Destination, Place, Writer};
use super::methods::Methods;
use super::product::Product;
use super::team::entries_of_teams;
use super::text::{CppExpression, Lines};
use crate::core::{Soac, Var, VarMap};
use crate::plan::schedule::device::PrecomputedRows;

impl Writer<'_> {
    /// The type of the values that are precomputed for a lane.
    pub(super) fn declare_precomputed_rows(&self, lines: &mut Lines) {
        if let Some(rows) = &self.schedule.precomputed_rows {
            self.row_values(rows).declare(lines);
        }
    }

    fn row_values(&self, rows: &PrecomputedRows) -> Product {
        let types = rows.values.iter().map(|value| self.variables.ty(*value).element());
        Product::filled("row_values", types.collect())
    }

    /// Takes the results of a row's reduction, if they have been precomputed; the code up to the next
    /// closing brace computes them otherwise. Returns true if there is such a brace.
    pub(super) fn take_precomputed_row(&mut self, binds: &[Var], context: Context) -> bool {
        let Some(PrecomputedRows { values, .. }) = context.precomputed_rows else { return false };
        let position = |bind: &Var| values.iter().position(|value| value == bind);
        // The values that a row keeps are not needed if only its length is.
        let nowhere = |bind: &Var| {
            self.destinations.get(bind).is_some_and(|destination| !destination.is_stored())
        };
        let binds: Vec<Var> = binds.iter().copied().filter(|bind| !nowhere(bind)).collect();
        let positions: Option<Vec<usize>> = binds.iter().map(position).collect();
        // A statement that binds nothing is a check.
        let Some(positions) = positions.filter(|positions| !positions.is_empty()) else {
            return false;
        };
        self.declare(&binds);
        self.lines.open("if (precomputed_rows)");
        let found = |position| CppExpression::whole(format!("precomputed_rows[at].v{position}"));
        let values: Vec<CppExpression> = positions.into_iter().map(found).collect();
        self.assign(&binds, &values);
        self.lines.otherwise();
        true
    }

    /// The method that computes rows before the lanes, and its entries.
    pub(super) fn precomputed_rows(&mut self, soac: &Soac, name: &str, methods: &mut Methods) {
        let Some(rows) = &self.schedule.precomputed_rows else { return };
        let product = self.row_values(rows);
        let body = rows.body(soac, self.variables);
        self.destinations = VarMap::default();
        for bind in body.iter().flat_map(|statement| &statement.binds) {
            if !self.variables.ty(*bind).is_scalar() {
                self.destinations
                    .insert(*bind, Destination { array: String::new(), place: Place::Nowhere });
            }
        }
        self.point(soac);
        let context = Context { distribution: Some(&rows.distribution), ..Context::default() };
        self.statements(&body, context);
        self.lines.open("if (team.number() == 0)");
        self.lines.line("row_values own = {};");
        for (place, value) in product.of("own").iter().zip(&rows.values) {
            let value = self.name(*value);
            self.lines.line(format!("{place} = {value};"));
        }
        self.lines.line("precomputed_rows[at] = own;");
        self.lines.close("");
        self.lines.line("return true;");
        methods.lines.line("template <class Team>");
        let parameters = "const Team& team, const usize at, failure* failed";
        self.method(&format!("bool rows({parameters}) const"), &mut methods.lines);
        let own = format!("{name}_kernel");
        let lanes = format!("rows_of<{own}>");
        let entry = |team| EntryKind::PrecomputedRows(team).name(name);
        methods.entries.append(entries_of_teams(&entry, &own, &lanes, &rows.distribution));
    }
}
