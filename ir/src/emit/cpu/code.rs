//! Rust expressions with as few parentheses as they need.

use proc_macro2::TokenStream;
use quote::quote;

pub(super) use crate::emit::precedence::Strength;

/// An expression.
#[derive(Clone, Debug)]
pub(super) struct Code {
    /// Its tokens.
    pub(super) tokens: TokenStream,
    strength: Strength,
    /// The number of its operations.
    pub(super) operations: u32,
}

impl Code {
    /// A name, a literal, a call.
    pub(super) fn whole(tokens: TokenStream) -> Code {
        Code { tokens, strength: Strength::Whole, operations: 0 }
    }

    /// An expression made of others.
    pub(super) fn new(tokens: TokenStream, strength: Strength) -> Code {
        Code { tokens, strength, operations: 1 }
    }

    /// The same, known to have so many operations.
    pub(super) fn with_operations(mut self, operations: u32) -> Code {
        self.operations = operations;
        self
    }

    /// Returns true if it may stand in several places: a name or a literal.
    pub(super) fn is_simple(&self) -> bool {
        self.operations == 0 && self.strength >= Strength::Unary
    }

    /// As an operand of something that holds as tightly as `strength`.
    pub(super) fn operand(&self, strength: Strength) -> TokenStream {
        let tokens = &self.tokens;
        // `x as usize < n` would be read as the beginning of a generic type.
        let cast = self.strength == Strength::Cast && strength != Strength::Block;
        if self.strength.needs_parentheses(strength) || cast {
            quote!((#tokens))
        } else {
            tokens.clone()
        }
    }

    /// `left symbol right`, left-associative.
    pub(super) fn binary(
        left: &Code,
        symbol: TokenStream,
        right: &Code,
        strength: Strength,
    ) -> Code {
        let [first, tighter] = strength.of_operands();
        let (a, b) = (left.operand(first), right.operand(tighter));
        Code::new(quote!(#a #symbol #b), strength)
            .with_operations(left.operations + right.operations + 1)
    }

    /// `a + b`.
    pub(super) fn sum(a: &Code, b: &Code) -> Code {
        Code::binary(a, quote!(+), b, Strength::Sum)
    }

    /// `receiver.method(arguments)`.
    pub(super) fn method(receiver: &Code, method: &str, arguments: &[&Code]) -> Code {
        let name = super::names::ident(method);
        let operations = receiver.operations + arguments.iter().map(|a| a.operations).sum::<u32>();
        let receiver = receiver.operand(Strength::Whole);
        let arguments = arguments.iter().map(|argument| &argument.tokens);
        Code::whole(quote!(#receiver.#name(#(#arguments),*))).with_operations(operations + 1)
    }

    /// `path(arguments)`.
    pub(super) fn call(path: TokenStream, arguments: &[&Code]) -> Code {
        let operations = arguments.iter().map(|a| a.operations).sum::<u32>();
        let arguments = arguments.iter().map(|argument| &argument.tokens);
        Code::whole(quote!(#path(#(#arguments),*))).with_operations(operations + 1)
    }
}

/// `()`, `a`, or `(a, b)`; more than twelve become tuples of tuples, since traits are implemented
/// for tuples of up to twelve.
pub(crate) fn bundle(mut items: Vec<TokenStream>) -> TokenStream {
    while items.len() > 12 {
        items = items.chunks(12).map(|chunk| bundle(chunk.to_vec())).collect();
    }
    match items.as_slice() {
        [one] => one.clone(),
        _ => quote!((#(#items),*)),
    }
}
