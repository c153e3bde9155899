//! The values of lanes that a kernel reduces, over all its outputs.
//!
//! An output with a condition but no identity element gives a flag besides its values: whether
//! there is a value at all.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::context::Context;
use super::expression::nested_tuple;
use super::methods::{Method, Owner};
use super::scalar::scalar_type;
use super::writer::Writer;
use crate::analysis::decisions_of;
use crate::analysis::of_ordered_places;
use crate::core::visit::outputs_with_binds;
use crate::core::{Atom, Lambda, Output, ScalarType, Soac, Var};

/// The reductions of a kernel.
pub(super) struct Reductions {
    list: Vec<Reduction>,
}

struct Reduction {
    binds: Vec<Var>,
    types: Vec<ScalarType>,
    values: Vec<Atom>,
    initial: Option<Vec<Atom>>,
    operator: Lambda,
    /// The operator for lanes in their order, if that is another.
    of_ordered: Option<Lambda>,
    when: Option<Atom>,
    commutative: bool,
    /// True if a lane tells whether it has values.
    flagged: bool,
}

/// The values that are combined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Combined {
    /// The values of two lanes.
    Lanes,
    /// The values of a lane, and those of a later one.
    InOrder,
    /// The start values of the reductions, and the values of the lanes. A reduction that begins with its first
    /// lane has no start value.
    Start,
}

impl Reductions {
    pub(super) fn of(soac: &Soac, binds: &[Var], writer: &Writer) -> Reductions {
        let mut list = Vec::new();
        for (output, own) in outputs_with_binds(soac, binds) {
            let Output::Reduce { values, initial, operator, when, commutative } = output else {
                continue;
            };
            list.push(Reduction {
                binds: own.to_vec(),
                types: values.iter().map(|value| writer.variables.element(*value)).collect(),
                values: values.clone(),
                initial: initial.clone(),
                operator: operator.clone(),
                of_ordered: match (&soac.space[..], &values[..]) {
                    ([lane], [_, place, ..]) if *place == Atom::Var(lane.index) => {
                        of_ordered_places(operator, writer.variables)
                    }
                    _ => None,
                },
                when: *when,
                commutative: *commutative,
                flagged: when.is_some(),
            });
        }
        Reductions { list }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns true if one of them begins with its first lane.
    pub(super) fn begins_with_lane(&self) -> bool {
        self.list.iter().any(|reduction| reduction.initial.is_none() && !reduction.flagged)
    }

    pub(super) fn commutative(&self) -> bool {
        self.list.iter().all(|reduction| reduction.commutative)
    }

    /// Returns true if one of them has another operator for lanes in their order.
    pub(super) fn have_ordered_combine(&self) -> bool {
        self.list.iter().any(|reduction| reduction.of_ordered.is_some())
    }

    /// The type of a lane's values.
    pub(super) fn value_type(&self) -> TokenStream {
        nested_tuple(self.list.iter().map(Reduction::value_type).collect())
    }

    /// Writes the values of a lane.
    pub(super) fn lane_value(&self, writer: &mut Writer) -> TokenStream {
        let values = self.list.iter().map(|reduction| {
            let mut items = Vec::new();
            if reduction.flagged {
                items.push(match reduction.when {
                    Some(when) => writer.tokens(when),
                    None => quote!(true),
                });
            }
            items.extend(reduction.values.iter().map(|value| writer.plain(*value).text));
            nested_tuple(items)
        });
        nested_tuple(values.collect())
    }

    /// Writes the values with which the reductions begin.
    pub(super) fn initial(&self, writer: &mut Writer) -> TokenStream {
        let values = self.list.iter().map(|reduction| {
            let mut items = Vec::new();
            if reduction.flagged {
                let given = reduction.initial.is_some();
                items.push(quote!(#given));
            }
            match &reduction.initial {
                Some(initial) => items.extend(writer.all(initial)),
                None => items.extend(reduction.types.iter().map(|ty| writer.zero(*ty))),
            }
            nested_tuple(items)
        });
        nested_tuple(values.collect())
    }

    /// The pattern that binds the results.
    pub(super) fn pattern(&self, writer: &mut Writer) -> TokenStream {
        let patterns = self.list.iter().map(|reduction| {
            let mut items = Vec::new();
            if reduction.flagged {
                items.push(quote!(_));
            }
            items.extend(writer.names(&reduction.binds));
            nested_tuple(items)
        });
        nested_tuple(patterns.collect())
    }

    /// The patterns of two values, and the code that combines them.
    pub(super) fn combination(
        &self,
        writer: &mut Writer,
        combined: Combined,
        context: Context,
    ) -> (TokenStream, TokenStream, TokenStream) {
        let mut left = Vec::new();
        let mut right = Vec::new();
        let mut body = TokenStream::new();
        let mut results = Vec::new();
        for reduction in &self.list {
            let count = reduction.values.len();
            let (a, b) = reduction.operator.parameters.split_at(count);
            let (mut a, mut b) = (writer.names(a), writer.names(b));
            if combined == Combined::Start && reduction.initial.is_none() && !reduction.flagged {
                left.push(quote!(_));
                right.push(nested_tuple(b.clone()));
                results.push(nested_tuple(b));
                continue;
            }
            let ordered = reduction.of_ordered.as_ref().filter(|_| combined == Combined::InOrder);
            let operator = ordered.unwrap_or(&reduction.operator);
            let (statements, values) = writer.block(&operator.body, context);
            let values: Vec<TokenStream> = values.into_iter().map(|code| code.text).collect();
            if reduction.flagged {
                let (has_a, has_b) = (writer.names.fresh("some"), writer.names.fresh("some"));
                let (first, second) = (nested_tuple(a.clone()), nested_tuple(b.clone()));
                let combined = nested_tuple(values);
                let given: Vec<TokenStream> = (0..count)
                    .map(|_| writer.names.fresh("given"))
                    .map(|name| quote!(#name))
                    .collect();
                let flag = vec![quote!(#has_a | #has_b)];
                results.push(nested_tuple([flag, given.clone()].concat()));
                let given = nested_tuple(given);
                body.extend(quote! {
                    let #given = if #has_a & #has_b {
                        #statements
                        #combined
                    } else if #has_a {
                        #first
                    } else {
                        #second
                    };
                });
                a.insert(0, quote!(#has_a));
                b.insert(0, quote!(#has_b));
            } else {
                body.extend(statements);
                results.push(nested_tuple(values));
            }
            left.push(nested_tuple(a));
            right.push(nested_tuple(b));
        }
        let result = nested_tuple(results);
        let body = quote!(#body Ok(#result));
        (nested_tuple(left), nested_tuple(right), body)
    }
}

impl Reduction {
    fn value_type(&self) -> TokenStream {
        let flag = self.flagged.then(|| quote!(bool));
        let types = self.types.iter().map(|ty| scalar_type(*ty));
        nested_tuple(flag.into_iter().chain(types).collect())
    }
}

impl Writer<'_, '_> {
    /// The method that combines the values of a lane with those of a later one.
    pub(super) fn ordered_combine_method(
        &mut self,
        reductions: &Reductions,
        context: Context,
    ) -> Method {
        self.combine_method(
            reductions,
            "ordered_combine",
            &quote!(Self::Value),
            Combined::InOrder,
            context,
        )
    }

    fn combine_method(
        &mut self,
        reductions: &Reductions,
        name: &str,
        ty: &TokenStream,
        combined: Combined,
        context: Context,
    ) -> Method {
        let name = super::names::ident(name);
        let before = self.state();
        let ((a, b, body), mentioned) =
            self.recorded(|this| reductions.combination(this, combined, context));
        self.set_state(before);
        let signature = quote!(#name(self, #a: #ty, #b: #ty) -> Result<#ty>);
        Method::operator(signature, body, mentioned)
    }

    /// The methods of `Combines`: `combine` combines values of lanes, and `start` combines initial values with
    /// them, if that is something else.
    pub(super) fn combine_methods_of(
        &mut self,
        reductions: &Reductions,
        context: Context,
    ) -> Vec<Method> {
        let methods =
            self.methods_of(reductions, ["combine", "start"], &quote!(Self::Value), context);
        let methods = methods.into_iter();
        methods.map(|method| Method { owner: Owner::Combines, ..method }).collect()
    }

    /// The same for the reductions of a scan, which has them beside the values that it scans.
    pub(super) fn reduce_methods_of(
        &mut self,
        reductions: &Reductions,
        context: Context,
    ) -> Vec<Method> {
        self.methods_of(reductions, ["reduce", "start_reduction"], &quote!(Self::Reduced), context)
    }

    fn methods_of(
        &mut self,
        reductions: &Reductions,
        [combine, start]: [&str; 2],
        ty: &TokenStream,
        context: Context,
    ) -> Vec<Method> {
        let mut methods =
            vec![self.combine_method(reductions, combine, ty, Combined::Lanes, context)];
        if reductions.begins_with_lane() {
            methods.push(self.combine_method(reductions, start, ty, Combined::Start, context));
        }
        methods
    }

    /// Writes the values of a lane that are reduced.
    pub(super) fn reduced(&mut self, reductions: &Reductions) -> TokenStream {
        reductions.lane_value(self)
    }

    /// Says that lanes decide reductions, if they do: each of them by a bit.
    pub(super) fn decides(
        &mut self,
        soac: &Soac,
        methods: &mut Vec<Method>,
    ) -> Option<TokenStream> {
        let decisions = decisions_of(soac, self.variables)?;
        let all = Literal::usize_unsuffixed(1usize.checked_shl(decisions.len() as u32)? - 1);
        let names: Vec<Ident> = decisions.iter().map(|_| self.names.fresh("value")).collect();
        let bits = decisions.into_iter().zip(&names).enumerate().map(|(bit, (decision, name))| {
            let decided = if decision { quote!(#name) } else { quote!(!#name) };
            let bit = Literal::usize_unsuffixed(bit);
            quote!((usize::from(#decided) << #bit))
        });
        let bits: Vec<TokenStream> = bits.collect();
        let value = nested_tuple(names.iter().map(|name| quote!(#name)).collect());
        let signature = quote!(decided(#value: Self::Value) -> usize);
        methods.push(Method::operator(signature, quote!(#(#bits)|*), Vec::new()));
        Some(quote!(
            const SHORT_CIRCUIT: usize = #all;
        ))
    }
}
