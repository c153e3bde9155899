//! SOACs that only put arrays one after the other, as those of `concat` do: their pieces.
//!
//! `concat` is a choice by index in the core language, so that it fuses. If it has not fused, and its lanes
//! run in one loop, the loop would take a branch for each element:
//!
//! ```text
//! soac [i < n] { first = lt i m                       elements of as from 0 on, at 0
//!     y = if first { index as [i] }            ─▶     elements of bs from 0 on, at m
//!         else { j = sub i m; index bs [j] }
//! } store y
//! ```

use std::slice;

use crate::core::operation::Operation;
use crate::core::sum::Sum;
use crate::core::{Atom, Block, Expression, Output, Soac, Statement, Var, Variables};

/// A piece: elements of an array that follow each other.
pub(crate) struct Piece {
    pub(crate) array: Var,
    /// The first of them, and where it goes in the result.
    pub(crate) from: Sum,
    pub(crate) start: Atom,
}

/// The pieces of what a SOAC stores, if it only puts arrays one after the other.
pub(crate) fn pieces_of(soac: &Soac, variables: &Variables) -> Option<Vec<Piece>> {
    let [lane] = soac.space[..] else { return None };
    let [Output::Store(Atom::Var(value))] = soac.outputs[..] else { return None };
    let mut pieces = Vec::new();
    if variables.ty(value).is_scalar() {
        find(&soac.body, value, lane.index, &[], Atom::size(0), &mut pieces)?;
    }
    (pieces.len() > 1).then_some(pieces)
}

/// The terms that statements added or subtracted to get a size.
pub(crate) fn terms_of(size: Atom, made: &[Statement]) -> Option<(Operation, [Atom; 2])> {
    let var = size.var()?;
    let made = made.iter().find(|made| made.binds.first() == Some(&var))?;
    match &made.expression {
        Expression::Scalar(operation @ (Operation::Add | Operation::Subtract), operands) => {
            Some((*operation, [operands[0], operands[1]]))
        }
        _ => None,
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
            // The rest of the position if the index is `start`.
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
