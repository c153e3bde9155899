//! The Rust in which rustc finds what `types/lints` has found.

use proc_macro2::{Delimiter, Group, Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Attribute;

use crate::core::ScalarType;
use crate::interface::{Interface, attributes_of_lints, bindable, located};
use crate::source::Span;
use crate::syntax::tree::{BinaryOperator, Name};
use crate::types::lints::{Effectless, Finding, Given, Overflow};

impl Interface<'_> {
    /// The code that makes rustc warn of a finding about an item with these attributes.
    pub(super) fn written(&self, finding: &Finding, attributes: &[Attribute]) -> TokenStream {
        let (level, code) = match finding {
            // In Rust it is an error, for there it fails or has no meaning; here integers wrap.
            Finding::Overflow(overflow) => {
                (quote!(#[warn(arithmetic_overflow)]), self.overflow(overflow))
            }
            other => (TokenStream::new(), self.code(other)),
        };
        let attributes = attributes_of_lints(attributes);
        quote! {
            #level
            #(#attributes)*
            const _: () = {
                #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
                #code
            };
        }
    }

    fn code(&self, finding: &Finding) -> TokenStream {
        match finding {
            Finding::Overflow(overflow) => self.overflow(overflow),
            Finding::UselessComparison { place, operator, scalar, literal, is_left } => {
                let literal = Literal::u128_unsuffixed(*literal).into_token_stream();
                self.useless_comparison(*place, *operator, *scalar, literal, *is_left)
            }
            Finding::ComparedToNan { operator, scalar, sides, is_left } => {
                self.compared_to_nan(*operator, *scalar, *sides, *is_left)
            }
            Finding::UnreachablePattern { pattern, earlier, any_value } => {
                self.unreachable_pattern(*pattern, earlier, *any_value)
            }
            Finding::UnusedMut { name, place } => {
                let (binding, name, bindable) = self.mutable_binding(name, *place);
                quote!(fn bound() { #bindable let #binding = 0; let _ = #name; })
            }
            Finding::OnlyAssigned { name, place } => {
                let (binding, name, bindable) = self.mutable_binding(name, *place);
                quote! {
                    #[allow(unused_assignments)]
                    fn bound() { #bindable let #binding = 0; #name = 1; }
                }
            }
            Finding::NeverRead { name, place, given } => self.never_read(name, *place, *given),
            Finding::NoEffect { place, operation } => self.no_effect(*place, *operation),
            Finding::NewSize(name) => self.new_size(name),
        }
    }

    /// An operation on literals, or on one and a value that is not known.
    fn overflow(&self, overflow: &Overflow) -> TokenStream {
        let Overflow { place, scalar, operator, left, right: (right, of_right) } = overflow;
        let (first, last) = self.source.tokens(*place);
        let right = located(integer(*right, *of_right), last);
        let computed = match operator {
            None => {
                let minus = located(quote!(-), first);
                quote!(#minus (#right))
            }
            Some(operator) => {
                let left = match left {
                    Some(left) => integer(*left, *scalar),
                    None => quote!(value()),
                };
                let (left, operator) = (located(left, first), written(*operator));
                quote!(#left #operator #right)
            }
        };
        let value = value_of(*scalar);
        quote!(fn computed() { #value let _ = #computed; })
    }

    /// A comparison of a value with a literal.
    fn useless_comparison(
        &self,
        place: Span,
        operator: BinaryOperator,
        scalar: ScalarType,
        literal: TokenStream,
        is_left: bool,
    ) -> TokenStream {
        let (first, last) = self.source.tokens(place);
        let (left, right) = match is_left {
            true => (literal, quote!(value())),
            false => (quote!(value()), literal),
        };
        let (left, right) = (located(left, first), located(right, last));
        let (value, operator) = (value_of(scalar), written(operator));
        quote!(fn compared() { #value let _ = #left #operator #right; })
    }

    /// A comparison of a value with NaN.
    fn compared_to_nan(
        &self,
        operator: BinaryOperator,
        scalar: ScalarType,
        sides: [Span; 2],
        is_left: bool,
    ) -> TokenStream {
        let ty = format_ident!("{}", scalar.name());
        let nan = |place: Span| {
            let (first, last) = self.source.tokens(place);
            let (ty, nan) = (quote!(::core::primitive::#ty::), located(quote!(NAN), last));
            let ty = located(ty, first);
            quote!(#ty #nan)
        };
        let [left, right] = sides;
        let (left, right) = match is_left {
            true => (nan(left), self.value_at(right)),
            false => (self.value_at(left), nan(right)),
        };
        let (value, operator) = (value_of(scalar), written(operator));
        quote!(fn compared() { #value let _ = #left #operator #right; })
    }

    /// A `match` on a number, whose patterns are ranges at the places of the user's.
    fn unreachable_pattern(
        &self,
        pattern: Span,
        earlier: &[Span],
        any_value: bool,
    ) -> TokenStream {
        let range = |from: u32, to: u32, place: Span| {
            let (first, last) = self.source.tokens(place);
            let (from, to) = (located(quote!(#from), first), located(quote!(#to), last));
            quote!(#from..=#to)
        };
        let arms = (0u32..).zip(earlier).map(|(number, place)| match any_value {
            true => located(quote!(_), self.span(*place)),
            false if number as usize + 1 == earlier.len() => range(number, u32::MAX, *place),
            false => range(number, number, *place),
        });
        let (value, last) = (value_of(ScalarType::U32), range(0, u32::MAX, pattern));
        quote!(fn matched() { #value match value() { #(#arms => {})* #last => {} } })
    }

    /// A variable that is given a value in vain.
    fn never_read(&self, name: &Name, place: Span, given: Given) -> TokenStream {
        let read = quote!(fn read(_: ::core::primitive::i32) {});
        let plain = self.ident(name);
        let bindable = bindable(std::slice::from_ref(&plain));
        match given {
            Given::Let => {
                let (value, call) = (value_of(ScalarType::I32), self.value_at(place));
                quote! {
                    fn given() { #value #read #bindable let mut #plain = #call; #plain = 1; read(#plain); }
                }
            }
            Given::Assignment => {
                let (first, last) = self.source.tokens(place);
                let mut target = plain.clone();
                target.set_span(first);
                let value = located(quote!(1), last);
                quote! {
                    fn given() { #read #bindable let mut #plain = 0; read(#plain); #target = #value; }
                }
            }
            Given::Parameter => {
                let (binding, plain, bindable) = self.mutable_binding(name, place);
                quote! {
                    #bindable
                    #[allow(dead_code)]
                    fn given(#binding: ::core::primitive::i32) { #read #plain = 1; read(#plain); }
                }
            }
        }
    }

    fn no_effect(&self, place: Span, operation: Effectless) -> TokenStream {
        let (first, last) = self.source.tokens(place);
        let (scalar, statement) = match operation {
            Effectless::Path => (ScalarType::I32, located(quote!(value;), first)),
            Effectless::Unary => {
                let (minus, operand) =
                    (located(quote!(-), first), located(quote!(value();), last));
                (ScalarType::I32, quote!(#minus #operand))
            }
            Effectless::Binary(operator) => {
                let scalar = if operator.is_lazy() { ScalarType::Bool } else { ScalarType::I32 };
                let (left, right) =
                    (located(quote!(value()), first), located(quote!(value();), last));
                let operator = written(operator);
                (scalar, quote!(#left #operator #right))
            }
        };
        let value = value_of(scalar);
        quote!(fn unused() { #value #statement })
    }

    /// A constant of the name, which is deprecated for the reason: rustc has no lint for it.
    fn new_size(&self, size: &Name) -> TokenStream {
        let text = &size.text;
        let reason = format!(
            "the size `{text}` is new here: a block sees only its own constants; repeat \
             `const {text}: usize = …;` in the block, or write `{}`",
            text.to_lowercase()
        );
        let name = self.ident(size);
        quote! {
            fn size() {
                #[deprecated = #reason]
                const #name: ::core::primitive::usize = 0;
                let _ = #name;
            }
        }
    }

    /// `mut x` at its place, the variable, and the item that lets it be bound.
    fn mutable_binding(&self, name: &Name, place: Span) -> (TokenStream, Ident, TokenStream) {
        let keyword = located(quote!(mut), self.source.tokens(place).0);
        let name = self.ident(name);
        let bindable = bindable(std::slice::from_ref(&name));
        (quote!(#keyword #name), name, bindable)
    }

    /// A call of `value` that spans a place.
    fn value_at(&self, place: Span) -> TokenStream {
        let (first, last) = self.source.tokens(place);
        let name = Ident::new("value", first);
        let mut no_arguments = Group::new(Delimiter::Parenthesis, TokenStream::new());
        no_arguments.set_span(last);
        quote!(#name #no_arguments)
    }
}

/// A function that gives some value.
fn value_of(scalar: ScalarType) -> TokenStream {
    let ty = format_ident!("{}", scalar.name());
    quote!(fn value() -> ::core::primitive::#ty { ::core::default::Default::default() })
}

fn written(operator: BinaryOperator) -> TokenStream {
    operator.symbol().parse().unwrap_or_default()
}

/// An integer with its type.
fn integer(value: i128, scalar: ScalarType) -> TokenStream {
    let digits: TokenStream =
        format!("{}{}", value.unsigned_abs(), scalar.name()).parse().unwrap_or_default();
    if value < 0 { quote!(-#digits) } else { digits }
}
