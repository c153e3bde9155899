//! Carries values from Rust to the code of a function, and back.
//!
//! A parameter that is an array of scalars or products is one Rust argument. If an array holds tuples that
//! hold arrays, or a tuple holds arrays, each component is an argument of its own, in a tuple. Inside,
//! everything is flat: the extents of each array level, then the components. Results are here, parameters
//! in [`entering`](super::entering).

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::{Interface, bindable, identifier, tuple};
use crate::emit::cpu::nested_tuple;
use crate::types::{Shape, Ty};

/// Names that are not in use yet.
#[derive(Default)]
pub(super) struct Fresh {
    taken: Vec<String>,
    /// The token of the function that is entered.
    proven: Option<Ident>,
    /// The names that were made, in order.
    made: Vec<Ident>,
}

impl Fresh {
    pub(super) fn reserve(&mut self, name: &str) {
        self.taken.push(name.to_string());
    }

    /// The name of the token with which the function is entered.
    pub(super) fn proven(&mut self) -> Ident {
        let proven = self.proven.take().unwrap_or_else(|| self.name("proven"));
        self.proven.insert(proven).clone()
    }

    pub(super) fn name(&mut self, wanted: &str) -> Ident {
        let mut name = wanted.to_string();
        let mut number = 0;
        while self.taken.contains(&name) {
            number += 1;
            name = format!("{wanted}_{number}");
        }
        let ident = identifier(&name, Span::call_site());
        self.taken.push(name);
        self.made.push(ident.clone());
        ident
    }

    /// The attribute that allows the made names to be bound: see [`bindable`].
    pub(super) fn bindable(&self) -> TokenStream {
        bindable(&self.made)
    }
}

/// A level of an array around the levels that are still to be passed.
pub(super) enum ArrayLevel {
    /// The number of its elements.
    Extent(TokenStream),
    /// The offsets of its rows.
    Offsets(TokenStream),
}

impl ArrayLevel {
    /// The number of its elements, if the rows of the level share it.
    pub(super) fn extent(&self) -> Option<&TokenStream> {
        match self {
            ArrayLevel::Extent(extent) => Some(extent),
            ArrayLevel::Offsets(_) => None,
        }
    }

    /// The offsets of its rows, if their lengths may differ.
    pub(super) fn offsets(&self) -> Option<&TokenStream> {
        match self {
            ArrayLevel::Extent(_) => None,
            ArrayLevel::Offsets(offsets) => Some(offsets),
        }
    }
}

impl Interface<'_> {
    /// The Rust value of a result, from the flat values of these names, in order; the names are
    /// made here.
    pub(super) fn result(
        &self,
        ty: &Ty,
        shape: &Shape,
        fresh: &mut Fresh,
    ) -> (Vec<TokenStream>, TokenStream) {
        let mut names = Vec::new();
        let value = self.leave(ty, shape, &mut Vec::new(), 0, &mut names, fresh);
        (names, value)
    }

    /// Does the same as [`Interface::result`] for a part that lies under some levels, the first `shared` of
    /// which are also around parts that come later.
    fn leave(
        &self,
        ty: &Ty,
        shape: &Shape,
        levels: &mut Vec<ArrayLevel>,
        shared: usize,
        names: &mut Vec<TokenStream>,
        fresh: &mut Fresh,
    ) -> TokenStream {
        let outer = levels.len();
        let inner = ty.levels().1;
        let (kinds, inner_shape) = shape.levels(outer > 0);
        for ragged in kinds {
            if ragged {
                let (count, starts, total) =
                    (fresh.name("n"), fresh.name("offsets"), fresh.name("n"));
                names.extend([quote!(#count), quote!(#starts), quote!(#total)]);
                levels.push(ArrayLevel::Offsets(quote!(#starts)));
            } else {
                let extent = fresh.name("n");
                names.push(quote!(#extent));
                levels.push(ArrayLevel::Extent(quote!(#extent)));
            }
        }
        let value = if let Some(element) = self.element_type(inner) {
            if levels.is_empty() {
                self.scalars(inner, names, fresh)
            } else {
                let columns = self.pattern(inner, "xs", names, fresh);
                array_of(&element, levels, shared, &columns)
            }
        } else if let Ty::Tuple(fields) = inner {
            let depth = levels.len();
            let fields = fields.iter().enumerate().map(|(position, field)| {
                let shared = if position + 1 == fields.len() { shared } else { depth };
                let shape = inner_shape.field(position);
                self.leave(field, shape, levels, shared, names, fresh)
            });
            let fields: Vec<TokenStream> = fields.collect();
            tuple(&fields)
        } else {
            TokenStream::new()
        };
        levels.truncate(outer);
        value
    }

    /// A value without arrays, from its components.
    fn scalars(&self, ty: &Ty, names: &mut Vec<TokenStream>, fresh: &mut Fresh) -> TokenStream {
        match ty {
            Ty::Tuple(fields) => {
                let fields: Vec<TokenStream> =
                    fields.iter().map(|field| self.scalars(field, names, fresh)).collect();
                tuple(&fields)
            }
            Ty::Struct(index) => {
                let structure = &self.checked.context.structs[*index];
                let name = self.ident(&structure.name);
                let fields = structure.fields.iter().map(|(field, ty)| {
                    let field = self.ident(field);
                    let value = self.scalars(ty, names, fresh);
                    quote!(#field: #value)
                });
                let fields: Vec<TokenStream> = fields.collect();
                quote!(#name { #(#fields),* })
            }
            _ => {
                let name = fresh.name("x");
                names.push(quote!(#name));
                quote!(#name)
            }
        }
    }

    /// The pattern of the columns (or of views of them) of an array of such elements.
    pub(super) fn pattern(
        &self,
        element: &Ty,
        base: &str,
        names: &mut Vec<TokenStream>,
        fresh: &mut Fresh,
    ) -> TokenStream {
        match element {
            Ty::Tuple(fields) => {
                let fields: Vec<TokenStream> =
                    fields.iter().map(|field| self.pattern(field, base, names, fresh)).collect();
                tuple(&fields)
            }
            // The columns of a struct are bundled, see `structs`.
            Ty::Struct(index) => {
                let structure = &self.checked.context.structs[*index];
                let fields = structure.fields.iter();
                nested_tuple(fields.map(|(_, ty)| self.pattern(ty, base, names, fresh)).collect())
            }
            _ => {
                let name = fresh.name(base);
                names.push(quote!(#name));
                quote!(#name)
            }
        }
    }
}

/// An array of these levels and columns, which takes the levels over but for the first `shared`.
fn array_of(
    element: &TokenStream,
    levels: &[ArrayLevel],
    shared: usize,
    columns: &TokenStream,
) -> TokenStream {
    let extents: Vec<&TokenStream> = levels.iter().filter_map(ArrayLevel::extent).collect();
    if extents.len() == levels.len() {
        let rank = extents.len();
        return quote!(::accel::Array::<#element, #rank>::from_columns([#(#extents),*], #columns));
    }
    let offsets = levels.iter().enumerate().filter_map(|(position, level)| {
        let offsets = level.offsets()?;
        Some(if position < shared { quote!(#offsets.clone()) } else { quote!(#offsets) })
    });
    let offsets: Vec<TokenStream> = offsets.collect();
    let extents = &extents[1..];
    let (ragged, rank) = (offsets.len(), extents.len());
    quote!(::accel::Ragged::<#element, #ragged, #rank>::from_parts(
        [#(#offsets),*], [#(#extents),*], #columns
    ))
}
