//! Places in the user's program, as small numbers.
//!
//! The compiler's core carries a [`Span`] on every node and knows nothing about tokens; the
//! [`SourceMap`] of a compilation turns it back into tokens (for errors) and into a line and a
//! column (for run-time errors).

use crate::tokens;

/// A place in the source of one compilation: an index into its [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Span(u32);

impl Span {
    /// The place of things that the user did not write.
    pub const NONE: Span = Span(0);

    /// The place with a number, as [`Span::number`] gives it.
    pub fn from_number(number: u32) -> Span {
        Span(number)
    }

    /// The number of the place; 0 for things that the user did not write.
    pub fn number(self) -> u32 {
        self.0
    }

    /// Returns true if this is a place at all.
    pub fn is_some(self) -> bool {
        self.0 != 0
    }
}

/// A line (from 1) and a column (from 1) of the user's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
pub struct Location {
    /// Counted from 1; 0 where the place is unknown.
    pub line: u32,
    /// Counted from 1; 0 where the place is unknown.
    pub column: u32,
}

/// The tokens behind the [`Span`]s of one compilation: first and last token of each place.
#[derive(Default)]
pub struct SourceMap {
    places: Vec<(proc_macro2::Span, proc_macro2::Span)>,
}

impl SourceMap {
    /// Registers the place from the token at `first` to the token at `last`.
    pub fn add(&mut self, first: proc_macro2::Span, last: proc_macro2::Span) -> Span {
        self.places.push((first, last));
        Span(u32::try_from(self.places.len()).expect("fewer than 2^32 tokens"))
    }

    /// The first and the last token of a place; the macro's call site where there is none.
    pub fn tokens(&self, span: Span) -> (proc_macro2::Span, proc_macro2::Span) {
        match span.0 {
            0 => (proc_macro2::Span::call_site(), proc_macro2::Span::call_site()),
            index => self.places[index as usize - 1],
        }
    }

    /// The location at which a place begins.
    pub fn location(&self, span: Span) -> Location {
        if !span.is_some() {
            return Location::default();
        }
        tokens::location(self.tokens(span).0)
    }
}
