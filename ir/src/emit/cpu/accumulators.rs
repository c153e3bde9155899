//! Reductions with several accumulators.
//!
//! Reductions whose operator has a neutral element, and that nothing else hinders, get several accumulators, so
//! that they vectorise. The number of accumulators is fixed, and so are the bits of the result. An index out of
//! bounds would stop a group of lanes half-way, so the indices of all lanes of a group are checked before its
//! lanes run. If all neighbours that a group of lanes reads are inside of a row, its code does not compare
//! their places with the bounds.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::code::Code;
use super::context::Context;
use super::soac::{Part, values_of};
use super::writer::Writer;
use crate::analysis::decisions_of;
use crate::analysis::neutral;
use crate::analysis::statements_for;
use crate::core::{
    Atom, Check, Condition, Expression, Output, ScalarType, Soac, Statement, Variables,
};
use crate::plan::schedule::cpu::Interior;

/// The number of accumulators of a reduction that vectorises.
const ACCUMULATORS: usize = 16;

impl Writer<'_, '_> {
    /// A reduction with several accumulators, if it is of the kind that vectorises.
    pub(super) fn accumulated(
        &mut self,
        soac: &Soac,
        parts: &[Part],
        context: Context,
    ) -> Option<TokenStream> {
        let [lane] = soac.space[..] else { return None };
        if context.one_accumulator {
            return None;
        }
        if lane.extent.known_size().is_some_and(|extent| extent < 2 * ACCUMULATORS) {
            return None;
        }
        let ahead = checks_ahead(&soac.body, self.variables)?;
        let mut neutrals = Vec::new();
        for output in &soac.outputs {
            match output {
                Output::Store(_) => neutrals.push(Vec::new()),
                Output::Reduce { operator, when: None, commutative: true, .. } => {
                    neutrals.push(neutral(operator, self.variables)?);
                }
                _ => return None,
            }
        }
        if neutrals.iter().all(Vec::is_empty) {
            return None;
        }
        let index = self.name(lane.index);
        let extent = self.plain(lane.extent).tokens;
        let start = self.names.fresh("start");
        let slot = self.names.fresh("lane");
        let width = proc_macro2::Literal::usize_unsuffixed(ACCUMULATORS);
        let mut tokens = TokenStream::new();
        let mut wide_parts = Vec::new();
        let (mut before, mut gathered) = (TokenStream::new(), TokenStream::new());
        for ((output, part), neutrals) in soac.outputs.iter().zip(parts).zip(&neutrals) {
            let Output::Reduce { operator, .. } = output else {
                before.extend(part.before.clone());
                wide_parts.push(None);
                continue;
            };
            let mut lanes = Vec::new();
            for (bind, neutral) in part.binds.iter().zip(neutrals) {
                let name = self.name(*bind);
                let lane = self.names.fresh(&format!("{name}_lanes"));
                let neutral = super::scalar::constant(*neutral).tokens;
                tokens.extend(quote!(let mut #lane = [#neutral; #width];));
                lanes.push(lane);
            }
            let names = self.names(&part.binds);
            let new = lanes.iter().map(|lane| Code::whole(quote!(#lane[#slot]))).collect();
            gathered.extend(self.combined(operator, names, new, context));
            before.extend(match &part.started {
                // A neutral element makes the first value like any other.
                Some(_) => {
                    let names = self.names(&part.binds);
                    let neutrals =
                        neutrals.iter().map(|neutral| super::scalar::constant(*neutral).tokens);
                    quote!(#(let mut #names = #neutrals;)*)
                }
                None => part.before.clone(),
            });
            wide_parts.push(Some(lanes));
        }
        // Whole groups of lanes, as long as no check fails, then the rest.
        let all_hold = self.all_hold(&ahead, &slot, quote!(let #index = #start + #slot;), context);
        let ask = self.ask_ahead(&soac.body, lane.index, &start, &width, context);
        let tail = values_of(&soac.outputs);
        let unchecked = self.without_checks(&soac.body);
        let interior = Interior::of_lanes(soac).filter(|_| wide_parts.iter().all(Option::is_some));
        let interior = interior.map(|interior| {
            let before = self.state();
            let mut lanes =
                self.statements(&interior.statements(&unchecked, self.variables), &tail, context);
            for (output, lane) in soac.outputs.iter().zip(wide_parts.iter().flatten()) {
                let Output::Reduce { values, operator, .. } = output else { continue };
                let places = lane.iter().map(|lane| quote!(#lane[#slot])).collect();
                let values = values.iter().map(|value| self.code(*value)).collect();
                lanes.extend(self.combined(operator, places, values, context));
            }
            self.set_state(before);
            (self.range_of(&interior), lanes)
        });
        let mut wide = self.statements(&unchecked, &tail, context);
        for ((output, part), lanes) in soac.outputs.iter().zip(parts).zip(&wide_parts) {
            wide.extend(match (output, lanes) {
                (Output::Reduce { values, operator, .. }, Some(lanes)) => {
                    let places = lanes.iter().map(|lane| quote!(#lane[#slot])).collect();
                    let values = values.iter().map(|value| self.code(*value)).collect();
                    self.combined(operator, places, values, context)
                }
                _ => self.feed(output, part, &soac.body, context),
            });
        }
        let all_wide: Option<Vec<_>> = wide_parts.iter().cloned().collect();
        let undecided = match (decisions_of(soac, self.variables), all_wide) {
            (Some(decisions), Some(wide)) => {
                let open = decisions.into_iter().zip(&wide).map(|(decision, lanes)| {
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
            _ => TokenStream::new(),
        };
        let rest_parts: Vec<Part> =
            parts.iter().map(|part| Part { started: None, ..part.clone() }).collect();
        let rest = self.nested_body(soac, &rest_parts, context);
        let group = |lanes: TokenStream| {
            quote! {
                for #slot in 0..#width {
                    let #index = #start + #slot;
                    #lanes
                }
            }
        };
        let (wide, ends) = (group(wide), self.names.fresh("interior"));
        let (known, groups) = match interior {
            None => (TokenStream::new(), wide),
            Some((range, inside)) => {
                let inside = group(inside);
                let is_inside = quote!(#ends.start <= #start && #start + #width <= #ends.end);
                (quote!(let #ends = #range;), quote!(if #is_inside { #inside } else { #wide }))
            }
        };
        // The accumulators are combined from the first to the last into the result: in any other
        // order LLVM makes a tree of them, and vectors of two in the loop before.
        Some(quote! {
            #before
            let mut #start = 0;
            if #extent >= #width {
                #tokens
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
        ahead: &ChecksAhead,
        slot: &Ident,
        index: TokenStream,
        context: Context,
    ) -> TokenStream {
        if ahead.checks.is_empty() {
            return TokenStream::new();
        }
        let tail: Vec<Atom> = ahead.checks.iter().flatten().copied().collect();
        let statements = self.statements(&ahead.statements, &tail, context);
        let all = self.names.fresh("all_inside");
        let checks: Vec<TokenStream> = ahead
            .checks
            .iter()
            .map(|[index, length]| {
                let (index, length) = (self.tokens(*index), self.plain(*length).tokens);
                quote!(#all &= host::is_index(#index, #length);)
            })
            .collect();
        let width = proc_macro2::Literal::usize_unsuffixed(ACCUMULATORS);
        quote! {
            let mut #all = true;
            for #slot in 0..#width {
                #index
                #statements
                #(#checks)*
            }
            if !#all { break; }
        }
    }
}

/// Checks that can be made before anything else in a lane.
struct ChecksAhead {
    /// The statements that compute the operands of the checks.
    statements: Vec<Statement>,
    /// Indices, and the lengths that they must be below.
    checks: Vec<[Atom; 2]>,
}

/// The checks of a lane, if they need nothing from each other and nothing else can fail, and the
/// lane has no inner computations.
fn checks_ahead(body: &[Statement], variables: &Variables) -> Option<ChecksAhead> {
    let mut checks = Vec::new();
    for statement in body {
        match &statement.expression {
            Expression::Check(Check { condition: Condition::Index(_), operands, when: None }) => {
                checks.push([operands[0], operands[1]]);
            }
            Expression::Update { .. } | Expression::Scan(_) => return None,
            other if other.may_fail() || !other.bodies().is_empty() => return None,
            _ => {}
        }
    }
    let needed = checks.iter().flatten().copied();
    let statements: Vec<Statement> = statements_for(body, variables, needed).cloned().collect();
    if statements.iter().any(|statement| statement.expression.may_fail()) {
        return None;
    }
    Some(ChecksAhead { statements, checks })
}
