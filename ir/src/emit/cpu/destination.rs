//! The places where the elements of arrays go that nested SOACs store or keep.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use rustc_hash::FxHashMap;

use super::expression::RustExpression;
use crate::core::{Var, VarSet};
use crate::source::Span;

/// The operation that makes an array.
#[derive(Clone, Copy)]
pub(super) struct Making<'a> {
    /// Its name.
    pub(super) operation: &'a str,
    /// The place in the source.
    pub(super) span: Span,
    /// True if the variable of the array has been declared.
    pub(super) is_declared: bool,
}

impl<'a> Making<'a> {
    /// An operation whose array is declared as it is made.
    pub(super) fn of(operation: &'a str, span: Span) -> Making<'a> {
        Making { operation, span, is_declared: false }
    }
}

/// The destinations of arrays that have none of their own.
#[derive(Default)]
pub(super) struct Destinations {
    /// The destination of each array that has not been written yet.
    pub(super) of_arrays: FxHashMap<Var, Destination>,
    /// The rows of literals that lie in their places before the literal is made.
    pub(super) in_place: VarSet,
}

/// The destination of the elements of a stored array.
#[derive(Clone)]
pub(super) enum Destination {
    /// Into a buffer of its own, from this position on.
    Buffer(Ident, RustExpression),
    /// Into a row of an array that the kernel stores, from this position on.
    Row(Ident, RustExpression, RustExpression),
    /// Into a row at the end of a buffer that rows are appended to.
    EndOfBuffer(TokenStream),
}

impl Destination {
    /// The same place, further on.
    pub(super) fn moved(&self, by: RustExpression) -> Destination {
        let from = |start: &RustExpression| {
            if start.text.to_string() == "0" { by.clone() } else { RustExpression::sum(start, &by) }
        };
        match self {
            Destination::Buffer(name, start) => Destination::Buffer(name.clone(), from(start)),
            Destination::Row(name, row, start) => {
                Destination::Row(name.clone(), row.clone(), from(start))
            }
            Destination::EndOfBuffer(_) => unreachable!("a row is made before it is written"),
        }
    }

    /// Writes an element, or a row of elements.
    pub(super) fn write(&self, value: TokenStream, row: bool) -> TokenStream {
        match (self, row) {
            (Destination::Buffer(name, position), false) => {
                let position = &position.text;
                quote!(#name.set(#position, #value);)
            }
            (Destination::Buffer(name, position), true) => {
                let position = &position.text;
                quote!(#name.set_row(#position, #value.slice());)
            }
            (Destination::Row(name, lane, position), false) => {
                let (lane, position) = (&lane.text, &position.text);
                quote!(#name.set(#lane, #position, #value);)
            }
            (Destination::EndOfBuffer(_), _) => unreachable!("a row is made before it is written"),
            (Destination::Row(name, lane, position), true) => {
                let (lane, position) = (&lane.text, &position.text);
                quote!(#name.set_row(#lane, #position, #value.slice());)
            }
        }
    }
}
