//! Lanes that write to arrays anywhere, or combine values into them.

use accel_abi::EntryKind;

use super::context::Context;
use super::lane::Writer;
use super::methods::{Methods, head};
use super::scalar;
use super::text::CppExpression;
use crate::analysis::identity_of;
use crate::core::visit::outputs_with_binds;
use crate::core::{Atom, Lambda, Output, Soac, Var};
use crate::plan::schedule::device::{Combining, atomic_operations, shares_places};

impl Writer<'_> {
    /// The fields for the arrays that lanes write to anywhere: columns, and who writes
    /// to their places where there are several.
    pub(super) fn targets(&mut self, soac: &Soac, binds: &[Var]) -> Vec<String> {
        let mut fields = Vec::new();
        for (output, own) in outputs_with_binds(soac, binds) {
            let (Output::Scatter { .. } | Output::Combine { .. }) = output else { continue };
            for column in own {
                let (name, ty) = (self.name(*column), self.variables.ty(*column));
                fields.push(format!("{}* {name}", ty.element().name()));
            }
            if shares_places(output) {
                fields.push(format!("u64* {}", self.claims(own[0])));
            }
        }
        fields
    }

    /// The array of the lanes that write to the places which several columns share.
    fn claims(&mut self, column: Var) -> String {
        self.names.derived(column, "claims", self.variables)
    }

    /// The method of a lane that claims places, and its entry, if the lanes have to.
    pub(super) fn claim(&mut self, soac: &Soac, binds: &[Var], name: &str, methods: &mut Methods) {
        if !self.schedule.claims {
            return;
        }
        let needed = soac.outputs.iter().filter(|output| shares_places(output));
        let needed = needed.flat_map(|output| match output {
            Output::Scatter { index, when, .. } => when.iter().chain([index]).copied().collect(),
            _ => Vec::new(),
        });
        let needed: Vec<Atom> = needed.collect();
        self.lane_prefix(soac, &needed, Context::of_lanes(self.schedule));
        for (output, own) in outputs_with_binds(soac, binds) {
            let Output::Scatter { index, when, .. } = output else { continue };
            if !shares_places(output) {
                continue;
            }
            let (claims, index) = (self.claims(own[0]), self.code(*index));
            let claim = format!("::claim_place({claims}, {index}, at);");
            let when = when.map(|when| self.code(when).operand());
            self.lines.line(match when {
                Some(when) => format!("if ({when}) {claim}"),
                None => claim,
            });
        }
        self.lines.line("return true;");
        methods.lines.line("");
        self.method("bool claim(const usize at, failure* failed) const", &mut methods.lines);
        let (own, entry) = (format!("{name}_kernel"), EntryKind::Claims.name(name));
        methods
            .entries
            .open(format!("{} {entry}({own} kernel, usize count, failure* failed)", head()));
        methods.entries.line("claim(kernel, count, failed);");
        methods.entries.close("");
    }

    /// Writes the stores of a lane to places that it computes.
    pub(super) fn write_anywhere(&mut self, soac: &Soac, binds: &[Var], context: Context) {
        for (output, own) in outputs_with_binds(soac, binds) {
            let (Output::Scatter { index, values, when, .. }
            | Output::Combine { index, values, when, .. }) = output
            else {
                continue;
            };
            if self.schedule.combining == Some(Combining::InOrder) {
                continue;
            }
            if let Some(when) = when {
                let when = self.code(*when);
                self.lines.open(format!("if ({when})"));
            }
            match output {
                Output::Combine { operator, .. } => {
                    let (index, values) = (self.code(*index), self.codes(values));
                    self.combine_at(own, &index, &values, operator, context);
                }
                _ => self.scatter(own, *index, values),
            }
            if when.is_some() {
                self.lines.close("");
            }
        }
    }

    fn scatter(&mut self, columns: &[Var], index: Atom, values: &[Atom]) {
        let index = self.code(index);
        if let ([column], [value]) = (columns, values) {
            let (name, value) = (self.name(*column), self.code(*value));
            let place = CppExpression::binary(&CppExpression::whole(name), "+", &index);
            return self.lines.line(format!("{};", CppExpression::call("put", &[&place, &value])));
        }
        let claims = self.claims(columns[0]);
        self.lines.open(format!("if (::has_claimed({claims}, {index}, at))"));
        for (column, value) in columns.iter().zip(values) {
            let (name, value) = (self.name(*column), self.code(*value));
            self.lines.line(format!("{name}[{index}] = {value};"));
        }
        self.lines.close("");
    }

    /// Combines these values into the places with an index.
    fn combine_at(
        &mut self,
        columns: &[Var],
        index: &CppExpression,
        values: &[CppExpression],
        operator: &Lambda,
        context: Context,
    ) {
        let atomic = atomic_operations(operator, self.variables);
        let places: Vec<CppExpression> = columns
            .iter()
            .map(|column| {
                CppExpression::binary(&CppExpression::whole(self.name(*column)), "+", index)
            })
            .collect();
        if let Some(atomic) = atomic {
            // Components that need no other are combined one after the other.
            for ((atomic, place), value) in atomic.into_iter().zip(&places).zip(values) {
                self.lines.line(format!("{};", CppExpression::call(atomic, &[place, value])));
            }
            return;
        }
        let ([place], [value]) = (&places[..], values) else {
            unreachable!("products are combined in the order of lanes");
        };
        let element = self.variables.ty(columns[0]).element().name();
        let old = self.names.fresh("old");
        self.lines.open(format!("::combine_at({place}, [&](const {element} {old}) -> {element}"));
        let result = self
            .apply(operator, &[CppExpression::whole(old)], std::slice::from_ref(value), context)
            .remove(0);
        self.lines.line(format!("return {result};"));
        self.lines.close(");");
    }

    /// Adds an entry whose blocks combine into bins of their own, in shared memory.
    pub(super) fn bins(&mut self, soac: &Soac, binds: &[Var], name: &str, methods: &mut Methods) {
        let [Output::Combine { operator, .. }] = &soac.outputs[..] else { return };
        let identity = identity_of(operator, self.variables).unwrap_or_default();
        let elements: Vec<_> =
            binds.iter().map(|bind| self.variables.ty(*bind).element()).collect();
        let own = format!("{name}_kernel");
        let lines = &mut methods.lines;
        lines.line("");
        lines.line("// The same with bins.");
        self.lines.line(format!("{own} with = *this;"));
        let mut widest_first: Vec<usize> = (0..binds.len()).collect();
        widest_first.sort_by_key(|column| std::cmp::Reverse(elements[*column].bytes()));
        for column in widest_first {
            let (column, element) = (self.name(binds[column]), elements[column].name());
            self.lines.line(format!("with.{column} = ({element}*)room;"));
            self.lines.line(format!("room += length * sizeof({element});"));
        }
        self.lines.line("return with;");
        self.method(&format!("{own} with_bins(u8* room, const usize length) const"), lines);
        for (column, identity) in binds.iter().zip(&identity) {
            let (column, identity) = (self.name(*column), scalar::constant(*identity));
            self.lines.line(format!("{column}[at] = {identity};"));
        }
        self.method("void clear_bin(const usize at) const", lines);
        let values: Vec<CppExpression> = binds
            .iter()
            .map(|column| CppExpression::whole(format!("with.{}[at]", self.name(*column))))
            .collect();
        self.combine_at(binds, &CppExpression::whole("at"), &values, operator, Context::default());
        self.method(&format!("void take_bin(const {own}& with, const usize at) const"), lines);
        let (head, entry) = (head(), EntryKind::Bins.name(name));
        methods.entries.open(format!(
            "{head} {entry}({own} kernel, usize count, usize length, failure* failed)"
        ));
        methods.entries.line("combine_in_bins(kernel, count, length, failed);");
        methods.entries.close("");
    }
}
