//! Writes how a parameter is passed: its Rust type, and the values that are passed for it (sizes, offsets and
//! columns), in the order in which the code of the function takes them.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::ext::IdentExt;

use super::boundary::{ArrayLevel, Fresh};
use super::{Interface, tuple};
use crate::types::{Shape, Ty};

/// The way in which arrays come in and are passed on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PassingMode {
    /// Borrowed, as views.
    Borrowed,
    /// Taken over, as buffers.
    Owned,
    /// Taken over, but passed on as views, since the function calls itself.
    Viewed,
}

/// The Rust code by which a parameter is passed.
pub(super) struct ParameterCode {
    /// The type of the Rust parameter.
    pub(super) ty: TokenStream,
    /// Takes it apart.
    pub(super) open: TokenStream,
    /// The expressions that are passed on, in order.
    pub(super) passed: Vec<TokenStream>,
}

impl Interface<'_> {
    /// The code of a parameter of this name and type; `None` if the type is not known. `unused` tells
    /// which of the passed values the function never looks at.
    pub(super) fn parameter(
        &self,
        name: &Ident,
        (ty, shape): (&Ty, &Shape),
        mode: PassingMode,
        site: usize,
        fresh: &mut Fresh,
        unused: &dyn Fn(usize) -> bool,
    ) -> Option<ParameterCode> {
        let mut entering = Entering {
            interface: self,
            mode,
            site: Literal::usize_unsuffixed(site),
            base: name.unraw().to_string(),
            fresh,
            unused,
            open: TokenStream::new(),
            passed: Vec::new(),
        };
        let rust = entering.part(quote!(#name), ty, shape, &mut Vec::new())?;
        let Entering { open, passed, .. } = entering;
        Some(ParameterCode { ty: rust, open, passed })
    }
}

/// Takes a parameter apart.
struct Entering<'i, 'f> {
    interface: &'i Interface<'i>,
    mode: PassingMode,
    site: Literal,
    base: String,
    fresh: &'f mut Fresh,
    unused: &'f dyn Fn(usize) -> bool,
    open: TokenStream,
    passed: Vec<TokenStream>,
}

impl Entering<'_, '_> {
    /// Takes the part of a parameter apart that `value` is, which lies under the given array levels,
    /// and adds its own; gives its Rust type.
    fn part(
        &mut self,
        value: TokenStream,
        ty: &Ty,
        shape: &Shape,
        outer: &mut Vec<ArrayLevel>,
    ) -> Option<TokenStream> {
        let (levels, inner) = ty.levels();
        let rank = outer.len() + levels;
        let (kinds, inner_shape) = shape.levels(!outer.is_empty());
        if let Some(element) = self.interface.element_type(inner) {
            if rank == 0 {
                return self.scalars(value, inner, element);
            }
            let around = outer.iter().filter_map(ArrayLevel::offsets).count();
            let ragged = around + kinds.iter().filter(|ragged| **ragged).count();
            if ragged > 0 {
                return Some(self.ragged(
                    value,
                    inner,
                    element,
                    (ragged, rank - 1 - ragged),
                    outer,
                ));
            }
            return Some(self.array(value, inner, element, rank, outer));
        }
        let Ty::Tuple(fields) = inner else { return None };
        // The first component says the levels that all share.
        let names: Vec<Ident> = fields.iter().map(|_| self.fresh.name(&self.base)).collect();
        self.open.extend(quote!(let (#(#names),*) = #value;));
        let mut types = Vec::new();
        let depth = outer.len();
        for (position, (field, name)) in fields.iter().zip(&names).enumerate() {
            let unseen = if position == 0 { levels } else { 0 };
            let mut shape = inner_shape.field(position).clone();
            let mut field = field.clone();
            for ragged in kinds[..unseen].iter().rev() {
                field = Ty::array(field);
                shape = Shape::Array { ragged: *ragged, element: Box::new(shape) };
            }
            types.push(self.part(quote!(#name), &field, &shape, outer)?);
            outer.truncate(depth + levels);
        }
        Some(tuple(&types))
    }

    fn scalars(&mut self, value: TokenStream, ty: &Ty, rust: TokenStream) -> Option<TokenStream> {
        match ty {
            Ty::Scalar(_) | Ty::Parameter(_) => self.passed.push(value),
            Ty::Tuple(fields) => {
                for (position, field) in fields.iter().enumerate() {
                    let position = Literal::usize_unsuffixed(position);
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
        outer: &mut Vec<ArrayLevel>,
    ) -> TokenStream {
        let site = self.site.clone();
        let (input, proven) = (self.fresh.name(&self.base), self.fresh.proven());
        let extents: Vec<Ident> = (0..rank).map(|_| self.fresh.name("n")).collect();
        let borrowed = self.mode == PassingMode::Borrowed;
        // Extents that are known already must be these.
        let (shared, own) = extents.split_at(outer.len());
        let agree = extents_agree(&site, outer, shared);
        for extent in own {
            self.passed.push(quote!(#extent));
            outer.push(ArrayLevel::Extent(quote!(#extent)));
        }
        let interface = self.interface;
        let mut names = Vec::new();
        let pattern = interface.pattern(element, &self.base, &mut names, self.fresh);
        let is_scalar = matches!(element, Ty::Scalar(_) | Ty::Parameter(_));
        let used = if is_scalar { None } else { self.used_columns(names.len()) };
        let method = match (borrowed, used) {
            (true, None) => quote!(input(#proven, #site)),
            (true, Some(used)) => quote!(input_of(#proven, #site, ::accel::host::Used(#used))),
            (false, _) => quote!(columns(#proven, #site)),
        };
        self.open.extend(quote!(let (#input, [#(#extents),*]) = #value.#method?; #agree));
        let columns = if borrowed { quote!(#input.views()) } else { quote!(#input) };
        if is_scalar {
            names = vec![columns];
        } else {
            self.open.extend(quote!(let #pattern = #columns;));
        }
        let view = (self.mode == PassingMode::Viewed).then(|| quote!(.view()));
        self.passed.extend(names.into_iter().map(|name| quote!(#name #view)));
        match borrowed {
            true => quote!(impl ::accel::Argument<'a, #rust, #rank>),
            false => quote!(impl ::accel::OwnedArgument<#rust, #rank>),
        }
    }

    /// The columns, of those passed on next, that the function uses, as bits, if not all: slices of
    /// products are taken apart for it.
    fn used_columns(&self, count: usize) -> Option<Literal> {
        let first = self.passed.len();
        let unused = (0..count.min(64)).filter(|column| (self.unused)(first + column));
        let used = unused.fold(u64::MAX, |used, column| used & !(1 << column));
        (used != u64::MAX).then(|| {
            // Bits are read best as such.
            let columns = u64::MAX.checked_shl(count as u32).map_or(u64::MAX, |more| !more);
            format!("{:#b}", used & columns).parse().expect("digits are a number")
        })
    }

    /// Does the same as [`Entering::array`] for an array with ragged levels, and regular ones inside of
    /// them.
    fn ragged(
        &mut self,
        value: TokenStream,
        element: &Ty,
        rust: TokenStream,
        (ragged, regular): (usize, usize),
        outer: &mut Vec<ArrayLevel>,
    ) -> TokenStream {
        let site = self.site.clone();
        let (input, proven) = (self.fresh.name(&self.base), self.fresh.proven());
        let borrowed = self.mode == PassingMode::Borrowed;
        let call = match borrowed {
            true => quote!(ragged(#proven, #site)),
            false => quote!(ragged_columns(#site)),
        };
        self.open.extend(quote!(let #input = #value.#call?;));
        let offsets: Vec<Ident> = (0..ragged).map(|_| self.fresh.name("offsets")).collect();
        let extents: Vec<Ident> = (0..regular).map(|_| self.fresh.name("n")).collect();
        let interface = self.interface;
        let mut names = Vec::new();
        let pattern = interface.pattern(element, &self.base, &mut names, self.fresh);
        self.open.extend(match borrowed {
            true => quote! {
                let ([#(#offsets),*], [#(#extents),*], #pattern) =
                    (#input.offsets(), #input.extents(), #input.views());
            },
            false => {
                quote!(let ([#(#offsets),*], [#(#extents),*], #pattern) = #input.into_parts(#proven);)
            }
        });
        let view = (self.mode == PassingMode::Viewed).then(|| quote!(.view()));
        // Levels that are known already must be these.
        let shared: Vec<TokenStream> =
            outer.iter().filter_map(ArrayLevel::offsets).cloned().collect();
        let (same, own) = offsets.split_at(shared.len());
        self.open.extend(quote! {
            #(::accel::host::offsets_agree(#site, #shared.slice(), #same.slice())?;)*
        });
        let (same, inner) = extents.split_at(outer.len().saturating_sub(1 + shared.len()));
        let around = outer.get(1 + shared.len()..).unwrap_or_default();
        self.open.extend(extents_agree(&site, around, same));
        for (level, offsets) in own.iter().enumerate() {
            let (length, total) = (self.fresh.name("n"), self.fresh.name("n"));
            self.open.extend(quote! {
                let #length = #offsets.len();
                let #total = #offsets.at(#length - 1);
            });
            match outer.as_slice() {
                _ if level > 0 => {}
                [] => {
                    let rows = self.fresh.name("n");
                    self.open.extend(quote!(let #rows = #length - 1;));
                    self.passed.push(quote!(#rows));
                    outer.push(ArrayLevel::Extent(quote!(#rows)));
                }
                [ArrayLevel::Extent(rows)] => self.open.extend(quote! {
                    ::accel::host::extents_agree(#site, &[#rows], &[#length - 1])?;
                }),
                // Offsets that agree have as many rows in them.
                _ => {}
            }
            self.passed.extend([quote!(#length), quote!(#offsets #view), quote!(#total)]);
            outer.push(ArrayLevel::Offsets(quote!(#offsets)));
        }
        for extent in inner {
            self.passed.push(quote!(#extent));
            outer.push(ArrayLevel::Extent(quote!(#extent)));
        }
        self.passed.extend(names.into_iter().map(|name| quote!(#name #view)));
        match borrowed {
            true => quote!(impl ::accel::RaggedArgument<'a, #rust, #ragged, #regular>),
            false => quote!(impl ::accel::OwnedRaggedArgument<#rust, #ragged, #regular>),
        }
    }
}

/// The check that an array has the extents of these levels, if there are any.
fn extents_agree(site: &Literal, levels: &[ArrayLevel], extents: &[Ident]) -> Option<TokenStream> {
    let expected: Vec<&TokenStream> = levels.iter().filter_map(ArrayLevel::extent).collect();
    (!extents.is_empty())
        .then(|| quote!(::accel::host::extents_agree(#site, &[#(#expected),*], &[#(#extents),*])?;))
}
