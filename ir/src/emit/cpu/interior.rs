//! The methods of lanes that read neighbours: the interior of a row, where no neighbour lies outside, and how
//! neighbouring lanes of it are computed in one loop.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::context::Context;
use super::methods::{Method, Methods};
use super::soac::values_of;
use super::tile_form::lane_name;
use super::writer::Writer;
use crate::core::Soac;
use crate::plan::schedule::cpu::Interior;

impl Writer<'_, '_> {
    /// The methods of a kernel whose lanes read neighbours: where the interior of a row lies, and how a
    /// tile of it is computed.
    pub(super) fn interior_methods(
        &mut self,
        soac: &Soac,
        at: &TokenStream,
        context: Context,
    ) -> Methods {
        let interior = Interior::of_lanes(soac).expect("lanes of an interior read neighbours");
        let (range, mentioned) = self.recorded(|this| this.range_of(&interior));
        let signature = quote!(interior(self) -> ::core::ops::Range<usize>);
        let range = Method::operator(signature, range, mentioned);

        let soac = Soac { body: interior.statements(&soac.body, self.variables), ..soac.clone() };
        let before = self.state();
        let lane = lane_name();
        let (first, start) = (self.name(interior.index), self.names.fresh("start"));
        let ((body, stored), mentioned) = self.recorded(|this| {
            let body = this.statements(&soac.body, &values_of(&soac.outputs), context);
            (body, this.stored(&soac).1)
        });
        self.set_state(before);
        let lanes = quote! {
            let #start = #first;
            for #lane in 0..W {
                let #first = #start + #lane;
                #body
                put(#lane, #stored);
            }
            Ok(())
        };
        let types = quote!(
            const HAS_INTERIOR: bool = true;
        );
        Methods::of_pattern(types, vec![range, Method::tile(at, lanes, mentioned)])
    }

    /// The bounds of the interior of a row.
    pub(super) fn range_of(&mut self, interior: &Interior) -> TokenStream {
        let left = Literal::usize_unsuffixed(interior.left);
        let ends = interior.ends.iter().map(|(end, right)| {
            let (end, right) = (self.plain(*end).text, Literal::usize_unsuffixed(*right));
            quote!(usize::saturating_sub(#end, #right))
        });
        let end = ends.reduce(|end, other| quote!(usize::min(#end, #other)));
        quote!(#left..#end)
    }
}
