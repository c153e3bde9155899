//! Structs: the same struct in Rust, as an element of arrays.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Visibility;

use super::{Interface, bindable};
use crate::emit::cpu::bundle;
use crate::types::{StructType, Ty};

/// The traits that a struct derives unless its user says otherwise, by the modules of `core`.
const DERIVED: [(&str, &str); 4] =
    [("clone", "Clone"), ("marker", "Copy"), ("fmt", "Debug"), ("cmp", "PartialEq")];

/// The names that the functions of the traits bind, besides columns.
const BOUND: [&str; 12] = [
    "proven", "items", "used", "part", "item", "count", "position", "views", "shape", "site",
    "input", "columns",
];

/// The most components that arguments are made of.
const MOST_COMPONENTS: usize = 8;

impl Interface<'_> {
    /// The struct, and how arrays of it are stored: a column for each scalar component.
    pub(super) fn structure(&self, index: usize, structure: &StructType) -> TokenStream {
        let Some(item) = self.struct_item(index) else { return TokenStream::new() };
        let types: Option<Vec<TokenStream>> =
            structure.fields.iter().map(|field| self.element_type(&field.1)).collect();
        let Some(types) = types else { return TokenStream::new() };
        let name = self.ident(&item.name);
        let (attributes, visibility) = (&item.attributes, &item.visibility);
        let derived = self.derived(&item.attributes, name.span());
        let declared = item.fields.iter().zip(&types).map(|(field, ty)| {
            let (attributes, visibility) = (&field.attributes, &field.visibility);
            let name = self.ident(&field.name);
            quote!(#(#attributes)* #visibility #name: #ty)
        });
        let fields: Vec<_> = structure.fields.iter().map(|(field, _)| self.ident(field)).collect();
        // The columns have names of their own: a field may be called `position` or `views`.
        let parts: Vec<_> =
            (0..fields.len()).map(|number| format_ident!("column_{number}")).collect();
        let bound = BOUND.iter().map(|name| format_ident!("{name}"));
        let bindable = bindable(&Vec::from_iter(parts.iter().cloned().chain(bound)));
        let pattern = bundle(parts.iter().map(|part| quote!(#part)).collect());
        let first = &parts[0];
        let first_type = &types[0];
        let each_of = |names: &[Ident], of: &dyn Fn(&TokenStream, &Ident) -> TokenStream| {
            bundle(types.iter().zip(names).map(|(ty, name)| of(ty, name)).collect())
        };
        let each = |of: &dyn Fn(&TokenStream, &Ident) -> TokenStream| each_of(&parts, of);
        let element = |ty: &TokenStream| quote!(<#ty as ::accel::Element>);
        let shown = structure.fields.iter().map(|(_, ty)| self.as_visible_as(visibility, ty));
        let shown: Vec<TokenStream> = shown.collect();
        let columns = shown.iter().map(|ty| {
            let element = element(ty);
            quote!(#element::Columns)
        });
        let columns = bundle(columns.collect());
        let views = shown.iter().map(|ty| {
            let element = element(ty);
            quote!(#element::Views<'a>)
        });
        let views = bundle(views.collect());
        let taken = each_of(&fields, &|ty, field| {
            let element = element(ty);
            quote!(#element::taken(
                proven, site, items, used.next(#element::COLUMNS), move |item| part(item).#field
            )?)
        });
        let counts = types.iter().map(|ty| {
            let element = element(ty);
            quote!(#element::COLUMNS)
        });
        let count = quote!(#(#counts)+*);
        let viewed = each(&|ty, part| {
            let element = element(ty);
            quote!(#element::views(#part))
        });
        let lent = match parts.as_slice() {
            [part] => {
                let element = element(first_type);
                quote!(#element::device_view(#part))
            }
            _ => {
                let all = each(&|ty, part| {
                    let element = element(ty);
                    quote!(#element::device_view(#part)?)
                });
                quote!(::core::result::Result::Ok(#all))
            }
        };
        let given = types.iter().zip(&parts).map(|(ty, part)| {
            let element = element(ty);
            quote!(#element::device_mut(#part)?;)
        });
        let held = types.iter().zip(&parts).map(|(ty, part)| {
            let element = element(ty);
            quote!(#element::hold(#part, count))
        });
        let copied = each(&|ty, part| {
            let element = element(ty);
            quote!(#element::copies(site, #part)?)
        });
        let shortened = each(&|ty, part| {
            let element = element(ty);
            quote!(#element::reborrow(#part))
        });
        let got = types.iter().zip(&fields).zip(&parts).map(|((ty, field), part)| {
            let element = element(ty);
            quote!(#field: #element::get(#part, position))
        });
        let components: Vec<TokenStream> =
            shown.iter().map(|ty| quote!(::accel::Array<#ty, { RANK }>)).collect();
        let components_type = super::tuple(&components);
        let made: Vec<TokenStream> =
            parts.iter().map(|part| quote!(::accel::Array::from_columns(shape, #part))).collect();
        let made = super::tuple(&made);
        let slices: Vec<TokenStream> =
            shown.iter().map(|ty| quote!(<#ty as ::accel::RowElement>::Slices<'a>)).collect();
        let slices = super::tuple(&slices);
        let sliced = shown.iter().zip(&parts);
        let sliced: Vec<TokenStream> =
            sliced.map(|(ty, part)| quote!(<#ty as ::accel::RowElement>::slices(#part))).collect();
        let sliced = super::tuple(&sliced);
        let given_by_components = self.given_by_components(&name, &types);
        let source = self.type_parameter("S");
        let item = quote_spanned! {name.span()=>
            #(#attributes)*
            #derived
            #visibility struct #name { #(#declared),* }
        };
        quote! {
            #item

            const _: () = {
                #bindable

                #[allow(unused_parens, unused_variables, deprecated, clippy::all, clippy::pedantic)]
                unsafe impl ::accel::Element for #name {
                    type Columns = #columns;
                    type Views<'a> = #views;

                    const COLUMNS: ::core::primitive::usize = #count;

                    fn taken<#source: ::core::marker::Sync>(
                        proven: ::accel::host::Proven,
                        site: ::core::primitive::u32,
                        items: &[#source],
                        mut used: ::accel::host::Used,
                        part: impl ::core::ops::Fn(&#source) -> Self
                            + ::core::marker::Copy
                            + ::core::marker::Sync,
                    ) -> ::accel::host::Result<Self::Columns> {
                        ::core::result::Result::Ok(#taken)
                    }

                    fn views(#pattern: &Self::Columns) -> Self::Views<'_> {
                        #viewed
                    }

                    fn device_view(
                        #pattern: &Self::Columns,
                    ) -> ::accel::host::Result<Self::Views<'_>> {
                        #lent
                    }

                    fn device_mut(#pattern: &mut Self::Columns) -> ::accel::host::Result<()> {
                        #(#given)*
                        ::core::result::Result::Ok(())
                    }

                    fn hold(
                        #pattern: &Self::Columns,
                        count: ::core::primitive::usize,
                    ) -> ::core::primitive::bool {
                        #(#held)&&*
                    }

                    fn length(#pattern: Self::Views<'_>) -> ::core::primitive::usize {
                        <#first_type as ::accel::Element>::length(#first)
                    }

                    fn get(#pattern: Self::Views<'_>, position: ::core::primitive::usize) -> Self {
                        #name { #(#got),* }
                    }

                    fn copies(
                        site: ::core::primitive::u32,
                        #pattern: Self::Views<'_>,
                    ) -> ::accel::host::Result<Self::Columns> {
                        ::core::result::Result::Ok(#copied)
                    }

                    fn reborrow<'short, 'long: 'short>(
                        #pattern: Self::Views<'long>,
                    ) -> Self::Views<'short> {
                        #shortened
                    }
                }

                #[allow(unused_parens, unused_variables, deprecated, clippy::all, clippy::pedantic)]
                impl ::accel::RowElement for #name {
                    type Row<'a> = ::accel::RowView<'a, Self>;
                    type Slices<'a> = #slices;

                    fn row(views: Self::Views<'_>) -> Self::Row<'_> {
                        ::accel::RowView::of(views)
                    }

                    fn slices(#pattern: Self::Views<'_>) -> Self::Slices<'_> {
                        #sliced
                    }
                }

                #[allow(unused_parens, unused_variables, deprecated, clippy::all, clippy::pedantic)]
                impl ::accel::Product for #name {
                    type Components<const RANK: ::core::primitive::usize> = #components_type;

                    fn components<const RANK: ::core::primitive::usize>(
                        shape: [::core::primitive::usize; RANK],
                        #pattern: Self::Columns,
                    ) -> Self::Components<{ RANK }> {
                        #made
                    }
                }

                #given_by_components
            };
        }
    }

    /// A type for an item of this visibility. A struct that fewer can see is replaced by the types that it
    /// consists of.
    fn as_visible_as(&self, visibility: &Option<Visibility>, ty: &Ty) -> TokenStream {
        match ty {
            Ty::Tuple(fields) => {
                let fields = fields.iter().map(|field| self.as_visible_as(visibility, field));
                super::tuple(&Vec::from_iter(fields))
            }
            Ty::Struct(index) if !self.is_visible_where(*index, visibility) => {
                let fields = self.checked.context.structs[*index].fields.iter();
                bundle(fields.map(|(_, field)| self.as_visible_as(visibility, field)).collect())
            }
            _ => self.element_type(ty).unwrap_or_default(),
        }
    }

    /// Returns true if a struct can be named wherever an item of this visibility can.
    fn is_visible_where(&self, index: usize, visibility: &Option<Visibility>) -> bool {
        let own = self.struct_item(index).and_then(|item| item.visibility.as_ref());
        match (own, visibility) {
            (Some(Visibility::Public(_)), _) | (_, None | Some(Visibility::Inherited)) => true,
            (None, _) => false,
            (Some(own), Some(other)) => {
                own.to_token_stream().to_string() == other.to_token_stream().to_string()
            }
        }
    }

    /// The derives that a struct needs and its user has not written.
    fn derived(&self, attributes: &[syn::Attribute], span: proc_macro2::Span) -> TokenStream {
        let mut written: Vec<String> = Vec::new();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
            let _ = attribute.parse_nested_meta(|meta| {
                let last = meta.path.segments.last();
                written.extend(last.map(|segment| segment.ident.to_string()));
                Ok(())
            });
        }
        let missing = DERIVED.iter().filter(|(_, name)| !written.iter().any(|w| w == name));
        let missing = missing.map(|(module, name)| {
            let (module, name) = (format_ident!("{module}"), format_ident!("{name}"));
            quote!(::core::#module::#name)
        });
        let missing: Vec<_> = missing.collect();
        if missing.is_empty() {
            return TokenStream::new();
        }
        quote_spanned!(span=> #[derive(#(#missing),*)])
    }

    /// A name for a type parameter, which no struct of the block has: the fields' types are written
    /// where it is known.
    fn type_parameter(&self, wanted: &str) -> Ident {
        let structs = &self.checked.context.structs;
        let mut name = wanted.to_string();
        while structs.iter().any(|structure| *structure.name.text == *name) {
            name += "0";
        }
        Ident::new(&name, proc_macro2::Span::call_site())
    }

    /// An array of the struct is taken as arrays of its fields, as one of tuples is.
    fn given_by_components(&self, name: &Ident, types: &[TokenStream]) -> TokenStream {
        if types.len() > MOST_COMPONENTS {
            return TokenStream::new();
        }
        let arrays: Vec<_> = (0..types.len())
            .map(|number| self.type_parameter(&format!("Column{number}")))
            .collect();
        let (given, input) = match types {
            [only] => (
                only.clone(),
                quote!(::accel::Argument::<'a, #only, { RANK }>::input_of(self.0, proven, site, used)?),
            ),
            _ => {
                let tuple = super::tuple(types);
                let input = quote!(
                    ::accel::Argument::<'a, #tuple, { RANK }>::input_of(self, proven, site, used)?
                );
                (tuple, input)
            }
        };
        quote! {
            #[allow(deprecated, clippy::all, clippy::pedantic)]
            unsafe impl<
                'a,
                #(#arrays: ::accel::Argument<'a, #types, { RANK }>,)*
                const RANK: ::core::primitive::usize,
            >
                ::accel::Argument<'a, #name, { RANK }> for (#(#arrays,)*)
            {
                fn input_of(
                    self,
                    proven: ::accel::host::Proven,
                    site: ::core::primitive::u32,
                    used: ::accel::host::Used,
                ) -> ::accel::host::Result<(
                    ::accel::host::Input<'a, #name>,
                    [::core::primitive::usize; RANK],
                )> {
                    let (input, shape): (::accel::host::Input<'a, #given>, _) = #input;
                    ::core::result::Result::Ok((
                        match input {
                            ::accel::host::Input::Borrowed(views) => {
                                ::accel::host::Input::Borrowed(views)
                            }
                            ::accel::host::Input::Owned(columns) => {
                                ::accel::host::Input::Owned(columns)
                            }
                        },
                        shape,
                    ))
                }
            }
        }
    }
}
