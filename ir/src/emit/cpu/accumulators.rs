//! Reductions with several accumulators: whole groups of lanes, each with an accumulator of its own, and then the
//! rest, lane by lane. Groups of lanes whose neighbours are all inside of a row do not ask where these are.
//!
//! ```text
//! while start + 16 <= n { for lane in 0..16 { sum_lanes[lane] += xs[start + lane]; } start += 16; }
//! for lane in 0..16 { sum += sum_lanes[lane]; }
//! for i in start..n { sum += xs[i]; }
//! ```

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::context::Context;
use super::expression::RustExpression;
use super::soac::{OutputCode, values_of};
use super::writer::Writer;
use crate::analysis::decisions_of;
use crate::core::{Atom, Expression, Output, ScalarType, Soac, Statement, Var};
use crate::plan::schedule::cpu::{Accumulated, Interior};

/// The names by which a group of lanes is gone through.
struct Group {
    /// The index of a lane.
    index: Ident,
    /// The index of the first lane.
    start: Ident,
    /// The place of a lane in the group.
    slot: Ident,
    /// The number of lanes.
    width: Literal,
}

impl Group {
    /// Statements of each lane.
    fn over(&self, lanes: &TokenStream) -> TokenStream {
        let Group { index, start, slot, width } = self;
        quote! {
            for #slot in 0..#width {
                let #index = #start + #slot;
                #lanes
            }
        }
    }
}

/// The accumulators of the outputs of a SOAC.
#[derive(Default)]
struct Accumulators {
    /// The code before the loops.
    before: TokenStream,
    /// The declarations of the accumulators.
    declared: TokenStream,
    /// The code that combines the accumulators of one lane with the results.
    gathered: TokenStream,
    /// The names of the accumulators of each output; none of one that is stored.
    names: Vec<Option<Vec<Ident>>>,
}

impl Writer<'_, '_> {
    /// A reduction with several accumulators, if its schedule says so.
    pub(super) fn accumulated(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        output_codes: &[OutputCode],
        context: Context,
    ) -> Option<TokenStream> {
        let count = context.accumulators(binds)?;
        let reduction = Accumulated::of(soac, self.variables)?;
        let lane = soac.space[0];
        let (index, extent) = (self.name(lane.index), self.plain(lane.extent).text);
        let (start, slot) = (self.names.fresh("start"), self.names.fresh("lane"));
        let group = Group { index, start, slot, width: Literal::usize_unsuffixed(count) };
        let accumulators = self.accumulators(soac, output_codes, &reduction, &group, context);
        // Whole groups of lanes, as long as no check fails, then the rest.
        let all_hold = self.all_hold(&reduction, &group, context);
        let ask = self.prefetch_groups(&soac.body, lane.index, &group.start, &group.width, context);
        let unchecked = self.without_checks(&soac.body);
        let interior = self.interior_lanes(soac, &unchecked, &accumulators, &group, context);
        let wide = self.wide_lanes(soac, &unchecked, output_codes, &accumulators, &group, context);
        let undecided = self.undecided(soac, &accumulators);
        let rest_outputs: Vec<OutputCode> = output_codes
            .iter()
            .map(|output_code| OutputCode { started: None, ..output_code.clone() })
            .collect();
        let rest = self.nested_body(soac, &rest_outputs, context);
        let (wide, ends) = (group.over(&wide), self.names.fresh("interior"));
        let Group { index, start, slot, width } = &group;
        let (known, groups) = match interior {
            None => (TokenStream::new(), wide),
            Some((range, inside)) => {
                let inside = group.over(&inside);
                let is_inside = quote!(#ends.start <= #start && #start + #width <= #ends.end);
                (quote!(let #ends = #range;), quote!(if #is_inside { #inside } else { #wide }))
            }
        };
        let Accumulators { before, declared, gathered, .. } = accumulators;
        // The accumulators are combined from the first to the last into the result: in any other
        // order LLVM makes a tree of them, and vectors of two in the loop before.
        Some(quote! {
            #before
            let mut #start = 0;
            if #extent >= #width {
                #declared
                #known
                while #start + #width <= #extent #undecided {
                    #ask
                    #all_hold
                    #groups
                    #start += #width;
                }
                for #slot in 0..#width { #gathered }
            }
            for #index in #start..#extent { #rest }
        })
    }

    /// The accumulators of a SOAC, and what stands before and after the groups of lanes.
    fn accumulators(
        &mut self,
        soac: &Soac,
        output_codes: &[OutputCode],
        reduction: &Accumulated,
        group: &Group,
        context: Context,
    ) -> Accumulators {
        let Group { slot, width, .. } = group;
        let mut all = Accumulators::default();
        for ((output, output_code), identities) in
            soac.outputs.iter().zip(output_codes).zip(&reduction.identities)
        {
            let Output::Reduce { operator, .. } = output else {
                all.before.extend(output_code.before.clone());
                all.names.push(None);
                continue;
            };
            let mut lanes = Vec::new();
            for (bind, identity) in output_code.binds.iter().zip(identities) {
                let name = self.name(*bind);
                let lane = self.names.fresh(&format!("{name}_lanes"));
                let identity = super::scalar::constant(*identity).text;
                all.declared.extend(quote!(let mut #lane = [#identity; #width];));
                lanes.push(lane);
            }
            let names = self.names(&output_code.binds);
            let new =
                lanes.iter().map(|lane| RustExpression::whole(quote!(#lane[#slot]))).collect();
            all.gathered.extend(self.combined(operator, names, new, context));
            all.before.extend(match &output_code.started {
                // An identity element makes the first value like any other.
                Some(_) => {
                    let names = self.names(&output_code.binds);
                    let identities =
                        identities.iter().map(|identity| super::scalar::constant(*identity).text);
                    quote!(#(let mut #names = #identities;)*)
                }
                None => output_code.before.clone(),
            });
            all.names.push(Some(lanes));
        }
        all
    }

    /// Combines the values of a lane with its accumulators.
    fn accumulate(
        &mut self,
        output: &Output,
        lanes: &[Ident],
        slot: &Ident,
        context: Context,
    ) -> TokenStream {
        let Output::Reduce { values, operator, .. } = output else { return TokenStream::new() };
        let places = lanes.iter().map(|lane| quote!(#lane[#slot])).collect();
        let values = values.iter().map(|value| self.code(*value)).collect();
        self.combined(operator, places, values, context)
    }

    /// The interior of a row whose lanes read neighbours, and the statements of a lane there, if all outputs
    /// have accumulators.
    fn interior_lanes(
        &mut self,
        soac: &Soac,
        unchecked: &[Statement],
        accumulators: &Accumulators,
        group: &Group,
        context: Context,
    ) -> Option<(TokenStream, TokenStream)> {
        let names: Option<Vec<_>> = accumulators.names.iter().cloned().collect();
        let (names, interior) = (names?, Interior::of_lanes(soac)?);
        let before = self.state();
        let statements = interior.statements(unchecked, self.variables);
        let mut lanes = self.statements(&statements, &values_of(&soac.outputs), context);
        for (output, names) in soac.outputs.iter().zip(&names) {
            lanes.extend(self.accumulate(output, names, &group.slot, context));
        }
        self.set_state(before);
        Some((self.range_of(&interior), lanes))
    }

    /// The statements of a lane anywhere, whose checks hold.
    fn wide_lanes(
        &mut self,
        soac: &Soac,
        unchecked: &[Statement],
        output_codes: &[OutputCode],
        accumulators: &Accumulators,
        group: &Group,
        context: Context,
    ) -> TokenStream {
        let mut wide = self.statements(unchecked, &values_of(&soac.outputs), context);
        for ((output, output_code), names) in
            soac.outputs.iter().zip(output_codes).zip(&accumulators.names)
        {
            wide.extend(match names {
                Some(names) => self.accumulate(output, names, &group.slot, context),
                None => self.feed(output, output_code, &soac.body, context),
            });
        }
        wide
    }

    /// The condition that nothing has decided the reductions yet, where something can.
    fn undecided(&self, soac: &Soac, accumulators: &Accumulators) -> TokenStream {
        let names: Option<Vec<_>> = accumulators.names.iter().cloned().collect();
        let (Some(decisions), Some(names)) = (decisions_of(soac, self.variables), names) else {
            return TokenStream::new();
        };
        let open = decisions.into_iter().zip(&names).map(|(decision, lanes)| {
            let lanes = &lanes[0];
            match decision {
                true => quote!(!#lanes.iter().fold(false, |a, b| a | b)),
                false => quote!(#lanes.iter().fold(true, |a, b| a & b)),
            }
        });
        match &open.collect::<Vec<_>>()[..] {
            [one] => quote!(&& #one),
            all => quote!(&& (#(#all)||*)),
        }
    }

    /// Statements whose checks hold.
    fn without_checks(&self, body: &[Statement]) -> Vec<Statement> {
        let mut statements = body.to_vec();
        for statement in &mut statements {
            let Expression::Check(check) = &statement.expression else { continue };
            let index = check.operands[0];
            statement.expression = match self.variables.element(index) {
                ScalarType::Usize => Expression::Copy(index),
                _ => Expression::Cast(index),
            };
        }
        statements
    }

    /// Leaves the groups of lanes for the rest, which runs lane by lane, unless all checks hold.
    fn all_hold(
        &mut self,
        reduction: &Accumulated,
        group: &Group,
        context: Context,
    ) -> TokenStream {
        let Accumulated { statements, checks, .. } = reduction;
        if checks.is_empty() {
            return TokenStream::new();
        }
        let tail: Vec<Atom> = checks.iter().flatten().copied().collect();
        let statements = self.statements(statements, &tail, context);
        let all = self.names.fresh("all_inside");
        let checks: Vec<TokenStream> = checks
            .iter()
            .map(|[index, length]| {
                let (index, length) = (self.tokens(*index), self.plain(*length).text);
                quote!(#all &= host::is_index(#index, #length);)
            })
            .collect();
        let lanes = group.over(&quote!(#statements #(#checks)*));
        quote! {
            let mut #all = true;
            #lanes
            if !#all { break; }
        }
    }
}
