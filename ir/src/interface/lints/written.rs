//! The Rust in which rustc finds what `types/lints` has found.

use proc_macro2::{Delimiter, Group, Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Attribute;

use crate::core::{Constant, ScalarType};
use crate::interface::{Interface, attributes_of_lints, bindable, located};
use crate::source::Span;
use crate::syntax::tree::{BinaryOperator, Name};
use crate::types::lints::{Definition, Effectless, Finding, Overflow};

impl Interface<'_> {
    /// The code that makes rustc warn of a finding about an item with these attributes.
    pub(super) fn written(&self, finding: &Finding, attributes: &[Attribute]) -> TokenStream {
        if matches!(finding, Finding::Overflow(_)) && allows(attributes, "arithmetic_overflow") {
            return TokenStream::new();
        }
        let code = self.code(finding);
        let attributes = attributes_of_lints(attributes);
        quote! {
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
            Finding::OnlyAssigned { name, place, assignment } => {
                let (binding, name, bindable) = self.mutable_binding(name, *place);
                // rustc takes an assignment inside of the initial value for a part of it.
                let value = located(quote!(0), name.span());
                let assigned = self.assigned(&name, *assignment);
                quote! {
                    #[allow(unused_assignments)]
                    fn bound() { #bindable let #binding = #value; #assigned }
                }
            }
            Finding::NeverRead { name, place, definition } => {
                self.never_read(name, *place, *definition)
            }
            Finding::NoEffect { place, operation } => self.no_effect(*place, *operation),
            Finding::Endless { name, call } => self.endless(name, *call),
            Finding::NewSize(name) => self.new_size(name),
        }
    }

    /// A macro that is deprecated for the reason. In Rust an overflow is an error; here integers wrap. And rustc
    /// finds its own overflows only when it writes machine code.
    fn overflow(&self, overflow: &Overflow) -> TokenStream {
        let (first, last) = self.source.tokens(overflow.place);
        let (module, name) = (Ident::new("arithmetic", first), Ident::new("overflow", last));
        let (plain_module, plain_name) = (format_ident!("{module}"), format_ident!("{name}"));
        let reason = reason(overflow);
        quote! {
            mod #plain_module {
                #[deprecated = #reason]
                macro_rules! #plain_name { () => {} }
                #[allow(deprecated)]
                pub(crate) use #plain_name;
            }
            #module::#name! {}
        }
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
        let (value, operator) = (value_of(scalar), operator_at(operator, first));
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
        let (value, operator) = (value_of(scalar), operator_at(operator, self.span(sides[0])));
        quote!(fn compared() { #value let _ = #left #operator #right; })
    }

    /// A `match` on a number, whose patterns are ranges at the places of the user's.
    fn unreachable_pattern(&self, pattern: Span, earlier: &[Span], any_value: bool) -> TokenStream {
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
    fn never_read(&self, name: &Name, place: Span, definition: Definition) -> TokenStream {
        let read = quote!(
            fn read(_: ::core::primitive::i32) {}
        );
        let plain = self.ident(name);
        let bindable = bindable(std::slice::from_ref(&plain));
        match definition {
            Definition::Let => {
                let (value, call) = (value_of(ScalarType::I32), self.value_at(place));
                quote! {
                    fn defined() { #value #read #bindable let mut #plain = #call; #plain = 1; read(#plain); }
                }
            }
            Definition::Assignment => {
                let assigned = self.assigned(&plain, place);
                quote! {
                    fn defined() { #read #bindable let mut #plain = 0; read(#plain); #assigned }
                }
            }
            Definition::Parameter => {
                let (binding, plain, bindable) = self.mutable_binding(name, place);
                quote! {
                    #bindable
                    #[allow(dead_code)]
                    fn defined(#binding: ::core::primitive::i32) { #read #plain = 1; read(#plain); }
                }
            }
        }
    }

    /// `x = 1;` at the place of an assignment.
    fn assigned(&self, name: &Ident, place: Span) -> TokenStream {
        let (first, last) = self.source.tokens(place);
        let (target, value) = (located(quote!(#name =), first), located(quote!(1;), last));
        quote!(#target #value)
    }

    fn no_effect(&self, place: Span, operation: Effectless) -> TokenStream {
        let (first, last) = self.source.tokens(place);
        let (scalar, statement) = match operation {
            Effectless::Path => (ScalarType::I32, located(quote!(value;), first)),
            Effectless::Unary => {
                let (minus, operand) = (located(quote!(-), first), located(quote!(value();), last));
                (ScalarType::I32, quote!(#minus #operand))
            }
            Effectless::Binary(operator) => {
                let scalar = if operator.is_lazy() { ScalarType::Bool } else { ScalarType::I32 };
                let (left, right) =
                    (located(quote!(value()), first), located(quote!(value();), last));
                let operator = operator_at(operator, first);
                (scalar, quote!(#left #operator #right))
            }
        };
        let value = value_of(scalar);
        quote!(fn unused() { #value #statement })
    }

    /// A function of the name, which calls itself.
    fn endless(&self, name: &Name, call: Span) -> TokenStream {
        let (first, last) = self.source.tokens(call);
        let name = self.ident(name);
        let head = located(quote!(fn #name()), name.span());
        let (callee, no_arguments) = (located(quote!(#name), first), located(quote!(()), last));
        // The place of a function is one of the macro if its body is.
        let mut body = Group::new(Delimiter::Brace, quote!(#callee #no_arguments));
        body.set_span(name.span());
        quote!(#head #body)
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

/// An operator at a place: rustc takes the place of an expression for one of the macro if its operator is.
fn operator_at(operator: BinaryOperator, place: proc_macro2::Span) -> TokenStream {
    located(operator.symbol().parse().unwrap_or_default(), place)
}

/// What becomes of an operation that overflows, and the method for those who mean it.
fn reason(overflow: &Overflow) -> String {
    let Overflow { scalar, operator, left, right: (right, of_right), .. } = overflow;
    let wrapped = |exact: Option<i128>| {
        let value = exact.and_then(|exact| Constant::from_integer(*scalar, exact).integer());
        value.map_or(String::new(), |value| format!(", and wraps around to {value}"))
    };
    let instead = |method: &str| format!("if that is meant, write `{method}`");
    match operator {
        None => format!(
            "attempt to negate `{}`, which would overflow{}; {}",
            integer(*right, *scalar),
            wrapped(right.checked_neg()),
            instead("wrapping_neg")
        ),
        Some(operator) if operator.is_shift() => {
            let (bits, direction) = (8 * scalar.bytes() as i128, shift(*operator));
            format!(
                "attempt to shift {direction} by `{}`, which would overflow, as `{scalar}` has {bits} bits, and shifts \
                 by {}; {}",
                integer(*right, *of_right),
                right.rem_euclid(bits),
                instead(match operator {
                    BinaryOperator::ShiftLeft => "wrapping_shl",
                    _ => "wrapping_shr",
                })
            )
        }
        Some(operator) => {
            let left = left.unwrap_or_default();
            let (exact, method) = match operator {
                BinaryOperator::Add => (left.checked_add(*right), "wrapping_add"),
                BinaryOperator::Subtract => (left.checked_sub(*right), "wrapping_sub"),
                _ => (left.checked_mul(*right), "wrapping_mul"),
            };
            format!(
                "attempt to compute `{} {} {}`, which would overflow{}; {}",
                integer(left, *scalar),
                operator.symbol(),
                integer(*right, *of_right),
                wrapped(exact),
                instead(method)
            )
        }
    }
}

fn shift(operator: BinaryOperator) -> &'static str {
    if operator == BinaryOperator::ShiftLeft { "left" } else { "right" }
}

/// An integer as rustc writes it.
fn integer(value: i128, scalar: ScalarType) -> String {
    match value {
        _ if scalar.is_signed() && value == scalar.minimum() => format!("{scalar}::MIN"),
        _ if value == scalar.maximum() => format!("{scalar}::MAX"),
        _ => format!("{value}_{scalar}"),
    }
}

/// Returns true if the attributes of an item allow a lint.
fn allows(attributes: &[Attribute], lint: &str) -> bool {
    let allowed = attributes.iter().filter(|attribute| attribute.path().is_ident("allow"));
    allowed.filter_map(|attribute| attribute.meta.require_list().ok()).any(|list| {
        let tokens = list.tokens.clone().into_iter();
        tokens.into_iter().any(|token| token.to_string() == lint)
    })
}
