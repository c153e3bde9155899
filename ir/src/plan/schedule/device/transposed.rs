//! Lanes that read an array across the order in which they lie: transpositions. Blocks read such
//! elements in tiles, in the order of memory, and hand them to their lanes through shared memory.
//!
//! ```text
//! soac [i < n, j < m] {
//!     x = index xs [j, i]     neighbouring lanes read elements that lie far apart
//! } store x
//! ```

use rustc_hash::FxHashSet;

use super::nest::{COLUMN, ROW, is_plain};
use crate::analysis::dependence::Dependence;
use crate::core::visit::bound_inside;
use crate::core::{Atom, Expression, Output, Soac, Statement, VarSet, Variables};

/// Finds the reads of the lanes of a map that go across their order, if there are some: the dimension along
/// which neighbours lie in memory, and the positions of the statements that read.
pub(super) fn transposed_reads(soac: &Soac, variables: &Variables) -> Option<(usize, Vec<usize>)> {
    let scalar = |atom: &Atom| variables.atom_type(*atom).is_scalar();
    let stored = |output: &Output| matches!(output, Output::Store(value) if scalar(value));
    let of_lanes = bound_inside(soac);
    let fits = soac.outputs.iter().all(stored)
        && soac.body.iter().all(|statement| {
            is_plain(statement) && !has_own_extents(statement, &of_lanes, variables)
        });
    let last = soac.space.len().checked_sub(1).filter(|_| fits)?;
    (0..last).rev().find_map(|rows| {
        let mut dependence = Dependence::default();
        dependence.note(soac.space[rows].index, ROW);
        dependence.note(soac.space[last].index, COLUMN);
        dependence.learn(&soac.body);
        let across = |statement: &Statement| match &statement.expression {
            Expression::Index(_, indices) => {
                let scalar = variables.ty(statement.binds[0]).is_scalar();
                let of = |index: &Atom| dependence.of_atom(*index);
                let (innermost, others) = indices.split_last()?;
                let across = of(innermost) == ROW && others.iter().any(|index| of(index) == COLUMN);
                (scalar && across).then_some(())
            }
            _ => None,
        };
        let reads = soac.body.iter().enumerate().filter(|(_, own)| across(own).is_some());
        let reads: FxHashSet<usize> = reads.map(|(position, _)| position).collect();
        (!reads.is_empty()).then(|| (rows, reads.into_iter().collect()))
    })
}

/// Returns true if an array that a statement reads has an extent that lanes compute.
fn has_own_extents(statement: &Statement, of_lanes: &VarSet, variables: &Variables) -> bool {
    let Expression::Index(Atom::Var(array), _) = &statement.expression else { return false };
    let extents = variables.ty(*array).extents().iter();
    extents.filter_map(|extent| extent.size()?.var()).any(|extent| of_lanes.contains(&extent))
}
