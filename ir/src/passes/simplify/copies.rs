//! SOACs that only copy: their results are other arrays, or rows of them.
//!
//! ```text
//! a, b = soac [i < n, j < m] { x = index xs [k, i, j]         a = index xs [k]
//!     y = index ys [i, j] } store x store y             ─▶    b = ys
//! ```

use super::Simplifier;
use crate::core::visit::bound_inside;
use crate::core::{Atom, Expression, Output, Soac, Type, Var, VarSet};

/// A row of an array; all of it if there are no indices.
pub(super) type Row = (Atom, Vec<Atom>);

impl Simplifier {
    /// The rows that a SOAC copies, one for each of its outputs, if it does no more than that.
    pub(super) fn copies(&self, soac: &Soac, binds: &[Var]) -> Option<Vec<Row>> {
        let fails = soac.body.iter().any(|statement| statement.expression.may_fail());
        if fails || binds.is_empty() || binds.len() != soac.outputs.len() {
            return None;
        }
        let inside = bound_inside(soac);
        let outputs = soac.outputs.iter().zip(binds);
        outputs.map(|(output, bind)| self.copied(soac, output, *bind, &inside)).collect()
    }

    /// The part of an array from outside that the lanes store, each at its own place.
    fn copied(&self, soac: &Soac, output: &Output, bind: Var, inside: &VarSet) -> Option<Row> {
        let Output::Store(Atom::Var(value)) = output else { return None };
        let made = soac.body.iter().find(|statement| statement.binds == [*value])?;
        let Expression::Index(array, indices) = &made.expression else { return None };
        let outside = |atom: &Atom| atom.var().is_none_or(|var| !inside.contains(&var));
        let lanes = soac.space.iter().map(|lane| Atom::Var(lane.index));
        let row = indices.len().checked_sub(soac.space.len())?;
        let (row, own) = indices.split_at(row);
        if !outside(array) || !row.iter().all(outside) || !own.iter().copied().eq(lanes) {
            return None;
        }
        // Without lanes, there may be no such row.
        if !row.is_empty() && soac.space.iter().any(|lane| lane.extent.known_size() == Some(0)) {
            return None;
        }
        let ty = self.ty(*array);
        let extents = ty.extents().get(row.len()..)?.to_vec();
        let same = Type::array(ty.element(), extents) == *self.variables.ty(bind);
        (same && !ty.is_ragged()).then(|| (*array, row.to_vec()))
    }
}
