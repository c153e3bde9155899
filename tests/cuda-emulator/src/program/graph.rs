//! The control-flow graph between parsing and the flat bytecode.

use super::bytecode::{Instruction, Predicate, Source};

/// The index of a block in its graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct BlockId(pub usize);

/// Instructions that run one after the other.
#[derive(Debug)]
pub(super) struct Block {
    /// The instructions; none of them jumps.
    pub instructions: Vec<Instruction>,
    /// The end of the block.
    pub terminator: Terminator,
    /// The line of the terminator.
    pub line: u32,
}

/// The end of a block.
#[derive(Clone, Debug)]
pub(super) enum Terminator {
    /// One block.
    Jump(BlockId),
    /// One of two blocks.
    Branch { predicate: Predicate, taken: BlockId, otherwise: BlockId },
    /// One of several blocks.
    Switch { index: Source, targets: Vec<BlockId> },
    /// Nothing.
    Exit,
}

impl Terminator {
    /// The blocks that may follow.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Self::Jump(target) => vec![*target],
            Self::Branch { taken, otherwise, .. } => vec![*taken, *otherwise],
            Self::Switch { targets, .. } => targets.clone(),
            Self::Exit => Vec::new(),
        }
    }
}
