//! Arrays one after the other: copied piece by piece, not element by element.
//!
//! ```text
//! soac [i < n] { first = lt i m                       ys.set_row(m, bs[0..n - m])
//!     y = if first { index as [i] }            ─▶     ys.set_row(0, as[0..m])
//!         else { j = sub i m; index bs [j] }
//! } store y
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use super::context::Context;
use super::destination::Making;
use super::expression::RustExpression;
use super::writer::Writer;
use crate::core::sum::Sum;
use crate::core::{Atom, Soac, Var};
use crate::plan::schedule::cpu::{Piece, pieces_of};
use crate::source::Span;

impl Writer<'_, '_> {
    /// A SOAC that only puts arrays one after the other: its pieces, copied.
    pub(super) fn concatenated(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        span: Span,
        context: Context,
    ) -> Option<TokenStream> {
        let pieces = match context.copies_pieces(binds) {
            true => pieces_of(soac, self.variables)?,
            false => return None,
        };
        let mut tokens = TokenStream::new();
        let operation = soac.origins.first().map_or("concat", |origin| &origin.operation);
        let destination =
            self.destination_of(binds[0], Making::of(operation, span), &mut tokens, context);
        let count = self.plain(soac.space[0].extent).text;
        let limited = |code: &RustExpression| {
            let size = &code.text;
            quote!(usize::min(#size, #count))
        };
        // The last piece first: where pieces overlap, the first one has it.
        let mut end = count.clone();
        for piece in pieces.iter().rev() {
            let (destination, start) = match piece.start.known_size() {
                Some(0) => (destination.clone(), quote!(0)),
                _ => {
                    let start = limited(&self.plain(piece.start));
                    (destination.moved(RustExpression::whole(start.clone())), start)
                }
            };
            tokens.extend(destination.write(self.piece(piece, &start, &end), true));
            end = start;
        }
        Some(tokens)
    }

    /// A view of a piece that goes to these places.
    pub(super) fn piece(
        &mut self,
        piece: &Piece,
        start: &TokenStream,
        end: &TokenStream,
    ) -> TokenStream {
        let array = self.resolve(Atom::Var(piece.array));
        let array = self.plain(array).text;
        let from = self.sum_of(&piece.from);
        quote!(#array.view().piece(#from, #start, #end))
    }

    /// The value of a sum.
    fn sum_of(&mut self, sum: &Sum) -> TokenStream {
        let (plus, minus, constant) = sum.terms();
        let mut terms: Vec<TokenStream> =
            plus.iter().map(|var| self.plain(Atom::Var(*var)).text).collect();
        if constant != 0 || terms.is_empty() {
            terms.insert(0, self.plain(Atom::size(constant)).text);
        }
        let first = terms.remove(0);
        let minus = minus.iter().map(|var| self.plain(Atom::Var(*var)).text);
        quote!(#first #(.wrapping_add(#terms))* #(.wrapping_sub(#minus))*)
    }
}
