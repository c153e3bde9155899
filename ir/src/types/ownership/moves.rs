//! Records the owners that were taken over, and which owners are related.
//!
//! Values of ways that meet again have owners of their own, within those that they came from: below, `a`
//! and `b` are both `xs` or `ys`, but never the same. To take an owner over takes over the owners within
//! it, and the owners around it cannot be used any more.
//!
//! ```text
//! let (a, b) = if c { (xs, ys) } else { (ys, xs) };
//! ```

use super::value::{OwnerId, Value};
use super::{Move, Ownership};

impl Ownership<'_, '_> {
    /// An owner, the owner around it, and so on.
    pub(super) fn lineage(&self, owner: OwnerId) -> impl Iterator<Item = OwnerId> {
        std::iter::successors(Some(owner), |owner| self.owners[*owner].within)
    }

    /// An owner of the first value that shares elements with the second one.
    pub(super) fn shared(&self, value: &Value, other: &Value) -> Option<OwnerId> {
        let others = other.owners();
        value.owners().into_iter().find(|owner| {
            others.iter().any(|other| {
                self.lineage(*owner).any(|outer| outer == *other)
                    || self.lineage(*other).any(|outer| outer == *owner)
            })
        })
    }

    /// An owner is taken over, if it was not before.
    pub(super) fn note_move(&mut self, owner: OwnerId, moved: Move) {
        if self.moves.contains_key(&owner) {
            return;
        }
        self.moves.insert(owner, moved);
        self.moved.push(owner);
        for outer in Vec::from_iter(self.lineage(owner).skip(1)) {
            self.moved_within.entry(outer).or_default().push(owner);
        }
    }

    /// Takes back the last ones that were taken over, but for the first `kept`.
    pub(super) fn take_back(&mut self, kept: usize) -> Vec<(OwnerId, Move)> {
        let mut moves = Vec::new();
        for owner in Vec::from_iter(self.moved.drain(kept..)).into_iter().rev() {
            for outer in Vec::from_iter(self.lineage(owner).skip(1)) {
                self.moved_within.entry(outer).or_default().pop();
            }
            moves.extend(self.moves.remove(&owner).map(|moved| (owner, moved)));
        }
        moves.reverse();
        moves
    }

    /// The move by which an owner was taken over, or one around it, or one within it.
    pub(super) fn move_of(&self, owner: OwnerId) -> Option<Move> {
        let within = self.moved_within.get(&owner).and_then(|owners| owners.first()).copied();
        self.lineage(owner).chain(within).find_map(|owner| self.moves.get(&owner)).copied()
    }
}
