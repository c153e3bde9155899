//! The methods of kernels whose lanes are computed section by section.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::context::Context;
use super::expression::{RustExpression, Strength};
use super::methods::{Method, Methods};
use super::soac::values_of;
use super::writer::Writer;
use crate::core::{Soac, VarMap};
use crate::plan::schedule::cpu::Sections;

impl Writer<'_, '_> {
    /// The methods of a kernel whose lanes are computed section by section.
    pub(super) fn sections_methods(
        &mut self,
        soac: &Soac,
        at: &TokenStream,
        sections: &Sections,
        context: Context,
    ) -> Methods {
        let Sections { dimension, cuts } = sections;
        let before = self.state();
        let section = self.names.fresh("section");
        let mut fixed = VarMap::default();
        for (number, (condition, _)) in cuts.iter().enumerate() {
            let number = Literal::usize_unsuffixed(number);
            let known = RustExpression::new(quote!(#section <= #number), Strength::Comparison);
            fixed.insert(*condition, known);
        }
        let context = Context { fixed: Some(&fixed), ..context };
        let ((body, stored_type), mentioned) = self.recorded(|this| {
            let body = this.statements(&soac.body, &values_of(&soac.outputs), context);
            let (stored_type, stored) = this.stored(soac);
            (quote!(#body Ok(#stored)), stored_type)
        });
        self.set_state(before);
        let lane = quote!(lane_of(self, #at, #section: usize) -> Result<Self::Stored>);
        let count = cuts.len();
        let (ends, mentioned_by_ends) =
            self.recorded(|this| this.all(&cuts.iter().map(|(_, end)| *end).collect::<Vec<_>>()));
        let types = quote! {
            type Stored = #stored_type;
            const SECTION_CUTS: usize = #count;
            const SECTION_AXIS: usize = #dimension;
        };
        let cut = quote!(section_end(self, section: usize) -> usize);
        let functions = vec![
            Method::operator(cut, quote!([#(#ends),*][section]), mentioned_by_ends),
            Method::lane(lane, body, mentioned),
        ];
        Methods::of_pattern(types, functions)
    }
}
