//! The rows of ragged arrays that lanes go through. An axis whose extent is a [row's
//! length](Operation::RowLength) is a row of the descriptor from which the row's bounds are read:
//!
//! ```text
//! start  = index offsets [i]
//! next   = add i 1
//! end    = index offsets [next]
//! length = row_length end start
//! … soac [j < length] { p = add j start; x = index xs [p]; … }
//! ```
//!
//! `j` counts the elements of row `i`, and `p` is the position of such an element among all elements.

use crate::core::{Atom, Expression, Operation, Statement, Var};

/// A row, and the variables that hold its bounds.
#[derive(Clone, Copy)]
pub struct Row {
    /// The positions at which the rows begin.
    pub offsets: Var,
    /// The place of the row's start in the offsets.
    pub at: Atom,
    /// The position at which the row begins.
    pub start: Var,
    /// The position at which the row ends.
    pub end: Var,
    /// The number of its elements.
    pub length: Var,
}

/// The rows whose lengths are bound by statements, and whose starts these read from a descriptor.
pub fn rows_of(statements: &[Statement]) -> impl Iterator<Item = Row> {
    statements.iter().filter_map(|statement| {
        let (Expression::Scalar(Operation::RowLength, bounds), [length]) =
            (&statement.expression, &statement.binds[..])
        else {
            return None;
        };
        let [Atom::Var(end), Atom::Var(start)] = bounds[..] else { return None };
        let (offsets, at) = read_by(start, statements)?;
        let is_one_descriptor = read_by(end, statements).is_some_and(|(of, _)| of == offsets);
        if !is_one_descriptor {
            return None;
        }
        Some(Row { offsets, at, start, end, length: *length })
    })
}

/// The array of one dimension from which statements read the value of a variable, and the place.
fn read_by(var: Var, statements: &[Statement]) -> Option<(Var, Atom)> {
    let read = statements.iter().find(|statement| statement.binds == [var])?;
    match &read.expression {
        Expression::Index(Atom::Var(array), at) if at.len() == 1 => Some((*array, at[0])),
        _ => None,
    }
}

/// The number of an element in its row, if an expression computes the element's position among all
/// elements and the row begins at `start`.
pub fn element_of_row(expression: &Expression, start: Var) -> Option<Atom> {
    let Expression::Scalar(Operation::Add, operands) = expression else { return None };
    match operands[..] {
        [element, first] | [first, element] if first == Atom::Var(start) => Some(element),
        _ => None,
    }
}
