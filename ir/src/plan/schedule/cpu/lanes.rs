//! The lanes of a kernel, and along which dimensions a value differs between them.

use super::varying::Varying;
use crate::core::visit::bound_inside;
use crate::core::{Atom, Soac, VarSet};

/// The lanes of a kernel.
#[derive(Default)]
pub(crate) struct Lanes {
    /// The variables that the kernel binds, at any depth.
    pub(crate) own: VarSet,
    /// The number of lanes along each dimension, and the values that differ between them.
    along: Vec<(Atom, Varying)>,
}

impl Lanes {
    pub(crate) fn of(soac: &Soac) -> Lanes {
        let along = soac.space.iter().map(|lane| {
            let mut varying = Varying::among(&[lane.index]);
            varying.spread(&soac.body);
            (lane.extent, varying)
        });
        Lanes { own: bound_inside(soac), along: along.collect() }
    }

    /// Returns the numbers of lanes along those dimensions along which an operand differs.
    pub(crate) fn among(&self, operand: Atom) -> Vec<Atom> {
        let differs = self.along.iter().filter(|(_, varying)| varying.atom(operand));
        differs.map(|(extent, _)| *extent).collect()
    }

    /// Returns true if no two lanes have the same indices.
    pub(crate) fn all_differ(&self, indices: &[Atom]) -> bool {
        self.along.iter().all(|(_, varying)| indices.iter().any(|index| varying.atom(*index)))
    }
}
