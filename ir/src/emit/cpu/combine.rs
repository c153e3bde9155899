//! The methods of kernels that combine values at places which their lanes choose.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::Context;
use super::expression::nested_tuple;
use super::methods::{Method, Methods};
use super::scalar::scalar_type;
use super::soac::values_of;
use super::tile_form::TileForm;
use super::writer::Writer;
use crate::analysis::identity_of;
use crate::core::{Atom, Output, Soac, Statement};
use crate::plan::Kernel;
use crate::plan::schedule::cpu::{TiledLanes, Varying};

impl Writer<'_, '_> {
    /// The methods of a kernel that combines.
    pub(super) fn combine_methods(&mut self, kernel: &Kernel, context: Context) -> Methods {
        let soac = &kernel.soac;
        let Some(Output::Combine { values, operator, .. }) = soac.outputs.first() else {
            unreachable!("a kernel that combines has one output");
        };
        let elements = values.iter().map(|value| self.variables.element(*value));
        let ty = nested_tuple(elements.map(scalar_type).collect());
        let in_rows = soac.space.len() > 1;
        let is_tiled = kernel.schedule.cpu.is_tiled();
        let tiled = is_tiled.then(|| TiledLanes::of(soac, kernel.pattern, self.variables));
        let tile = tiled.flatten().map(|TiledLanes { varying, .. }| {
            let (body, mentioned) = self.in_tiles(&[], |this| {
                let start = this.point(soac);
                let body = this.tile(soac, &varying, (TileForm::Tile, context), |this| {
                    this.combined_by_lane(soac)
                });
                quote!(#start #body)
            });
            let given = quote!(Option<(usize, Self::Value)>);
            Method::tile_of(&quote!(at: usize), &given, body, mentioned)
        });
        let (body, mentioned) = self.recorded(|this| {
            let (start, body) = match in_rows {
                true => this.row_parts(soac, context),
                false => {
                    let body = this.statements(&soac.body, &values_of(&soac.outputs), context);
                    (this.point(soac), body)
                }
            };
            if in_rows {
                let (index, value, when) = this.combined_parts(soac);
                let (rows, last) = (this.rows_of(soac), this.index_names(soac).pop());
                let add = quote!(add(#index, #value)?;);
                let add = when.map_or(add.clone(), |when| quote!(if #when { #add }));
                return quote! {
                    for #rows { #start for #last in columns { #body #add } }
                    Ok(())
                };
            }
            let result = this.combined_by_lane(soac);
            quote!(#start #body Ok(#result))
        });
        let lane = match in_rows {
            true => quote! {
                lanes(
                    self,
                    lanes: ::core::ops::Range<usize>,
                    mut add: impl FnMut(usize, #ty) -> Result<()>,
                ) -> Result<()>
            },
            false => quote!(lane(self, at: usize) -> Result<Option<(usize, #ty)>>),
        };
        let rows = in_rows.then(|| {
            quote!(
                const ROWS: bool = true;
            )
        });
        let (left, right) = operator.parameters.split_at(values.len());
        let (a, b) = (nested_tuple(self.names(left)), nested_tuple(self.names(right)));
        let combine = quote!(combine(self, #a: #ty, #b: #ty) -> Result<#ty>);
        let (combined, in_combine) = self.recorded(|this| {
            let (statements, results) = this.block(&operator.body, context);
            let results = nested_tuple(results.into_iter().map(|code| code.text).collect());
            quote!(#statements Ok(#results))
        });
        let mut functions = vec![
            Method::lane(lane, body, mentioned),
            Method::combining(combine, combined, in_combine),
        ];
        if let Some(identity) = identity_of(operator, self.variables) {
            let identity = identity.into_iter().map(|c| self.tokens(Atom::Constant(c))).collect();
            let identity = nested_tuple(identity);
            let signature = quote!(identity(self) -> Option<#ty>);
            functions.push(Method::operator(signature, quote!(Some(#identity)), Vec::new()));
        }
        let tiled = tile.is_some().then(|| {
            quote!(
                const TILED: bool = true;
            )
        });
        functions.extend(tile);
        Methods { value: Some(ty), types: quote!(#rows #tiled), functions }
    }

    /// The place at which a lane combines, and the values, if it does.
    fn combined_by_lane(&mut self, soac: &Soac) -> TokenStream {
        let (index, value, when) = self.combined_parts(soac);
        match when {
            None => quote!(Some((#index, #value))),
            Some(when) => quote!(if #when { Some((#index, #value)) } else { None }),
        }
    }

    /// The place at which a lane combines, the values, and the condition.
    fn combined_parts(&mut self, soac: &Soac) -> (TokenStream, TokenStream, Option<TokenStream>) {
        let Some(Output::Combine { index, values, when, .. }) = soac.outputs.first() else {
            unreachable!("a kernel that combines has one output");
        };
        let index = self.plain(*index).text;
        let values = nested_tuple(values.iter().map(|value| self.plain(*value).text).collect());
        (index, values, self.condition(*when))
    }

    /// The statements that are the same for all lanes of a row, and those that are not.
    fn row_parts(&mut self, soac: &Soac, context: Context) -> (TokenStream, TokenStream) {
        let varying = Varying::of(&[soac.space[soac.space.len() - 1].index], &soac.body);
        let (lanes, row): (Vec<Statement>, Vec<Statement>) =
            soac.body.iter().cloned().partition(|statement| varying.statement(statement));
        let row = row.iter().map(|statement| self.statement(statement, false, context)).collect();
        (row, self.statements(&lanes, &values_of(&soac.outputs), context))
    }

    /// The rows that lanes are in, as a loop counts them.
    fn rows_of(&mut self, soac: &Soac) -> TokenStream {
        let mut names = self.index_names(soac);
        names.pop();
        let extents: Vec<TokenStream> =
            soac.space.iter().map(|lane| self.plain(lane.extent).text).collect();
        quote!(([#(#names,)* _], columns) in cpu::blocks::rows(lanes, [#(#extents),*]))
    }
}
