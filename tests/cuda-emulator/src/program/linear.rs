//! Lays ordered blocks out as one list of instructions; a jump to the next instruction vanishes.

use super::bytecode::{Instruction, Operation};
use super::graph::{Block, BlockId, Terminator};

/// The flat code of the blocks in this order.
pub(super) fn flatten(blocks: &[Block], order: &[BlockId]) -> Vec<Instruction> {
    let mut start = vec![0; blocks.len()];
    let mut length = 0;
    for (position, id) in order.iter().enumerate() {
        start[id.0] = length;
        let block = &blocks[id.0];
        let next = order.get(position + 1).copied();
        length += block.instructions.len() as u32 + ending(block, next, &start).len() as u32;
    }
    let mut code = Vec::with_capacity(length as usize);
    for (position, id) in order.iter().enumerate() {
        let block = &blocks[id.0];
        code.extend(block.instructions.iter().cloned());
        code.extend(ending(block, order.get(position + 1).copied(), &start));
    }
    code
}

/// The instructions of a terminator, whose number does not depend on the blocks' places.
fn ending(block: &Block, next: Option<BlockId>, start: &[u32]) -> Vec<Instruction> {
    let place = |target: &BlockId| start[target.0];
    let operations = match &block.terminator {
        Terminator::Jump(target) if Some(*target) == next => Vec::new(),
        Terminator::Jump(target) => vec![Operation::Jump(place(target))],
        Terminator::Branch { predicate, taken, otherwise } if Some(*taken) == next => {
            vec![Operation::Branch { predicate: predicate.not(), target: place(otherwise) }]
        }
        Terminator::Branch { predicate, taken, otherwise } => {
            let mut both = vec![Operation::Branch { predicate: *predicate, target: place(taken) }];
            if Some(*otherwise) != next {
                both.push(Operation::Jump(place(otherwise)));
            }
            both
        }
        Terminator::Switch { index, targets } => {
            vec![Operation::Switch { index: *index, targets: targets.iter().map(place).collect() }]
        }
        Terminator::Exit => vec![Operation::Exit],
    };
    operations
        .into_iter()
        .map(|operation| Instruction { guard: None, operation, line: block.line })
        .collect()
}
