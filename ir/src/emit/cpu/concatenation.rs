//! Arrays one after the other: copied piece by piece, not element by element.
//!
//! `concat` is a choice by index in the core language, so that it fuses. Where it has not, and its
//! lanes run in one loop, the loop would take a branch for each element:
//!
//! ```text
//! soac [i < n] { first = lt i m                       ys.set_row(m, bs[0..n - m])
//!     y = if first { index as [i] }            ─▶     ys.set_row(0, as[0..m])
//!         else { j = sub i m; index bs [j] }
//! } store y
//! ```

use std::slice;

use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::writer::Writer;
use crate::core::operation::Operation;
use crate::core::sum::Sum;
use crate::core::{Atom, Block, Expression, Output, Soac, Statement, Var, Variables};
use crate::source::Span;

/// A piece: elements of an array that follow each other.
pub(super) struct Piece {
    pub(super) array: Var,
    /// The first of them, and where it goes in the result.
    pub(super) from: Sum,
    pub(super) start: Atom,
}

/// The pieces of what a SOAC stores, if it only puts arrays one after the other.
pub(super) fn pieces_of(soac: &Soac, variables: &Variables) -> Option<Vec<Piece>> {
    let [lane] = soac.space[..] else { return None };
    let [Output::Store(Atom::Var(value))] = soac.outputs[..] else { return None };
    let mut pieces = Vec::new();
    if variables.ty(value).is_scalar() {
        find(&soac.body, value, lane.index, &[], Atom::size(0), &mut pieces)?;
    }
    (pieces.len() > 1).then_some(pieces)
}

/// What statements added or subtracted to get a size.
pub(super) fn terms_of(size: Atom, made: &[Statement]) -> Option<(Operation, [Atom; 2])> {
    let var = size.var()?;
    let made = made.iter().find(|made| made.binds.first() == Some(&var))?;
    match &made.expression {
        Expression::Scalar(operation @ (Operation::Add | Operation::Subtract), operands) => {
            Some((*operation, [operands[0], operands[1]]))
        }
        _ => None,
    }
}

impl Writer<'_, '_> {
    /// A SOAC that only puts arrays one after the other: its pieces, copied.
    pub(super) fn concatenated(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        span: Span,
    ) -> Option<TokenStream> {
        let pieces = pieces_of(soac, self.variables)?;
        let mut tokens = TokenStream::new();
        let operation = soac.origins.first().map_or("concat", |origin| &origin.operation);
        let sink = self.sink_of(binds[0], operation, span, &mut tokens);
        let count = self.plain(soac.space[0].extent).tokens;
        let limited = |code: &Code| {
            let size = &code.tokens;
            quote!(usize::min(#size, #count))
        };
        // The last piece first: where pieces overlap, the first one has it.
        let mut end = count.clone();
        for piece in pieces.iter().rev() {
            let (sink, start) = match piece.start.known_size() {
                Some(0) => (sink.clone(), quote!(0)),
                _ => {
                    let start = limited(&self.plain(piece.start));
                    (sink.moved(Code::whole(start.clone())), start)
                }
            };
            tokens.extend(sink.write(self.piece(piece, &start, &end), true));
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
        let array = self.plain(array).tokens;
        let from = self.sum_of(&piece.from);
        quote!(#array.view().piece(#from, #start, #end))
    }

    /// The value of a sum.
    fn sum_of(&mut self, sum: &Sum) -> TokenStream {
        let (plus, minus, constant) = sum.terms();
        let mut terms: Vec<TokenStream> =
            plus.iter().map(|var| self.plain(Atom::Var(*var)).tokens).collect();
        if constant != 0 || terms.is_empty() {
            terms.insert(0, self.plain(Atom::size(constant)).tokens);
        }
        let first = terms.remove(0);
        let minus = minus.iter().map(|var| self.plain(Atom::Var(*var)).tokens);
        quote!(#first #(.wrapping_add(#terms))* #(.wrapping_sub(#minus))*)
    }
}

/// Finds the pieces of a value of a body, from a start on. `around` are the statements around.
fn find(
    body: &[Statement],
    value: Var,
    index: Var,
    around: &[&Statement],
    start: Atom,
    pieces: &mut Vec<Piece>,
) -> Option<()> {
    let known: Vec<&Statement> = around.iter().copied().chain(body).collect();
    let made_by = |atom: Atom| {
        known.iter().find(|statement| statement.binds.first().copied() == atom.var()).copied()
    };
    let simple = |statement: &Statement| {
        matches!(statement.expression, Expression::Scalar(..) | Expression::Index(..))
            || statement.binds.contains(&value)
    };
    if !body.iter().all(simple) {
        return None;
    }
    match &made_by(Atom::Var(value))?.expression {
        Expression::Index(Atom::Var(array), indices) => {
            let [position] = indices[..] else { return None };
            // What is left of the position where the index is `start`.
            let mut from = Sum::default();
            let made_of =
                |size| known.iter().find_map(|made| terms_of(size, slice::from_ref(made)));
            from.add_terms(position, false, &made_of)?;
            from.add(Atom::Var(index), true)?;
            from.add(start, false)?;
            let (plus, minus, _) = from.terms();
            let mut terms = plus.iter().chain(minus);
            let outside = terms.all(|var| *var != index && made_by(Atom::Var(*var)).is_none());
            outside.then(|| pieces.push(Piece { array: *array, from, start }))
        }
        Expression::If(branch) => {
            let Expression::Scalar(Operation::Less, operands) =
                &made_by(branch.condition)?.expression
            else {
                return None;
            };
            let [Atom::Var(compared), end] = operands[..] else { return None };
            if compared != index {
                return None;
            }
            let result = |block: &Block| match block.results[..] {
                [Atom::Var(result)] => Some(result),
                _ => None,
            };
            let (then, otherwise) = (&branch.then, &branch.otherwise);
            let first = pieces.len();
            find(&then.statements, result(then)?, index, &known, start, pieces)?;
            // The first arm has one piece; its end is where the others begin.
            if pieces.len() != first + 1 {
                return None;
            }
            find(&otherwise.statements, result(otherwise)?, index, &known, end, pieces)
        }
        _ => None,
    }
}
