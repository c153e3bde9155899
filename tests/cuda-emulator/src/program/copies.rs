//! Finds loads whose elements are only stored again, in local memory or who knows where.
//!
//! Compilers copy structs with their padding, which nobody has written. Such a load of local memory
//! is no mistake, while one whose value is computed with, or leaves the thread, is.

use super::bytecode::{Operation, Register, Source};
use super::graph::{Block, Terminator};
use super::registers::{self, Use};
use crate::ptx::StateSpace;
use std::collections::HashMap;

/// The uses of a register.
#[derive(Clone, Copy, Default)]
struct Uses {
    reads: usize,
    stores: usize,
}

/// Marks the loads.
pub(super) fn mark(blocks: &mut [Block]) {
    let mut uses: HashMap<Register, Uses> = HashMap::new();
    for instruction in blocks.iter_mut().flat_map(|block| &mut block.instructions) {
        registers::visit(instruction, &mut |register, kind| {
            uses.entry(*register).or_default().reads += usize::from(kind == Use::Read);
        });
        if let Operation::Store(store) = &instruction.operation
            && matches!(store.address.space, StateSpace::Local | StateSpace::Generic)
        {
            for register in store.sources.iter().filter_map(|source| source.register()) {
                uses.entry(register).or_default().stores += 1;
            }
        }
    }
    for block in blocks.iter() {
        if let Terminator::Switch { index: Source::Register(register), .. } = block.terminator {
            uses.entry(register).or_default().reads += 1;
        }
    }
    for instruction in blocks.iter_mut().flat_map(|block| &mut block.instructions) {
        if let Operation::Load(load) = &mut instruction.operation {
            load.is_copy =
                load.destinations.iter().flatten().all(|register| {
                    uses.get(register).is_none_or(|uses| uses.reads == uses.stores)
                });
        }
    }
}
