//! Scans: a lane falls into the statements before its running combinations and those after. The second part
//! computes the values again that it needs of the first: mostly these were read, and are read from the cache
//! then.

use accel_abi::constants::THREADS;

use super::context::Context;
use super::lane::Writer;
use super::methods::{Methods, head};
use super::product::Product;
use super::reductions::Reductions;
use super::text::Lines;
use crate::core::visit::scans_of;
use crate::core::{Atom, ScalarType, Soac, Var, Variables};
use crate::plan::schedule::device::{Scans, scanned_values, suffix_slice};

impl Writer<'_> {
    /// The methods of a scan, and its entries.
    pub(super) fn scan(&mut self, soac: &Soac, binds: &[Var], name: &str) -> Methods {
        let scans = scans_of(soac);
        let values = scanned_values(&scans);
        let state = scan_state_of(&scans, 0, self.variables);
        let reductions = Reductions::of(soac, self);
        let mut lines = Lines::inside();
        state.declare_shuffled(&mut lines);
        let is_float = |value: &Atom| self.variables.element(*value).is_float();
        let exact = !values.iter().any(is_float);
        lines.line(format!("static constexpr bool exact = {exact};"));
        self.declare_unroll_factor(&mut lines);
        lines.line("");
        reductions.declare_if_any(self, &mut lines);
        let unrolled = self.schedule.unroll_factor > 1;
        let context = Context::of_lanes(self.schedule);
        self.lane_prefix(soac, &values, context.with_batched_reads(unrolled));
        self.give_combined(&values, &state);
        self.method(
            "bool before(const usize at, scan_state& own, failure* failed) const",
            &mut lines,
        );
        self.continued(&scans, &state, Context::default());
        self.method(
            "scan_state continued(const scan_state& left, const scan_state& right) const",
            &mut lines,
        );
        self.lines.line("scan_state first = {};");
        self.initial(&scans, "first");
        self.lines.line("return first;");
        self.method("scan_state initial() const", &mut lines);
        self.stand_for_combined(&scans, &state);
        self.lane(soac, binds, &suffix_slice(soac, &scans, self.variables), context);
        reductions.give(self);
        self.lines.line("return true;");
        let signature = "bool after(const usize at, const scan_state& before, const scan_state& with, \
                         value& own, failure* failed) const";
        self.method(signature, &mut lines);
        let own = format!("{name}_kernel");
        let lanes_of_thread = self.lanes_of_thread();
        let mut entries = Lines::default();
        entries.open(format!(
            "{} {name}({own} kernel, usize count, u8* room, partial<{own}::value>* partials, \
             failure* failed)",
            head()
        ));
        entries.line(format!(
            "scan<{own}, {THREADS}, {lanes_of_thread}>(kernel, count, room, partials, failed);"
        ));
        entries.close("");
        reductions.partials_entry(name, &mut entries);
        Methods { lines, entries }
    }

    /// Writes the values of a lane that are combined.
    pub(super) fn give_combined(&mut self, values: &[Atom], state: &Product) {
        for (field, value) in state.of("own").iter().zip(values) {
            let value = self.code(*value);
            self.lines.line(format!("{field} = {value};"));
        }
        self.lines.line("return true;");
    }

    /// Writes the combination of two values.
    pub(super) fn continued(&mut self, scans: &Scans, state: &Product, context: Context) {
        self.lines.line("scan_state both = left;");
        let (mut left, mut right) = (state.of("left").into_iter(), state.of("right").into_iter());
        let mut both = state.of("both").into_iter();
        for (scan, _) in scans {
            let count = scan.values.len();
            let left: Vec<_> = left.by_ref().take(count).collect();
            let right: Vec<_> = right.by_ref().take(count).collect();
            let results = self.apply(&scan.operator, &left, &right, context);
            for (result, field) in results.into_iter().zip(both.by_ref()) {
                self.lines.line(format!("{field} = {result};"));
            }
        }
        for ((left, right), both) in left.zip(right).zip(both) {
            self.lines.line(format!("{both} = {left} + {right};"));
        }
        self.lines.line("return both;");
    }

    /// Writes the values with which the combinations begin.
    pub(super) fn initial(&mut self, scans: &Scans, to: &str) {
        for (position, atom) in scans.iter().flat_map(|(scan, _)| &scan.initial).enumerate() {
            let initial = self.code(*atom);
            self.lines.line(format!("{to}.v{position} = {initial};"));
        }
    }

    /// The rest of a lane knows the values that were combined before it and with it.
    pub(super) fn stand_for_combined(&mut self, scans: &Scans, state: &Product) {
        let (mut before, mut with) = (state.of("before").into_iter(), state.of("with").into_iter());
        for (scan, bound) in scans {
            for (bind, (before, with)) in bound.iter().zip(before.by_ref().zip(with.by_ref())) {
                self.stand_for(*bind, if scan.exclusive { before } else { with });
            }
        }
    }
}

/// The type of the values that are combined, and of so many counts.
pub(super) fn scan_state_of(scans: &Scans, counts: usize, variables: &Variables) -> Product {
    let values = scanned_values(scans);
    let types = values.iter().map(|value| variables.element(*value));
    let counts = std::iter::repeat_n(ScalarType::Usize, counts);
    Product::filled("scan_state", types.chain(counts).collect())
}
