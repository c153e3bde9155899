//! The methods of kernels whose lanes keep values or not: lane by lane, and in tiles where lanes with loops
//! gain by them.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::Context;
use super::expression::nested_tuple;
use super::methods::{Method, Methods};
use super::reductions::Reductions;
use super::scalar::scalar_type;
use super::soac::values_of;
use super::tile_form::TileForm;
use super::tile_width::tiled_types;
use super::writer::Writer;
use crate::core::{Output, Soac, Var};
use crate::plan::Kernel;
use crate::plan::schedule::cpu::{CpuLanes, TiledLanes};

impl Writer<'_, '_> {
    /// The methods of a kernel that keeps values.
    pub(super) fn compact_methods(
        &mut self,
        kernel: &Kernel,
        binds: &[Var],
        reductions: &Reductions,
        context: Context,
    ) -> Methods {
        let (soac, schedule) = (&kernel.soac, &kernel.schedule.cpu);
        let places = self.row_destinations(soac, binds);
        let tiled = match schedule.lanes {
            CpuLanes::Tiles(width) => {
                let tiled = TiledLanes::of(soac, kernel.pattern, self.variables);
                tiled.map(|tiled| (tiled.varying, width))
            }
            _ => None,
        };
        let tile = tiled.map(|(varying, width)| {
            let (body, mentioned) = self.in_tiles(&places, |this| {
                let start = this.point(soac);
                let body = this.tile(soac, &varying, (TileForm::Tile, context), |this| {
                    this.compacted(soac, reductions)
                });
                quote!(#start #body)
            });
            let given = quote!(cpu::compact::Lane<Self>);
            let method = Method::tile_of(&quote!(at: usize), &given, body, mentioned);
            Methods::of_pattern(tiled_types(width), vec![method])
        });
        let mut stored_type = TokenStream::new();
        let (body, mut mentioned) = self.recorded(|this| {
            let point = this.point(soac);
            let body = this.statements(&soac.body, &values_of(&soac.outputs), context);
            let writes = this.writes(soac, binds, context);
            stored_type = this.stored(soac).0;
            let given = this.compacted(soac, reductions);
            quote!(#point #body #writes Ok(#given))
        });
        mentioned.extend(places);
        let types = soac.outputs.iter().filter_map(|output| {
            let Output::Compact { values, .. } = output else { return None };
            let elements = values.iter().map(|value| self.variables.element(*value));
            let ty = nested_tuple(elements.map(scalar_type).collect());
            Some(quote!(cpu::compact::Filtered<#ty>))
        });
        let types = nested_tuple(types.collect());
        let value_type = reductions.value_type();
        let Methods { types: tiled, functions: tile, .. } = tile.unwrap_or_default();
        let signature = quote!(lane(self, at: usize) -> Result<cpu::compact::Lane<Self>>);
        let mut functions = vec![Method::lane(signature, body, mentioned)];
        functions.extend(tile);
        functions.extend(self.combine_methods_of(reductions, context));
        functions.extend(self.offsets_method(soac));
        let types = quote! {
            type Stored = #stored_type;
            type Filters = #types;
            #tiled
        };
        Methods { value: Some(value_type), types, functions }
    }

    /// Writes the values that a lane stores, may keep and reduces.
    fn compacted(&mut self, soac: &Soac, reductions: &Reductions) -> TokenStream {
        let (_, stored) = self.stored(soac);
        let groups = soac.outputs.iter().filter_map(|output| self.group(output)).collect();
        let (groups, value) = (nested_tuple(groups), self.reduced(reductions));
        quote!((#stored, #groups, #value))
    }
}
