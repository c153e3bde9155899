//! Lanes that write to arrays anywhere, or combine values into them.

use super::Unsupported;
use super::kernel::{Methods, head};
use super::lane::{Writer, Written};
use super::scalar;
use super::text::Code;
use crate::core::visit::outputs_with_binds;
use crate::core::{Atom, Lambda, Operation, Output, ScalarType, Soac, Var};
use crate::passes::{Component, components, neutral};

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

    /// Who writes to the places that several columns share.
    fn claims(&mut self, column: Var) -> String {
        if let Some(claims) = self.claims_of.get(&column) {
            return claims.clone();
        }
        let wanted = format!("{}_claims", self.name(column));
        let claims = self.names.fresh(&wanted);
        self.claims_of.insert(column, claims.clone());
        claims
    }

    /// The method of a lane that claims places, and its entry, if the lanes have to.
    pub(super) fn claim(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        name: &str,
        methods: &mut Methods,
    ) -> Written<()> {
        if !claims(soac) {
            return Ok(());
        }
        let needed = soac.outputs.iter().filter(|output| shares_places(output));
        let needed = needed.flat_map(|output| match output {
            Output::Scatter { index, when, .. } => when.iter().chain([index]).copied().collect(),
            _ => Vec::new(),
        });
        self.ahead(soac, &needed.collect::<Vec<Atom>>())?;
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
        let own = format!("{name}_kernel");
        methods
            .entries
            .open(format!("{} {name}_claim({own} kernel, usize count, failure* failed)", head()));
        methods.entries.line("claim(kernel, count, failed);");
        methods.entries.close("");
        Ok(())
    }

    /// What a lane writes anywhere.
    pub(super) fn write_anywhere(&mut self, soac: &Soac, binds: &[Var]) -> Written<()> {
        for (output, own) in outputs_with_binds(soac, binds) {
            let (Output::Scatter { index, values, when, .. }
            | Output::Combine { index, values, when, .. }) = output
            else {
                continue;
            };
            if values.iter().any(|value| !self.variables.atom_type(*value).is_scalar()) {
                return Err(Unsupported("rows are scattered"));
            }
            if self.combines_in_order(soac) {
                continue;
            }
            if let Some(when) = when {
                let when = self.code(*when);
                self.lines.open(format!("if ({when})"));
            }
            match output {
                Output::Combine { operator, .. } => {
                    let (index, values) = (self.code(*index), self.codes(values));
                    self.combine_at(own, &index, &values, operator)?;
                }
                _ => self.scatter(own, *index, values),
            }
            if when.is_some() {
                self.lines.close("");
            }
        }
        Ok(())
    }

    fn scatter(&mut self, columns: &[Var], index: Atom, values: &[Atom]) {
        let index = self.code(index);
        if let ([column], [value]) = (columns, values) {
            let (name, value) = (self.name(*column), self.code(*value));
            let place = Code::binary(&Code::whole(name), "+", &index);
            return self.lines.line(format!("{};", Code::call("put", &[&place, &value])));
        }
        let claims = self.claims(columns[0]);
        self.lines.open(format!("if (::has_claimed({claims}, {index}, at))"));
        for (column, value) in columns.iter().zip(values) {
            let (name, value) = (self.name(*column), self.code(*value));
            self.lines.line(format!("{name}[{index}] = {value};"));
        }
        self.lines.close("");
    }

    /// Whether the order in which values are combined cannot change a bit, and each of them is taken at
    /// once.
    pub(super) fn combines_in_any_order(&self, values: &[Atom], operator: &Lambda) -> bool {
        let known = components(operator, self.variables);
        let exact = |ty: ScalarType| match &known {
            _ if !ty.is_float() => true,
            // The order of `sort` tells all floats apart.
            Some(list) => list.iter().all(|known| !matches!(known, Component::Operation(..))),
            None => false,
        };
        let at_once = values.len() == 1
            || known.as_ref().is_some_and(|list| list.iter().all(|known| native(*known).is_some()));
        at_once && values.iter().all(|value| exact(self.variables.element(*value)))
    }

    /// Combines these values into the places with an index.
    fn combine_at(
        &mut self,
        columns: &[Var],
        index: &Code,
        values: &[Code],
        operator: &Lambda,
    ) -> Written<()> {
        let known = components(operator, self.variables);
        if operator.body.statements.iter().any(|statement| statement.expression.may_fail()) {
            return Err(Unsupported("the operator of a `scatter_with` can fail"));
        }
        let native: Option<Vec<&str>> =
            known.and_then(|list| list.into_iter().map(native).collect());
        let places: Vec<Code> = columns
            .iter()
            .map(|column| Code::binary(&Code::whole(self.name(*column)), "+", index))
            .collect();
        if let Some(native) = native {
            // Components that need no other are combined one after the other.
            for ((native, place), value) in native.into_iter().zip(&places).zip(values) {
                self.lines.line(format!("{};", Code::call(native, &[place, value])));
            }
            return Ok(());
        }
        let ([place], [value]) = (&places[..], values) else {
            return Err(Unsupported("products are combined as a whole"));
        };
        let element = self.variables.ty(columns[0]).element().name();
        let old = self.names.fresh("old");
        self.lines.open(format!("::combine_at({place}, [&](const {element} {old}) -> {element}"));
        let result =
            self.apply(operator, &[Code::whole(old)], std::slice::from_ref(value))?.remove(0);
        self.lines.line(format!("return {result};"));
        self.lines.close(");");
        Ok(())
    }

    /// Adds an entry whose blocks combine into bins of their own, in shared memory, if what the bins
    /// begin with is known. Says whether it did.
    pub(super) fn bins(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        name: &str,
        methods: &mut Methods,
    ) -> Written<bool> {
        let [Output::Combine { operator, .. }] = &soac.outputs[..] else { return Ok(false) };
        let Some(neutral) = neutral(operator, self.variables) else { return Ok(false) };
        let elements: Vec<_> =
            binds.iter().map(|bind| self.variables.ty(*bind).element()).collect();
        // Narrower elements are combined as parts of words.
        if elements.iter().any(|element| element.bytes() < 4) {
            return Ok(false);
        }
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
        for (column, neutral) in binds.iter().zip(&neutral) {
            let (column, neutral) = (self.name(*column), scalar::constant(*neutral));
            self.lines.line(format!("{column}[at] = {neutral};"));
        }
        self.method("void clear_bin(const usize at) const", lines);
        let values: Vec<Code> = binds
            .iter()
            .map(|column| Code::whole(format!("with.{}[at]", self.name(*column))))
            .collect();
        self.combine_at(binds, &Code::whole("at"), &values, operator)?;
        self.method(&format!("void take_bin(const {own}& with, const usize at) const"), lines);
        let head = head();
        methods.entries.open(format!(
            "{head} {name}_bins({own} kernel, usize count, usize length, failure* failed)"
        ));
        methods.entries.line("combine_in_bins(kernel, count, length, failed);");
        methods.entries.close("");
        Ok(true)
    }
}

/// Whether lanes have to claim the places that they write to, before any of them does.
pub(super) fn claims(soac: &Soac) -> bool {
    soac.outputs.iter().any(shares_places)
}

/// Whether an output writes several columns at the same places.
fn shares_places(output: &Output) -> bool {
    matches!(output, Output::Scatter { destinations, .. } if destinations.len() > 1)
}

/// The function of the device header that combines into a place by one instruction, if there is
/// one.
fn native(component: Component) -> Option<&'static str> {
    let (name, ty) = match component {
        Component::Operation(operation, ty) => {
            let name = match operation {
                Operation::Add => "add_at",
                Operation::And => "and_at",
                Operation::Or => "or_at",
                Operation::Xor => "xor_at",
                Operation::Function(function) => match function.name {
                    "wrapping_add" => "add_at",
                    "min" => "min_at",
                    "max" => "max_at",
                    _ => return None,
                },
                _ => return None,
            };
            (name, ty)
        }
        Component::Smaller(ty) => ("min_at", ty),
        Component::Greater(ty) => ("max_at", ty),
    };
    (ty.is_integer() && ty.bytes() >= 4).then_some(name)
}
