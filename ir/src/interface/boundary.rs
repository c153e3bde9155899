//! How values cross from Rust to the code of a function, and back.
//!
//! A parameter that is an array of scalars or products is one Rust argument. Where an array holds
//! tuples that hold arrays, or a tuple holds arrays, each component is an argument of its own, in
//! a tuple. Inside, everything is flat: the extents of each array level, then the components.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::{Interface, identifier, tuple};
use crate::emit::cpu::bundle;
use crate::types::Ty;

/// Names that are not in use yet.
#[derive(Default)]
pub(super) struct Fresh {
    taken: Vec<String>,
}

impl Fresh {
    pub(super) fn reserve(&mut self, name: &str) {
        self.taken.push(name.to_string());
    }

    fn name(&mut self, wanted: &str) -> Ident {
        let mut name = wanted.to_string();
        let mut number = 0;
        while self.taken.contains(&name) {
            number += 1;
            name = format!("{wanted}_{number}");
        }
        self.taken.push(name.clone());
        identifier(&name, Span::call_site())
    }
}

/// How arrays come in, and how they are passed on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Borrowed, as views.
    Borrowed,
    /// Taken over, as buffers.
    Owned,
    /// Taken over, but passed on as views, since the function calls itself.
    Viewed,
}

/// How a parameter crosses.
pub(super) struct Crossing {
    /// The type of the Rust parameter.
    pub(super) ty: TokenStream,
    /// Takes it apart.
    pub(super) open: TokenStream,
    /// What is passed on, in order.
    pub(super) passed: Vec<TokenStream>,
}

impl Interface<'_> {
    /// How a parameter of this name and type crosses; `None` if the type is not known.
    pub(super) fn parameter(
        &self,
        name: &Ident,
        ty: &Ty,
        form: Form,
        site: usize,
        fresh: &mut Fresh,
    ) -> Option<Crossing> {
        let mut entering = Entering {
            interface: self,
            form,
            site: proc_macro2::Literal::usize_unsuffixed(site),
            base: name.to_string(),
            fresh,
            open: TokenStream::new(),
            passed: Vec::new(),
        };
        let rust = entering.part(quote!(#name), ty, &mut Vec::new())?;
        let Entering { open, passed, .. } = entering;
        Some(Crossing { ty: rust, open, passed })
    }

    /// The Rust value of a result, from the flat values of these names, in order; the names are
    /// made here.
    pub(super) fn result(&self, ty: &Ty, fresh: &mut Fresh) -> (Vec<TokenStream>, TokenStream) {
        let mut names = Vec::new();
        let value = self.leave(ty, &mut Vec::new(), &mut names, fresh);
        (names, value)
    }

    fn leave(
        &self,
        ty: &Ty,
        extents: &mut Vec<TokenStream>,
        names: &mut Vec<TokenStream>,
        fresh: &mut Fresh,
    ) -> TokenStream {
        let outer = extents.len();
        let (levels, inner) = ty.levels();
        for _ in 0..levels {
            let extent = fresh.name("n");
            names.push(quote!(#extent));
            extents.push(quote!(#extent));
        }
        let value = if let Some(element) = self.element_type(inner) {
            if extents.is_empty() {
                self.scalars(inner, names, fresh)
            } else {
                let columns = self.pattern(inner, "xs", names, fresh);
                let rank = extents.len();
                quote!(::accel::Array::<#element, #rank>::from_columns([#(#extents),*], #columns))
            }
        } else if let Ty::Tuple(fields) = inner {
            let fields: Vec<TokenStream> =
                fields.iter().map(|field| self.leave(field, extents, names, fresh)).collect();
            tuple(&fields)
        } else {
            TokenStream::new()
        };
        extents.truncate(outer);
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
    fn pattern(
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
                bundle(fields.map(|(_, ty)| self.pattern(ty, base, names, fresh)).collect())
            }
            _ => {
                let name = fresh.name(base);
                names.push(quote!(#name));
                quote!(#name)
            }
        }
    }
}

/// Takes a parameter apart.
struct Entering<'i, 'f> {
    interface: &'i Interface<'i>,
    form: Form,
    site: proc_macro2::Literal,
    base: String,
    fresh: &'f mut Fresh,
    open: TokenStream,
    passed: Vec<TokenStream>,
}

impl Entering<'_, '_> {
    /// Takes the part of a parameter apart that `value` is, which lies under array levels of the
    /// given extents; gives its Rust type.
    fn part(
        &mut self,
        value: TokenStream,
        ty: &Ty,
        outer: &mut Vec<TokenStream>,
    ) -> Option<TokenStream> {
        let (levels, inner) = ty.levels();
        let rank = outer.len() + levels;
        if let Some(element) = self.interface.element_type(inner) {
            if rank == 0 {
                return self.scalars(value, inner, element);
            }
            return Some(self.array(value, inner, element, rank, outer));
        }
        let Ty::Tuple(fields) = inner else { return None };
        // The first component with as many levels says the extents that all share.
        let names: Vec<Ident> = fields.iter().map(|_| self.fresh.name(&self.base)).collect();
        self.open.extend(quote!(let (#(#names),*) = #value;));
        let mut types = Vec::new();
        let depth = outer.len();
        for (position, (field, name)) in fields.iter().zip(&names).enumerate() {
            let unseen = if position == 0 { levels } else { 0 };
            let field = (0..unseen).fold(field.clone(), |ty, _| Ty::array(ty));
            types.push(self.part(quote!(#name), &field, outer)?);
            outer.truncate(depth + levels);
        }
        outer.truncate(depth);
        Some(tuple(&types))
    }

    fn scalars(&mut self, value: TokenStream, ty: &Ty, rust: TokenStream) -> Option<TokenStream> {
        match ty {
            Ty::Scalar(_) | Ty::Parameter(_) => self.passed.push(value),
            Ty::Tuple(fields) => {
                for (position, field) in fields.iter().enumerate() {
                    let position = proc_macro2::Literal::usize_unsuffixed(position);
                    let rust = self.interface.element_type(field)?;
                    self.scalars(quote!(#value.#position), field, rust)?;
                }
            }
            Ty::Struct(index) => {
                for (field, ty) in &self.interface.checked.context.structs[*index].fields {
                    let field = self.interface.ident(field);
                    let rust = self.interface.element_type(ty)?;
                    self.scalars(quote!(#value.#field), ty, rust)?;
                }
            }
            _ => return None,
        }
        Some(rust)
    }

    fn array(
        &mut self,
        value: TokenStream,
        element: &Ty,
        rust: TokenStream,
        rank: usize,
        outer: &mut Vec<TokenStream>,
    ) -> TokenStream {
        let site = self.site.clone();
        let input = self.fresh.name(&self.base);
        let extents: Vec<Ident> = (0..rank).map(|_| self.fresh.name("n")).collect();
        let borrowed = self.form == Form::Borrowed;
        let method = if borrowed { quote!(input) } else { quote!(columns) };
        self.open.extend(quote!(let (#input, [#(#extents),*]) = #value.#method(#site)?;));
        // Extents that are known already must be these.
        let shared = &extents[..outer.len()];
        if !shared.is_empty() {
            self.open.extend(quote! {
                ::accel::host::extents_agree(#site, &[#(#outer),*], &[#(#shared),*])?;
            });
        }
        for extent in &extents[outer.len()..] {
            self.passed.push(quote!(#extent));
            outer.push(quote!(#extent));
        }
        let interface = self.interface;
        let mut names = Vec::new();
        let pattern = interface.pattern(element, &self.base, &mut names, self.fresh);
        let columns = if borrowed { quote!(#input.views()) } else { quote!(#input) };
        if let Ty::Scalar(_) | Ty::Parameter(_) = element {
            names = vec![columns];
        } else {
            self.open.extend(quote!(let #pattern = #columns;));
        }
        let view = (self.form == Form::Viewed).then(|| quote!(.view()));
        self.passed.extend(names.into_iter().map(|name| quote!(#name #view)));
        match borrowed {
            true => quote!(impl ::accel::Argument<'a, #rust, #rank>),
            false => quote!(impl ::accel::OwnedArgument<#rust, #rank>),
        }
    }
}
