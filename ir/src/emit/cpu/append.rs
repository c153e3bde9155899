//! Kernels whose lanes append rows of lengths of their own.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::Context;
use super::expression::nested_tuple;
use super::methods::{Method, Methods};
use super::reductions::Reductions;
use super::scalar::scalar_type;
use super::soac::values_of;
use super::writer::Writer;
use crate::core::{Output, Soac, Var};
use crate::source::Span;

impl Writer<'_, '_> {
    /// The methods of a kernel that appends rows.
    pub(super) fn append_methods(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        reductions: &Reductions,
        context: Context,
    ) -> Methods {
        let places = self.row_destinations(soac, binds);
        let operation = soac.origins.first().map_or("map", |origin| &origin.operation);
        let span = soac.origins.first().map_or(Span::NONE, |origin| origin.span);
        let site = self.sites.memory(operation, span);
        let mut types = Vec::new();
        let mut patterns = Vec::new();
        let mut groups = Vec::new();
        for output in &soac.outputs {
            let Output::Append { rows, length, .. } = output else { continue };
            let elements = rows.iter().map(|row| {
                let element = scalar_type(self.variables.element(*row));
                quote!(host::Buffer<#element>)
            });
            let columns = nested_tuple(elements.collect());
            types.push(quote!(cpu::append::Rows<#columns>));
            let group = self.names.fresh("rows");
            patterns.push(quote!(#group));
            let count = rows.len();
            let columns: Vec<TokenStream> = (0..count)
                .map(|position| column(&quote!(#group.columns), position, count))
                .collect();
            for (row, column) in rows.iter().zip(&columns) {
                self.append_in_place(*row, column.clone(), &soac.body, context);
            }
            groups.push((quote!(#group), rows, columns, *length));
        }
        let mut stored_type = TokenStream::new();
        let (body, mut mentioned) = self.recorded(|this| {
            let point = this.point(soac);
            let body = this.statements(&soac.body, &values_of(&soac.outputs), context);
            let writes = this.writes(soac, binds, context);
            let (ty, stored) = this.stored(soac);
            stored_type = ty;
            let mut appended = TokenStream::new();
            for (group, rows, columns, length) in &groups {
                for (row, column) in rows.iter().zip(columns) {
                    appended.extend(this.append_row(*row, column, &site, &soac.body, context));
                }
                let length = this.plain(*length).text;
                appended.extend(quote!(#group.end(#length);));
            }
            let value = this.reduced(reductions);
            let pattern = nested_tuple(patterns.clone());
            quote!(let #pattern = groups; #point #body #writes #appended Ok((#stored, #value)))
        });
        mentioned.extend(places);
        let groups = nested_tuple(types);
        let value_type = reductions.value_type();
        let signature = quote!(
            lane(self, at: usize, groups: &mut Self::Rows) -> Result<(Self::Stored, Self::Value)>
        );
        let mut functions = vec![Method::lane(signature, body, mentioned)];
        functions.extend(self.combine_methods_of(reductions, context));
        functions.extend(self.offsets_method(soac));
        let types = quote! {
            type Stored = #stored_type;
            type Rows = #groups;
        };
        Methods { value: Some(value_type), types, functions }
    }
}

/// A part of the values that have been bundled.
fn column(bundled: &TokenStream, mut position: usize, mut count: usize) -> TokenStream {
    if count == 1 {
        return bundled.clone();
    }
    // Bundles of more than twelve are bundles of bundles.
    let mut path = Vec::new();
    while count > 12 {
        path.push(position % 12);
        position /= 12;
        count = count.div_ceil(12);
    }
    path.push(position);
    let path = path.into_iter().rev().map(proc_macro2::Literal::usize_unsuffixed);
    quote!(#bundled #(.#path)*)
}
