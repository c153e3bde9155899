//! Rust expressions with as few parentheses as they need.

use proc_macro2::TokenStream;
use quote::quote;

pub(super) use crate::emit::expression::Strength;
use crate::emit::expression::{Text, TextExpression};

/// An expression of Rust.
pub(super) type RustExpression = TextExpression<TokenStream>;

impl Text for TokenStream {
    fn in_parentheses(&self) -> TokenStream {
        quote!((#self))
    }
}

impl RustExpression {
    /// Returns true if it may stand in several places: a name or a literal.
    pub(super) fn is_simple(&self) -> bool {
        self.operations == 0 && self.strength >= Strength::Unary
    }

    /// As an operand of something that holds as tightly as `strength`.
    pub(super) fn operand(&self, strength: Strength) -> TokenStream {
        // `x as usize < n` would be read as the beginning of a generic type.
        match self.strength == Strength::Cast && strength != Strength::Block {
            true => self.text.in_parentheses(),
            false => self.with_strength(strength),
        }
    }

    /// `left symbol right`, left-associative.
    pub(super) fn binary(
        left: &RustExpression,
        symbol: TokenStream,
        right: &RustExpression,
        strength: Strength,
    ) -> RustExpression {
        let [first, tighter] = strength.of_operands();
        let (a, b) = (left.operand(first), right.operand(tighter));
        RustExpression::new(quote!(#a #symbol #b), strength)
            .with_operations(left.operations + right.operations + 1)
    }

    /// `a + b`.
    pub(super) fn sum(a: &RustExpression, b: &RustExpression) -> RustExpression {
        RustExpression::binary(a, quote!(+), b, Strength::Sum)
    }

    /// `receiver.method(arguments)`.
    pub(super) fn method(
        receiver: &RustExpression,
        method: &str,
        arguments: &[&RustExpression],
    ) -> RustExpression {
        let name = super::names::ident(method);
        let operations = receiver.operations + arguments.iter().map(|a| a.operations).sum::<u32>();
        let receiver = receiver.operand(Strength::Whole);
        let arguments = arguments.iter().map(|argument| &argument.text);
        RustExpression::whole(quote!(#receiver.#name(#(#arguments),*)))
            .with_operations(operations + 1)
    }

    /// `path(arguments)`.
    pub(super) fn call(path: TokenStream, arguments: &[&RustExpression]) -> RustExpression {
        let operations = arguments.iter().map(|a| a.operations).sum::<u32>();
        let arguments = arguments.iter().map(|argument| &argument.text);
        RustExpression::whole(quote!(#path(#(#arguments),*))).with_operations(operations + 1)
    }
}

/// `()`, `a`, or `(a, b)`; more than twelve become tuples of tuples, since traits are implemented
/// for tuples of up to twelve.
pub(crate) fn nested_tuple(mut items: Vec<TokenStream>) -> TokenStream {
    while items.len() > 12 {
        items = items.chunks(12).map(|chunk| nested_tuple(chunk.to_vec())).collect();
    }
    match items.as_slice() {
        [one] => one.clone(),
        _ => quote!((#(#items),*)),
    }
}
