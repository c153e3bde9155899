//! Lanes that combine values into places in the order of the lanes: floats, whose bits another order
//! could change, and products that are combined as a whole.

use accel_abi::EntryKind;

use super::context::Context;
use super::lane::Writer;
use super::methods::{Methods, head};
use super::product::Product;
use super::text::Lines;
use crate::core::{Atom, Output, Soac, Var};

impl Writer<'_> {
    /// The methods and the entries of a kernel that combines in order: the place and the values that a lane
    /// combines, the combination of two values, and that of a value with its place.
    pub(super) fn sort_then_combine(&mut self, soac: &Soac, binds: &[Var], name: &str) -> Methods {
        let [Output::Combine { index, values, when, operator, .. }] = &soac.outputs[..] else {
            unreachable!("lanes combine into one array");
        };
        let types = values.iter().map(|value| self.variables.element(*value)).collect();
        // The values lie in memory between launches.
        let product = Product::filled("value", types);
        let mut lines = Lines::inside();
        product.declare(&mut lines);
        self.lines.line("value both = left;");
        let [left, right] = ["left", "right"].map(|side| product.of(side));
        let results = self.apply(operator, &left, &right, Context::default());
        for (both, result) in product.of("both").iter().zip(results) {
            self.lines.line(format!("{both} = {result};"));
        }
        self.lines.line("return both;");
        self.method("value combine(const value& left, const value& right) const", &mut lines);

        let columns: Vec<String> = binds.iter().map(|column| self.name(*column)).collect();
        self.lines.line("value old = from;");
        for (field, column) in product.of("old").iter().zip(&columns) {
            self.lines.line(format!("{field} = {column}[at];"));
        }
        self.lines.line("old = combine(old, from);");
        for (field, column) in product.of("old").iter().zip(&columns) {
            self.lines.line(format!("{column}[at] = {field};"));
        }
        self.method("void take(const usize at, const value& from) const", &mut lines);

        let needed: Vec<Atom> = when.iter().chain([index]).copied().collect();
        let context = Context::of_lanes(self.schedule);
        self.lane_prefix(soac, &needed, context);
        let to = format!("to = (u32){};", self.code(*index).operand());
        let when = when.map(|when| self.code(when).operand());
        self.lines.line(match when {
            Some(when) => format!("if ({when}) {to}"),
            None => to,
        });
        self.lines.line("return true;");
        self.method("bool place(const usize at, u32& to, failure* failed) const", &mut lines);

        self.lane(soac, binds, &soac.body, context);
        for (field, value) in product.of("own").iter().zip(values) {
            let value = self.code(*value);
            self.lines.line(format!("{field} = {value};"));
        }
        self.lines.line("return true;");
        self.method("bool lane(const usize at, value& own, failure* failed) const", &mut lines);
        Methods { lines, entries: entries(name) }
    }
}

fn entries(name: &str) -> Lines {
    let (own, head) = (format!("{name}_kernel"), head());
    let [places, ends] = [EntryKind::Places, EntryKind::Ends].map(|kind| kind.name(name));
    let mut entries = Lines::default();
    entries
        .open(format!("{head} {places}({own} kernel, usize count, u32* places, failure* failed)"));
    entries.line("name_places(kernel, count, places, failed);");
    entries.close("");
    entries.line("");
    entries.open(format!(
        "{head} {name}({own} kernel, usize count, usize part, const u32* places, const u32* order, \
         u32* places_to, {own}::value* values_to, failure* failed)"
    ));
    entries.line(
        "combine_in_order(kernel, count, part, places, order, places_to, values_to, failed);",
    );
    entries.close("");
    entries.line("");
    entries.open(format!(
        "{head} {ends}({own} kernel, usize count, usize part, const u32* places, \
         const {own}::value* values, u32* places_to, {own}::value* values_to, failure* failed)"
    ));
    entries
        .line("combine_ends(kernel, count, part, places, values, places_to, values_to, failed);");
    entries.close("");
    entries
}
