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

use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::writer::Writer;
use crate::core::operation::Operation;
use crate::core::{Atom, Block, Expression, Output, Soac, Statement, Var, Variables};
use crate::source::Span;

/// A piece: the array it is the beginning of, and where it begins in the result.
pub(super) struct Piece {
    pub(super) array: Var,
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
        for Piece { array, start } in pieces.iter().rev() {
            let array = self.resolve(Atom::Var(*array));
            let array = self.plain(array).tokens;
            let (sink, start) = match start.known_size() {
                Some(0) => (sink.clone(), quote!(0)),
                _ => {
                    let start = limited(&self.plain(*start));
                    (sink.moved(Code::whole(start.clone())), start)
                }
            };
            let piece = quote!(#array.view().piece(#start, #end));
            tokens.extend(sink.write(piece, true));
            end = start;
        }
        Some(tokens)
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
            let here = match start.known_size() {
                Some(0) => position == Atom::Var(index),
                _ => matches!(&made_by(position)?.expression,
                    Expression::Scalar(Operation::Subtract, operands)
                        if operands[..] == [Atom::Var(index), start]),
            };
            here.then(|| pieces.push(Piece { array: *array, start }))
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
