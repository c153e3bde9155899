//! Structs: the same struct in Rust, as an element of arrays.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Visibility;

use super::{Interface, bindable};
use crate::emit::cpu::nested_tuple;
use crate::syntax::tree::Item;
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

/// A struct of the block, as the impls of its traits name it.
struct StructFields<'a> {
    name: &'a Ident,
    fields: Vec<Ident>,
    /// The types of the fields.
    types: &'a [TokenStream],
    /// The types of the fields as items may name them that are as visible as the struct.
    visible_types: Vec<TokenStream>,
    /// The variables for the columns of each field. A field's own name would not do: it may be `position` or
    /// `views`.
    columns: Vec<Ident>,
}

impl StructFields<'_> {
    /// The impl of `Element`: a column for each scalar component.
    fn element_impl(&self, source: &Ident) -> TokenStream {
        let name = self.name;
        let visible = || self.visible_types.iter().map(element);
        let columns = nested_tuple(visible().map(|element| quote!(#element::Columns)).collect());
        let views = nested_tuple(visible().map(|element| quote!(#element::Views<'a>)).collect());
        let counts = self.types.iter().map(element).map(|element| quote!(#element::COLUMNS));
        let of_columns = self.functions_of_columns(source);
        let of_views = self.functions_of_views();
        quote! {
            unsafe impl ::accel::Element for #name {
                type Columns = #columns;
                type Views<'a> = #views;

                const COLUMNS: ::core::primitive::usize = #(#counts)+*;

                #of_columns

                #of_views
            }
        }
    }

    /// The functions of `Element` that make columns and take them.
    fn functions_of_columns(&self, source: &Ident) -> TokenStream {
        let pattern = self.pattern();
        let columns = nested_tuple(self.elements_with(&self.fields).map(|(element, field)| quote!(
            #element::columns_of_items(
                proven, site, items, used.next(#element::COLUMNS), move |item| part(item).#field
            )?
        )).collect());
        let viewed = self.each(|element, column| quote!(#element::views(#column)));
        let on_device = match self.columns.as_slice() {
            [_] => self.each(|element, column| quote!(#element::device_view(#column))),
            _ => {
                let all = self.each(|element, column| quote!(#element::device_view(#column)?));
                quote!(::core::result::Result::Ok(#all))
            }
        };
        let given = self
            .elements_with(&self.columns)
            .map(|(element, column)| quote!(#element::device_mut(#column)?;));
        let held = self
            .elements_with(&self.columns)
            .map(|(element, column)| quote!(#element::hold(#column, count)));
        quote! {
            fn columns_of_items<#source: ::core::marker::Sync>(
                proven: ::accel::host::Proven,
                site: ::core::primitive::u32,
                items: &[#source],
                mut used: ::accel::host::Used,
                part: impl ::core::ops::Fn(&#source) -> Self
                    + ::core::marker::Copy
                    + ::core::marker::Sync,
            ) -> ::accel::host::Result<Self::Columns> {
                ::core::result::Result::Ok(#columns)
            }

            fn views(#pattern: &Self::Columns) -> Self::Views<'_> {
                #viewed
            }

            fn device_view(
                #pattern: &Self::Columns,
            ) -> ::accel::host::Result<Self::Views<'_>> {
                #on_device
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
        }
    }

    /// The functions of `Element` that take views of columns.
    fn functions_of_views(&self) -> TokenStream {
        let name = self.name;
        let pattern = self.pattern();
        let (first, first_element) = (&self.columns[0], element(&self.types[0]));
        let got = self
            .elements_with(&self.columns)
            .zip(&self.fields)
            .map(|((element, column), field)| quote!(#field: #element::get(#column, position)));
        let copied = self.each(|element, column| quote!(#element::copies(site, #column)?));
        let shortened = self.each(|element, column| quote!(#element::reborrow(#column)));
        quote! {
            fn length(#pattern: Self::Views<'_>) -> ::core::primitive::usize {
                #first_element::length(#first)
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
    }

    /// The impl of `RowElement`: the slices of a row's fields.
    fn row_element_impl(&self) -> TokenStream {
        let name = self.name;
        let pattern = self.pattern();
        let visible = || self.visible_types.iter().map(|ty| quote!(<#ty as ::accel::RowElement>));
        let slices = super::tuple(&Vec::from_iter(visible().map(|row| quote!(#row::Slices<'a>))));
        let sliced =
            visible().zip(&self.columns).map(|(row, column)| quote!(#row::slices(#column)));
        let sliced = super::tuple(&Vec::from_iter(sliced));
        quote! {
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
        }
    }

    /// The impl of `Product`: an array of the struct becomes one array for each field.
    fn product_impl(&self) -> TokenStream {
        let name = self.name;
        let pattern = self.pattern();
        let arrays = self.visible_types.iter().map(|ty| quote!(::accel::Array<#ty, { RANK }>));
        let arrays = super::tuple(&Vec::from_iter(arrays));
        let made = self.columns.iter();
        let made = made.map(|column| quote!(::accel::Array::from_columns(shape, #column)));
        let made = super::tuple(&Vec::from_iter(made));
        quote! {
            impl ::accel::Product for #name {
                type Components<const RANK: ::core::primitive::usize> = #arrays;

                fn components<const RANK: ::core::primitive::usize>(
                    shape: [::core::primitive::usize; RANK],
                    #pattern: Self::Columns,
                ) -> Self::Components<{ RANK }> {
                    #made
                }
            }
        }
    }

    /// The pattern that binds the columns of each field.
    fn pattern(&self) -> TokenStream {
        nested_tuple(self.columns.iter().map(|column| quote!(#column)).collect())
    }

    /// A nested_tuple of one expression for each field, which is made of the field's type as `Element` and the
    /// variable for its columns.
    fn each(&self, expression: impl Fn(TokenStream, &Ident) -> TokenStream) -> TokenStream {
        let pairs = self.elements_with(&self.columns);
        nested_tuple(pairs.map(|(element, column)| expression(element, column)).collect())
    }

    /// The types of the fields as `Element`, each with the name of the same field.
    fn elements_with<'a>(
        &'a self,
        names: &'a [Ident],
    ) -> impl Iterator<Item = (TokenStream, &'a Ident)> {
        self.types.iter().map(element).zip(names)
    }
}

/// A type as `Element`.
fn element(ty: &TokenStream) -> TokenStream {
    quote!(<#ty as ::accel::Element>)
}

impl Interface<'_> {
    /// The struct, and the impls that say how arrays of it are stored.
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
        let item = quote_spanned! {name.span()=>
            #(#attributes)*
            #derived
            #visibility struct #name { #(#declared),* }
        };
        let visible = structure.fields.iter().map(|(_, ty)| self.as_visible_as(visibility, ty));
        let fields = StructFields {
            name: &name,
            fields: structure.fields.iter().map(|(field, _)| self.ident(field)).collect(),
            types: &types,
            visible_types: visible.collect(),
            columns: (0..types.len()).map(|number| format_ident!("column_{number}")).collect(),
        };
        let bound = BOUND.iter().map(|name| format_ident!("{name}"));
        let bindable = bindable(&Vec::from_iter(fields.columns.iter().cloned().chain(bound)));
        let element = fields.element_impl(&self.type_parameter("S"));
        let row_element = fields.row_element_impl();
        let product = fields.product_impl();
        // If nothing in the block takes arrays of it, it is rustc that knows if Rust uses it. For that no other type
        // may have an impl that mentions it.
        let given_by_components = match self.is_unused(index) {
            true => TokenStream::new(),
            false => self.given_by_components(&name, &types),
        };
        quote! {
            #item

            const _: () = {
                #bindable

                #[allow(unused_parens, unused_variables, deprecated, clippy::all, clippy::pedantic)]
                #element

                #[allow(unused_parens, unused_variables, deprecated, clippy::all, clippy::pedantic)]
                #row_element

                #[allow(unused_parens, unused_variables, deprecated, clippy::all, clippy::pedantic)]
                #product

                #given_by_components
            };
        }
    }

    /// Returns true if nothing in the block mentions a struct, which is a private one.
    fn is_unused(&self, index: usize) -> bool {
        let name = &self.checked.context.structs[index].name.text;
        let is_it = |item: &&Item| matches!(item, Item::Struct(item) if item.name.text == *name);
        self.unused.iter().any(is_it)
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
                nested_tuple(
                    fields.map(|(_, field)| self.as_visible_as(visibility, field)).collect(),
                )
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
