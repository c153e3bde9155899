//! Reductions with several accumulators.
//!
//! Reductions whose operator has a neutral element, and nothing else in the way, get several
//! accumulators, so that they vectorise; how many there are is fixed, and so are the bits.

use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::soac::{Part, values_of};
use super::writer::Writer;
use crate::core::{Expression, Output, Soac, Statement};
use crate::passes::neutral;

/// How many accumulators a reduction gets that vectorises.
const ACCUMULATORS: usize = 16;

impl Writer<'_, '_> {
    /// A reduction with several accumulators, if it is of the kind that vectorises.
    pub(super) fn accumulated(&mut self, soac: &Soac, parts: &[Part]) -> Option<TokenStream> {
        let [lane] = soac.space[..] else { return None };
        if self.one_accumulator {
            return None;
        }
        if lane.extent.known_size().is_some_and(|extent| extent < 2 * ACCUMULATORS) {
            return None;
        }
        let plain = |statement: &Statement| {
            statement.expression.bodies().is_empty()
                && !statement.expression.may_fail()
                && !matches!(statement.expression, Expression::Update { .. } | Expression::Scan(_))
        };
        if !soac.body.iter().all(plain) {
            return None;
        }
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
        let mut gathered = TokenStream::new();
        for ((output, part), neutrals) in soac.outputs.iter().zip(parts).zip(&neutrals) {
            let Output::Reduce { operator, .. } = output else {
                tokens.extend(part.before.clone());
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
            // The accumulators, combined from the first to the last into the result.
            let names = self.names(&part.binds);
            let new = lanes.iter().map(|lane| Code::whole(quote!(#lane[#slot]))).collect();
            let combined = self.combined(operator, names, new);
            let before = match &part.started {
                // A neutral element makes the first value like any other.
                Some(_) => {
                    let names = self.names(&part.binds);
                    let neutrals =
                        neutrals.iter().map(|neutral| super::scalar::constant(*neutral).tokens);
                    quote!(#(let mut #names = #neutrals;)*)
                }
                None => part.before.clone(),
            };
            gathered.extend(quote!(#before for #slot in 0..#width { #combined }));
            wide_parts.push(Some(lanes));
        }
        // Whole groups of lanes, then the rest.
        let tail = values_of(&soac.outputs);
        let mut wide = self.statements(&soac.body, &tail);
        for ((output, part), lanes) in soac.outputs.iter().zip(parts).zip(&wide_parts) {
            wide.extend(match (output, lanes) {
                (Output::Reduce { values, operator, .. }, Some(lanes)) => {
                    let places = lanes.iter().map(|lane| quote!(#lane[#slot])).collect();
                    let values = values.iter().map(|value| self.code(*value)).collect();
                    self.combined(operator, places, values)
                }
                _ => self.feed(output, part, &soac.body),
            });
        }
        let rest_parts: Vec<Part> =
            parts.iter().map(|part| Part { started: None, ..part.clone() }).collect();
        let rest = self.nested_body(soac, &rest_parts);
        Some(quote! {
            #tokens
            let mut #start = 0;
            while #start + #width <= #extent {
                for #slot in 0..#width {
                    let #index = #start + #slot;
                    #wide
                }
                #start += #width;
            }
            #gathered
            for #index in #start..#extent { #rest }
        })
    }
}
