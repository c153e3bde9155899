//! Arrays that are known to have no rows: these are of any length.

use super::{Lowerer, Value};
use crate::core::{Atom, Extent, Statement, Type, View};

/// The outermost level that is known to have nothing in it, of a regular array.
pub(super) fn empty_level(ty: &Type) -> Option<usize> {
    if ty.is_ragged() {
        return None;
    }
    ty.extents().iter().position(|extent| *extent == Extent::Size(Atom::size(0)))
}

impl Lowerer<'_, '_> {
    /// An array without rows as one of another type, if both types agree in the levels around the rows.
    pub(super) fn empty_as(&mut self, atom: Atom, wanted: &Type) -> Option<Atom> {
        let found = self.atom_type(atom);
        let around = empty_level(&found)? + 1;
        let regular = wanted.extents().iter().all(|extent| extent.size().is_some());
        (regular
            && around < found.rank()
            && found.extents()[..around] == wanted.extents()[..around])
            .then(|| self.builder.view(wanted.clone(), View::Reshape(atom)))
    }

    /// The results of an arm that have no rows, with rows as long as those of the other arm, where their
    /// lengths are known outside.
    pub(super) fn empty_like_other(
        &mut self,
        statements: &mut Vec<Statement>,
        own: &mut [Atom],
        others: &[Atom],
    ) {
        for (own, other) in own.iter_mut().zip(others) {
            let (found, other) = (self.atom_type(*own), self.atom_type(*other));
            let Some(level) = empty_level(&found) else { continue };
            let rows = other.extents()[level + 1..].iter().map(|extent| {
                let size = self.builder.lower(extent.size()?)?;
                Some(Extent::Size(size))
            });
            let Some(rows) = rows.collect::<Option<Vec<Extent>>>() else { continue };
            let around = found.extents()[..=level].iter().copied();
            let wanted = Type::array(found.element(), around.chain(rows).collect());
            if wanted != found {
                self.builder.open();
                *own = self.empty_as(*own, &wanted).unwrap_or(*own);
                statements.extend(self.builder.close());
            }
        }
    }

    /// Returns true if all components of an array are known to have no rows.
    pub(super) fn has_no_rows(&self, array: &Value) -> bool {
        let none = |atom: &Atom| empty_level(&self.atom_type(*atom)) == Some(0);
        !array.atoms.is_empty() && array.atoms.iter().all(none)
    }
}
