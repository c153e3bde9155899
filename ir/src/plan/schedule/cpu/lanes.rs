//! The lanes of a kernel, and along which dimensions a value differs between them.

use crate::analysis::dependence::Dependence;
use crate::core::visit::bound_inside;
use crate::core::{Atom, Soac, VarSet};

/// The lanes of a kernel.
#[derive(Default)]
pub(crate) struct Lanes {
    /// The variables that the kernel binds, at any depth.
    pub(crate) own: VarSet,
    /// The number of lanes along each dimension, and the values that depend on its index.
    along: Vec<(Atom, Dependence)>,
}

impl Lanes {
    pub(crate) fn of(soac: &Soac) -> Lanes {
        let along = soac.space.iter().map(|lane| {
            let mut dependence = Dependence::default();
            dependence.note(lane.index, 1);
            dependence.learn(&soac.body);
            (lane.extent, dependence)
        });
        Lanes { own: bound_inside(soac), along: along.collect() }
    }

    /// Returns the numbers of lanes along those dimensions along which an operand differs.
    pub(crate) fn among(&self, operand: Atom) -> Vec<Atom> {
        let differs = self.along.iter().filter(|(_, along)| along.of_atom(operand) != 0);
        differs.map(|(extent, _)| *extent).collect()
    }

    /// Returns true if no two lanes have the same indices.
    pub(crate) fn all_differ(&self, indices: &[Atom]) -> bool {
        let differ = |along: &Dependence| indices.iter().any(|index| along.of_atom(*index) != 0);
        self.along.iter().all(|(_, along)| differ(along))
    }
}
