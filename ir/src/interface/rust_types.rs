//! Types of the language as Rust writes them.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{Interface, tuple};
use crate::core::ScalarType;
use crate::emit::cpu::scalar_type;
use crate::syntax::tree::{Alias, Item, Struct};
use crate::types::{Shape, Ty};

/// A primitive type, where the surrounding Rust may call something else by its name.
fn primitive(scalar: ScalarType) -> TokenStream {
    let name = scalar_type(scalar);
    quote!(::core::primitive::#name)
}

impl Interface<'_> {
    /// A type without arrays; `None` where it is not known.
    pub(super) fn element_type(&self, ty: &Ty) -> Option<TokenStream> {
        match ty {
            Ty::Scalar(scalar) => Some(primitive(*scalar)),
            Ty::Tuple(fields) => {
                let fields: Option<Vec<_>> =
                    fields.iter().map(|field| self.element_type(field)).collect();
                Some(tuple(&fields?))
            }
            Ty::Struct(index) => {
                let structure = &self.checked.context.structs[*index];
                let known = structure.fields.iter().all(|field| self.is_known(&field.1));
                let name = self.ident(&structure.name);
                known.then(|| quote!(#name))
            }
            Ty::Parameter(position) => {
                let name = self.ident(&self.checked.context.module.parameters[*position].name);
                Some(quote!(#name))
            }
            Ty::Array(_) | Ty::Unknown(_) | Ty::Error => None,
        }
    }

    /// Returns true if a type has no error in it.
    pub(super) fn is_known(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Scalar(_) | Ty::Parameter(_) => true,
            Ty::Tuple(fields) => fields.iter().all(|field| self.is_known(field)),
            Ty::Struct(index) => {
                let fields = &self.checked.context.structs[*index].fields;
                fields.iter().all(|field| self.is_known(&field.1))
            }
            Ty::Array(element) => self.is_known(element),
            Ty::Unknown(_) | Ty::Error => false,
        }
    }

    /// The type of a result.
    pub(super) fn result_type(&self, ty: &Ty, shape: &Shape) -> Option<TokenStream> {
        self.result_under(ty, shape, (0, 0))
    }

    /// The type of a part of a result that lies under so many array levels, so many of which are ragged.
    fn result_under(
        &self,
        ty: &Ty,
        shape: &Shape,
        (rank, ragged): (usize, usize),
    ) -> Option<TokenStream> {
        let (levels, inner) = ty.levels();
        let (kinds, shape) = shape.levels(rank > 0);
        let rank = rank + levels;
        let ragged = ragged + kinds.iter().filter(|ragged| **ragged).count();
        if let Some(element) = self.element_type(inner) {
            return Some(match (ragged, rank.saturating_sub(1 + ragged)) {
                (0, _) if rank == 0 => element,
                (0, _) => quote!(::accel::Array<#element, #rank>),
                (1, 0) => quote!(::accel::Ragged<#element>),
                (_, 0) => quote!(::accel::Ragged<#element, #ragged>),
                (_, regular) => quote!(::accel::Ragged<#element, #ragged, #regular>),
            });
        }
        let Ty::Tuple(fields) = inner else { return None };
        let fields: Option<Vec<_>> = fields
            .iter()
            .enumerate()
            .map(|(position, field)| {
                self.result_under(field, shape.field(position), (rank, ragged))
            })
            .collect();
        Some(tuple(&fields?))
    }

    /// The struct item behind a struct type.
    pub(super) fn struct_item(&self, index: usize) -> Option<&Struct> {
        let structs = self.checked.context.module.items.iter().filter_map(|item| match item {
            Item::Struct(item) => Some(item),
            _ => None,
        });
        structs.into_iter().nth(index)
    }

    /// A public alias of a type without arrays is a Rust alias, too.
    pub(super) fn alias(&self, alias: &Alias) -> TokenStream {
        let Some(visibility) = &alias.visibility else { return TokenStream::new() };
        let ty = self.checked.context.resolve(&alias.ty, &mut Default::default());
        let Some(ty) = self.element_type(&ty) else { return TokenStream::new() };
        let (name, attributes) = (self.ident(&alias.name), &alias.attributes);
        quote_spanned!(name.span()=> #(#attributes)* #visibility type #name = #ty;)
    }
}
