//! The index spaces of nests that get versions: their sizes, points, and what is known of them.

use crate::core::{Atom, Axis, Extent, Soac, VarSet};

/// The extents of an index space.
pub(super) fn extents(soac: &Soac) -> Vec<Atom> {
    soac.space.iter().map(|lane| lane.extent).collect()
}

/// The sizes of a SOAC's space, as extents of an array.
pub(super) fn sizes(soac: &Soac) -> impl Iterator<Item = Extent> {
    soac.space.iter().map(|lane| Extent::Size(lane.extent))
}

/// The indices of a point.
pub(super) fn point(space: &[Axis]) -> Vec<Atom> {
    space.iter().map(|lane| Atom::Var(lane.index)).collect()
}

/// The product of sizes that are all known now.
pub(super) fn known_product(extents: &[Atom]) -> Option<usize> {
    extents
        .iter()
        .try_fold(1usize, |product, extent| Some(product.saturating_mul(extent.known_size()?)))
}

/// Returns true if sizes are bound outside.
pub(super) fn known_outside(extents: &[Atom], inside: &VarSet) -> bool {
    extents.iter().all(|extent| extent.var().is_none_or(|var| !inside.contains(&var)))
}
