//! Follows ownership where ways part and meet: arms, and bodies of loops that may not run.
//!
//! An array that one arm takes over is still there for the other arms. After the arms, an array counts as
//! taken over if some arm has done so. The result of an arm that has not taken its array over is then known
//! by an owner of its own, as `b` is here, which can be used where `xs` cannot:
//!
//! ```text
//! let b = if c { xs.update(0, 1) } else { xs };
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use rustc_hash::{FxHashMap, FxHashSet};

use super::value::{OwnerId, Value};
use super::{Move, Ownership};
use crate::types::infer::LocalId;

/// A place where ways part: the number of owners taken over and of assignments before it.
#[derive(Clone, Copy)]
pub(super) struct Fork {
    moves: usize,
    assignments: usize,
}

/// The events on one of the ways.
#[derive(Clone, Default)]
pub(super) struct Way {
    /// The value that the way gives.
    value: Value,
    /// The owners that the way takes over.
    moves: Vec<(OwnerId, Move)>,
    /// The locals that the way assigns to, and the values that they stand for at its end.
    assigned: Vec<(LocalId, Value)>,
}

impl Ownership<'_, '_> {
    /// Here ways part.
    pub(super) fn fork(&self) -> Fork {
        Fork { moves: self.moved.len(), assignments: self.assignments.len() }
    }

    /// The end of a way, which gives `value`: goes back to the fork, where the next one begins.
    pub(super) fn back(&mut self, fork: Fork, value: Value) -> Way {
        let moves = self.take_back(fork.moves);
        let mut assigned = BTreeMap::new();
        for (local, before) in self.assignments.drain(fork.assignments..).rev() {
            let after = self.values.insert(local, before).unwrap_or_default();
            assigned.entry(local).or_insert(after);
        }
        Way { value, moves, assigned: assigned.into_iter().collect() }
    }

    /// Goes a way to its end once more.
    pub(super) fn follow(&mut self, way: Way) {
        for (owner, moved) in way.moves {
            self.note_move(owner, moved);
        }
        for (local, value) in way.assigned {
            self.stands_for(local, value);
        }
    }

    /// Joins ways that all began at the present place. Returns the value that they give.
    pub(super) fn meet(&mut self, ways: Vec<Way>) -> Value {
        let assigned = ways.iter().flat_map(|way| &way.assigned).map(|(local, _)| *local);
        let assigned: BTreeSet<LocalId> = assigned.collect();
        let mut ends = Vec::new();
        for way in &ways {
            let fork = self.fork();
            self.follow(way.clone());
            let locals = assigned.iter().filter_map(|local| self.values.get(local).cloned());
            let values = Vec::from_iter(iter::once(way.value.clone()).chain(locals));
            let owners = values.iter().flat_map(Value::owners);
            let lost = owners.filter(|owner| self.move_of(*owner).is_some()).collect();
            self.back(fork, Value::default());
            ends.push((values, lost));
        }
        for (owner, moved) in ways.into_iter().flat_map(|way| way.moves) {
            self.note_move(owner, moved);
        }
        let ends = ends.into_iter().map(|(values, lost)| self.known_apart(values, &lost));
        let met = ends.reduce(|all, values| all.into_iter().zip(values).map(either).collect());
        let mut met = met.unwrap_or_default().into_iter();
        let given = met.next().unwrap_or_default();
        for (local, value) in assigned.into_iter().zip(met) {
            self.stands_for(local, value);
        }
        given
    }

    /// The values at the end of a way, where other ways have taken over something else: by owners
    /// of their own, if they are not `lost` on this way, too.
    fn known_apart(&mut self, values: Vec<Value>, lost: &FxHashSet<OwnerId>) -> Vec<Value> {
        let mut renamed: FxHashMap<OwnerId, OwnerId> = FxHashMap::default();
        let mut known = |value: Value| {
            let parts = matches!(value, Value::Product(_));
            value.map_owners(&mut |owner| {
                let elsewhere = self.lineage(owner).any(|owner| self.moves.contains_key(&owner));
                if lost.contains(&owner) || !elsewhere && !parts {
                    return owner;
                }
                *renamed.entry(owner).or_insert_with(|| {
                    let mut same = self.owners[owner].clone();
                    same.within = (!elsewhere).then_some(owner);
                    self.owners.push(same);
                    self.owners.len() - 1
                })
            })
        };
        values.into_iter().map(&mut known).collect()
    }

    /// Walks code that may run or not, and gives no arrays.
    pub(super) fn perhaps(&mut self, run: impl FnOnce(&mut Self)) {
        let fork = self.fork();
        run(self);
        let way = self.back(fork, Value::default());
        self.meet(vec![way, Way::default()]);
    }

    /// From here on a local that was declared before stands for something else.
    pub(super) fn stands_for(&mut self, local: LocalId, value: Value) {
        let before = self.values.insert(local, value).unwrap_or_default();
        self.assignments.push((local, before));
    }
}

fn either((a, b): (Value, Value)) -> Value {
    a.or(b)
}
