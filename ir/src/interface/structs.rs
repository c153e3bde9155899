//! Structs: the same struct in Rust, as an element of arrays.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::Interface;
use crate::emit::cpu::bundle;
use crate::types::StructType;

/// What a struct derives unless its user says otherwise.
const DERIVED: [&str; 4] = ["Clone", "Copy", "Debug", "PartialEq"];

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
            (0..fields.len()).map(|number| quote::format_ident!("column_{number}")).collect();
        let pattern = bundle(parts.iter().map(|part| quote!(#part)).collect());
        let first = &parts[0];
        let first_type = &types[0];
        let each_of = |names: &[Ident], of: &dyn Fn(&TokenStream, &Ident) -> TokenStream| {
            bundle(types.iter().zip(names).map(|(ty, name)| of(ty, name)).collect())
        };
        let each = |of: &dyn Fn(&TokenStream, &Ident) -> TokenStream| each_of(&parts, of);
        let element = |ty: &TokenStream| quote!(<#ty as ::accel::Element>);
        let columns = each(&|ty, _| {
            let element = element(ty);
            quote!(#element::Columns)
        });
        let views = each(&|ty, _| {
            let element = element(ty);
            quote!(#element::Views<'a>)
        });
        let taken = each_of(&fields, &|ty, field| {
            let element = element(ty);
            quote!(#element::taken(
                proven, items, used.next(#element::COLUMNS), move |item| part(item).#field
            ))
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
                quote!(#element::lent(#part))
            }
            _ => {
                let all = each(&|ty, part| {
                    let element = element(ty);
                    quote!(#element::lent(#part)?)
                });
                quote!(::core::result::Result::Ok(#all))
            }
        };
        let given = types.iter().zip(&parts).map(|(ty, part)| {
            let element = element(ty);
            quote!(#element::give(#part)?;)
        });
        let held = types.iter().zip(&parts).map(|(ty, part)| {
            let element = element(ty);
            quote!(#element::hold(#part, count))
        });
        let copied = each(&|ty, part| {
            let element = element(ty);
            quote!(#element::copies(#part))
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
            types.iter().map(|ty| quote!(::accel::Array<#ty, RANK>)).collect();
        let components_type = super::tuple(&components);
        let made: Vec<TokenStream> =
            parts.iter().map(|part| quote!(::accel::Array::from_columns(shape, #part))).collect();
        let made = super::tuple(&made);
        let slices: Vec<TokenStream> =
            types.iter().map(|ty| quote!(<#ty as ::accel::RowElement>::Slices<'a>)).collect();
        let slices = super::tuple(&slices);
        let sliced = types.iter().zip(&parts);
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

            #[allow(unused_parens, unused_variables, deprecated)]
            unsafe impl ::accel::Element for #name {
                type Columns = #columns;
                type Views<'a> = #views;

                const COLUMNS: usize = #count;

                fn taken<#source: ::core::marker::Sync>(
                    proven: ::accel::host::Proven,
                    items: &[#source],
                    mut used: ::accel::host::Used,
                    part: impl ::core::ops::Fn(&#source) -> Self
                        + ::core::marker::Copy
                        + ::core::marker::Sync,
                ) -> Self::Columns {
                    #taken
                }

                fn views(#pattern: &Self::Columns) -> Self::Views<'_> {
                    #viewed
                }

                fn lent(
                    #pattern: &Self::Columns,
                ) -> ::accel::host::Result<Self::Views<'_>> {
                    #lent
                }

                fn give(#pattern: &mut Self::Columns) -> ::accel::host::Result<()> {
                    #(#given)*
                    ::core::result::Result::Ok(())
                }

                fn hold(#pattern: &Self::Columns, count: usize) -> bool {
                    #(#held)&&*
                }

                fn length(#pattern: Self::Views<'_>) -> usize {
                    <#first_type as ::accel::Element>::length(#first)
                }

                fn get(#pattern: Self::Views<'_>, position: usize) -> Self {
                    #name { #(#got),* }
                }

                fn copies(#pattern: Self::Views<'_>) -> Self::Columns {
                    #copied
                }

                fn reborrow<'short, 'long: 'short>(
                    #pattern: Self::Views<'long>,
                ) -> Self::Views<'short> {
                    #shortened
                }
            }

            #[allow(unused_parens, unused_variables, deprecated)]
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

            #[allow(unused_parens, unused_variables, deprecated)]
            impl ::accel::Product for #name {
                type Components<const RANK: usize> = #components_type;

                fn components<const RANK: usize>(
                    shape: [usize; RANK],
                    #pattern: Self::Columns,
                ) -> Self::Components<RANK> {
                    #made
                }
            }

            #given_by_components
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
        let missing = DERIVED.into_iter().filter(|name| !written.iter().any(|w| w == name));
        let missing = missing.map(|name| Ident::new(name, proc_macro2::Span::call_site()));
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
                quote!(::accel::Argument::<'a, #only, RANK>::input_of(self.0, proven, site, used)?),
            ),
            _ => {
                let tuple = super::tuple(types);
                let input = quote!(::accel::Argument::<'a, #tuple, RANK>::input_of(self, proven, site, used)?);
                (tuple, input)
            }
        };
        quote! {
            #[diagnostic::do_not_recommend]
            #[allow(deprecated)]
            unsafe impl<'a, #(#arrays: ::accel::Argument<'a, #types, RANK>,)* const RANK: usize>
                ::accel::Argument<'a, #name, RANK> for (#(#arrays,)*)
            {
                fn input_of(
                    self,
                    proven: ::accel::host::Proven,
                    site: u32,
                    used: ::accel::host::Used,
                ) -> ::accel::host::Result<(::accel::host::Input<'a, #name>, [usize; RANK])> {
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
