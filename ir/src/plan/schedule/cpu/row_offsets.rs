//! The offsets of the rows that lanes go through, one after the other. If lane `i` goes through row `i` of a
//! ragged array, drivers cut lanes into blocks by the elements of their rows, and know how many elements there
//! are together before they begin.
//!
//! The lanes need not know the length of their row: lanes that flatten a row of rows read the offsets at which
//! it begins and ends, and nothing between. So the reads of a descriptor tell of these rows, and not the
//! [lengths of rows](crate::core::Operation::RowLength).

use crate::core::operation::Operation;
use crate::core::{Atom, Expression, Soac, Statement, Var, Variables};

/// Rows that follow each other, one for each lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowOffsets {
    /// The array of offsets: the position at which each row begins, and the one before it ends.
    pub offsets: Var,
    /// The place of the first lane's row in the offsets, if that is not the first.
    pub start: Option<Atom>,
}

/// The rows that lanes of one dimension go through, if the next one begins where each ends.
pub(crate) fn row_offsets(soac: &Soac, variables: &Variables) -> Option<RowOffsets> {
    let [lane] = soac.space.as_slice() else { return None };
    if !goes_through_rows(soac) {
        return None;
    }
    let index = Atom::Var(lane.index);
    let is_inside = |atom: &Atom| {
        let binds = |var: Var| soac.body.iter().any(|statement| statement.binds.contains(&var));
        atom.var().is_some_and(|var| var == lane.index || binds(var))
    };
    let reads = || {
        soac.body.iter().filter_map(|statement| match &statement.expression {
            Expression::Index(Atom::Var(array), at)
                if at.len() == 1
                    && variables.is_descriptor(*array)
                    && !is_inside(&Atom::Var(*array)) =>
            {
                Some((*array, terms(at[0], soac)))
            }
            _ => None,
        })
    };
    reads().find_map(|(offsets, terms)| {
        let (own, others): (Vec<Atom>, Vec<Atom>) = terms.into_iter().partition(|t| *t == index);
        let start = match others[..] {
            [] => None,
            [start] if !is_inside(&start) && start != Atom::size(1) => Some(start),
            _ => return None,
        };
        let next: Vec<Atom> = [index, Atom::size(1)].into_iter().chain(start).collect();
        let ends = reads().any(|(other, terms)| {
            let is_next = || next.iter().all(|term| terms.contains(term));
            other == offsets && terms.len() == next.len() && is_next()
        });
        (own.len() == 1 && ends).then_some(RowOffsets { offsets, start })
    })
}

/// Returns the terms of an index, as far as the body adds it up.
fn terms(atom: Atom, soac: &Soac) -> Vec<Atom> {
    let sum = soac.body.iter().find_map(|statement| match &statement.expression {
        Expression::Scalar(Operation::Add, operands)
            if statement.binds.first().copied() == atom.var() && atom.var().is_some() =>
        {
            Some(operands)
        }
        _ => None,
    });
    match sum {
        Some(operands) => operands.iter().flat_map(|operand| terms(*operand, soac)).collect(),
        None => vec![atom],
    }
}

/// Returns true if the lanes of a SOAC go through something themselves.
pub(crate) fn goes_through_rows(soac: &Soac) -> bool {
    any_inside(&soac.body, &|expression| {
        matches!(expression, Expression::Soac(_) | Expression::Loop(_))
    })
}

/// Returns true if something holds for one of the expressions of these statements, at any depth.
pub(super) fn any_inside(statements: &[Statement], holds: &impl Fn(&Expression) -> bool) -> bool {
    statements.iter().any(|Statement { expression, .. }| {
        holds(expression) || expression.bodies().iter().any(|body| any_inside(body, holds))
    })
}
