//! Finds out how the lanes of a kernel read memory: across their order, or side by side.

use crate::analysis::Strides;
use crate::core::visit::bound_inside;
use crate::core::{Atom, Block, Expression, Soac, Statement, Var, VarSet, Variables};
use crate::plan::memory::Owners;

/// The arrays in the lanes of a kernel that are memory from outside of it.
pub(super) struct OutsideMemory {
    /// The variables that the kernel binds.
    inside: VarSet,
    /// The arrays of the lanes that are the same memory.
    owners: Owners,
}

impl OutsideMemory {
    pub(super) fn of(soac: &Soac, variables: &Variables) -> OutsideMemory {
        OutsideMemory { inside: bound_inside(soac), owners: Owners::of(&soac.body, variables) }
    }

    /// The array from outside whose memory an array is.
    pub(super) fn array(&self, array: Atom) -> Option<Var> {
        self.owners.owner(array).filter(|owner| !self.inside.contains(owner))
    }
}

/// Returns true if the lanes of a map read across: neighbours in a row read elements that lie apart,
/// neighbours in a column read neighbours.
pub(super) fn reads_across(soac: &Soac) -> bool {
    let [.., above, last] = soac.space[..] else { return false };
    let strides = Strides::of(&soac.body);
    soac.body.iter().any(|statement| match &statement.expression {
        Expression::Index(_, indices) => {
            !strides.neighbours(indices, last.index) && strides.consecutive(indices, above.index)
        }
        _ => false,
    })
}

/// Returns the number of elements that an arm reads.
pub(super) fn reads(block: &Block) -> usize {
    count(&block.statements)
}

fn count(statements: &[Statement]) -> usize {
    let reads = |statement: &Statement| {
        let inside: usize = statement.expression.bodies().iter().map(|body| count(body)).sum();
        usize::from(matches!(statement.expression, Expression::Index(..))) + inside
    };
    statements.iter().map(reads).sum()
}
