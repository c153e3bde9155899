//! Rows that are reduced by the lanes of scans, filters and reductions, which a thread computes each, or
//! counted to say how long appended rows are: where rows are long, other entries compute them before,
//! by teams, and leave what they give in memory, where the lanes find it.
//!
//! ```text
//! f32 t;
//! if (rows_ahead) {
//!     t = rows_ahead[at].v0;
//! } else {
//!     t = 0.0f;
//!     for (usize i = 0; i < length; i += 1) { … }
//! }
//! ```

use super::ahead::slice_ahead;
use super::dealing;
use super::kernel::Methods;
use super::lane::{Place, Sink, Writer, Written};
use super::product::Product;
use super::team::Shares;
use super::text::{Code, Lines};
use crate::core::{Atom, Expression, Output, Soac, Statement, Var, VarMap, Variables};

/// How rows are computed ahead of the lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rows {
    /// How many bytes the values of a lane take.
    pub bytes: usize,
    /// How several blocks compute the rows of a lane.
    pub shares: Shares,
}

/// What is computed ahead.
pub(super) struct RowsAhead {
    /// The statements of the lane that do it.
    body: Vec<Statement>,
    /// What they give.
    values: Vec<Var>,
}

impl RowsAhead {
    /// The rows of a lane that teams can reduce or count, also in branches; nothing if there are none.
    /// Where lanes append rows, those matter that say how long they are.
    pub(super) fn of(soac: &Soac, variables: &Variables) -> Option<RowsAhead> {
        if soac.is_sequential_inside() {
            return None;
        }
        let lengths: Vec<Atom> = soac.outputs.iter().filter_map(length_of_appended).collect();
        let body = part_of(&soac.body, variables, &lengths);
        let counted = |statement: &Statement| match &statement.expression {
            Expression::Soac(row) if lengths.is_empty() => dealing::is_reduced(row, variables),
            Expression::Soac(row) => dealing::is_counted(row, &statement.binds, soac, variables),
            Expression::If(_) => {
                dealing::is_plain(statement, variables)
                    && !dealing::rows(std::slice::from_ref(statement), variables).is_empty()
            }
            _ => false,
        };
        let with_rows = body.iter().filter(|statement| counted(statement));
        let binds = with_rows.flat_map(|statement| statement.binds.iter().copied());
        let values: Vec<Var> = binds.filter(|bind| variables.ty(*bind).is_scalar()).collect();
        if values.is_empty() {
            return None;
        }
        let needed: Vec<Atom> = values.iter().copied().map(Atom::Var).collect();
        let body = part_of(&body, variables, &needed);
        let fits = body.iter().all(|statement| match &statement.expression {
            Expression::Soac(_) => counted(statement),
            _ => dealing::is_plain(statement, variables),
        });
        (fits && !dealing::repeats(&body, variables)).then_some(RowsAhead { body, values })
    }

    fn product(&self, variables: &Variables) -> Product {
        let types = self.values.iter().map(|value| variables.ty(*value).element()).collect();
        Product::filled("row_values", types)
    }
}

/// The statements that give these values; all of them if there are none.
fn part_of(body: &[Statement], variables: &Variables, values: &[Atom]) -> Vec<Statement> {
    let slice = slice_ahead(body, variables, values);
    let numbered = body.iter().enumerate();
    let needed = numbered.filter(|(at, _)| values.is_empty() || slice.contains(at));
    needed.map(|(_, statement)| statement.clone()).collect()
}

/// How long a row is that lanes append.
fn length_of_appended(output: &Output) -> Option<Atom> {
    match output {
        Output::Append { length, .. } => Some(*length),
        _ => None,
    }
}

impl Writer<'_> {
    /// The type of what is computed ahead for a lane.
    pub(super) fn declare_rows_ahead(&self, lines: &mut Lines) {
        if let Some(rows) = &self.rows_ahead {
            rows.product(self.variables).declare(lines);
        }
    }

    /// What the reduction of a row gives, if it has been computed ahead; what follows up to the next
    /// closing brace computes it otherwise. Says whether there is such a brace.
    pub(super) fn take_row_ahead(&mut self, binds: &[Var]) -> Written<bool> {
        let Some(RowsAhead { values, .. }) = &self.rows_ahead else { return Ok(false) };
        let position = |bind: &Var| values.iter().position(|value| value == bind);
        // What a row keeps is not wanted where only its length is.
        let nowhere = |bind: &Var| self.sinks.get(bind).is_some_and(|sink| !sink.is_stored());
        let binds: Vec<Var> = binds.iter().copied().filter(|bind| !nowhere(bind)).collect();
        let positions: Option<Vec<usize>> = binds.iter().map(position).collect();
        // What binds nothing is a check.
        let Some(positions) = positions.filter(|positions| !positions.is_empty()) else {
            return Ok(false);
        };
        self.declare(&binds);
        self.lines.open("if (rows_ahead)");
        let found = |position| Code::whole(format!("rows_ahead[at].v{position}"));
        let values: Vec<Code> = positions.into_iter().map(found).collect();
        self.assign(&binds, &values);
        self.lines.otherwise();
        Ok(true)
    }

    /// The method that computes rows ahead, and its entries.
    pub(super) fn rows_ahead(
        &mut self,
        soac: &Soac,
        name: &str,
        methods: &mut Methods,
    ) -> Written<Option<Rows>> {
        let Some(rows) = self.rows_ahead.take() else { return Ok(None) };
        let product = rows.product(self.variables);
        self.sinks = VarMap::default();
        for bind in rows.body.iter().flat_map(|statement| &statement.binds) {
            if !self.variables.ty(*bind).is_scalar() {
                self.sinks.insert(*bind, Sink { array: String::new(), place: Place::Nowhere });
            }
        }
        let uneven = dealing::is_uneven(&rows.body, soac, self.variables);
        let by_teams = std::mem::replace(&mut self.by_teams, true);
        let shares = std::mem::replace(&mut self.shares, Shares { uneven, ..Shares::default() });
        self.point(soac);
        self.statements(&rows.body)?;
        self.by_teams = by_teams;
        self.lines.open("if (team.number() == 0)");
        self.lines.line("row_values own = {};");
        for (place, value) in product.of("own").iter().zip(&rows.values) {
            let value = self.name(*value);
            self.lines.line(format!("{place} = {value};"));
        }
        self.lines.line("rows_ahead[at] = own;");
        self.lines.close("");
        self.lines.line("return true;");
        methods.lines.line("template <class Team>");
        let parameters = "const Team& team, const usize at, failure* failed";
        self.method(&format!("bool rows({parameters}) const"), &mut methods.lines);
        let (own, name) = (format!("{name}_kernel"), format!("{name}_rows"));
        let lanes = format!("rows_of<{own}>");
        methods.entries.append(self.entries_of_teams(&name, &own, &lanes));
        let shares = std::mem::replace(&mut self.shares, shares);
        Ok(Some(Rows { bytes: product.bytes(), shares }))
    }
}
