//! Numbers registers densely: those whose values are never needed at the same time share a number.
//!
//! PTX has a fresh register for nearly every value; a warp that kept them all would not fit into any
//! cache. This is linear scan over the ordered blocks, with intervals from a liveness analysis.

use super::bytecode::{
    Address, BarrierReduction, CollectiveKind, Instruction, Operation, Place, Register, Source,
};
use super::graph::{Block, BlockId, Terminator};
use std::collections::{BinaryHeap, HashMap};

/// Renumbers the registers of the ordered blocks and gives their number.
pub(super) fn allocate(blocks: &mut [Block], order: &[BlockId]) -> u32 {
    let intervals = intervals(blocks, order);
    let mut sorted: Vec<(Register, Interval)> = intervals.into_iter().collect();
    sorted.sort_by_key(|(register, interval)| (interval.start, *register));
    let mut assigned = HashMap::new();
    let mut free = BinaryHeap::new();
    let mut active: BinaryHeap<std::cmp::Reverse<(usize, u32)>> = BinaryHeap::new();
    let mut count = 0;
    for (register, interval) in sorted {
        while let Some(&std::cmp::Reverse((end, number))) = active.peek()
            && end < interval.start
        {
            active.pop();
            free.push(std::cmp::Reverse(number));
        }
        let number = free.pop().map_or_else(
            || {
                count += 1;
                count - 1
            },
            |std::cmp::Reverse(number)| number,
        );
        active.push(std::cmp::Reverse((interval.end, number)));
        assigned.insert(register, Register(number));
    }
    for id in order {
        let block = &mut blocks[id.0];
        let mut rename = |register: &mut Register, _: Use| {
            if let Some(number) = assigned.get(register) {
                *register = *number;
            }
        };
        for instruction in &mut block.instructions {
            visit(instruction, &mut rename);
        }
        if let Terminator::Switch { index: Source::Register(register), .. } = &mut block.terminator
        {
            rename(register, Use::Read);
        }
    }
    count
}

/// The instructions during which a register is needed.
#[derive(Clone, Copy)]
struct Interval {
    start: usize,
    end: usize,
}

impl Interval {
    fn extend(into: &mut HashMap<Register, Self>, register: Register, at: usize) {
        let interval = into.entry(register).or_insert(Self { start: at, end: at });
        interval.start = interval.start.min(at);
        interval.end = interval.end.max(at);
    }
}

/// The ways in which an instruction uses a register. A guarded write keeps the other lanes: it reads, too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    Write,
}

/// A set of registers as bits.
#[derive(Clone, PartialEq, Default)]
struct Set(Vec<u64>);

impl Set {
    fn insert(&mut self, register: Register) {
        let word = register.0 as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (register.0 % 64);
    }

    fn contains(&self, register: Register) -> bool {
        self.0.get(register.0 as usize / 64).is_some_and(|word| word >> (register.0 % 64) & 1 == 1)
    }

    fn union(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    fn without(&self, other: &Self) -> Self {
        let cut = |(index, word): (usize, &u64)| word & !other.0.get(index).unwrap_or(&0);
        Self(self.0.iter().enumerate().map(cut).collect())
    }

    fn members(&self) -> impl Iterator<Item = Register> + '_ {
        self.0.iter().enumerate().flat_map(|(index, word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| Register((index * 64) as u32 + bit))
        })
    }
}

fn intervals(blocks: &mut [Block], order: &[BlockId]) -> HashMap<Register, Interval> {
    // The registers that a block reads before it writes them, and those that it writes.
    let mut read = vec![Set::default(); blocks.len()];
    let mut written = vec![Set::default(); blocks.len()];
    for id in order {
        let (read, written) = (&mut read[id.0], &mut written[id.0]);
        visit_block(&mut blocks[id.0], &mut |register, kind, _| match kind {
            Use::Read if !written.contains(register) => read.insert(register),
            Use::Read => {}
            Use::Write => written.insert(register),
        });
    }
    let mut live_in = read.clone();
    let mut live_out = vec![Set::default(); blocks.len()];
    loop {
        let mut changed = false;
        for id in order.iter().rev() {
            let mut out = Set::default();
            for successor in blocks[id.0].terminator.successors() {
                out.union(&live_in[successor.0]);
            }
            let mut into = out.without(&written[id.0]);
            into.union(&read[id.0]);
            changed |= !into.without(&live_in[id.0]).0.iter().all(|word| *word == 0);
            live_in[id.0].union(&into);
            live_out[id.0] = out;
        }
        if !changed {
            break;
        }
    }
    let mut found = HashMap::new();
    let mut position = 0;
    for id in order {
        let start = position;
        visit_block(&mut blocks[id.0], &mut |register, _, at| {
            Interval::extend(&mut found, register, start + at);
        });
        position += blocks[id.0].instructions.len() + 1;
        for register in live_in[id.0].members() {
            Interval::extend(&mut found, register, start);
        }
        for register in live_out[id.0].members() {
            Interval::extend(&mut found, register, position);
        }
    }
    found
}

/// Calls a function with each register of a block, its use, and the instruction's place; the reads
/// of an instruction come before its writes.
fn visit_block(block: &mut Block, f: &mut impl FnMut(Register, Use, usize)) {
    for (at, instruction) in block.instructions.iter_mut().enumerate() {
        let guarded = instruction.guard.is_some();
        let mut writes = Vec::new();
        visit(instruction, &mut |register, kind| match kind {
            Use::Read => f(*register, Use::Read, at),
            Use::Write => writes.push(*register),
        });
        for register in writes {
            if guarded {
                f(register, Use::Read, at);
            }
            f(register, Use::Write, at);
        }
    }
    let at = block.instructions.len();
    if let Terminator::Switch { index: Source::Register(register), .. } = &block.terminator {
        f(*register, Use::Read, at);
    }
}

/// Calls a function with each register of an instruction.
pub(super) fn visit(instruction: &mut Instruction, f: &mut impl FnMut(&mut Register, Use)) {
    fn read(source: &mut Source, f: &mut impl FnMut(&mut Register, Use)) {
        if let Source::Register(register) = source {
            f(register, Use::Read);
        }
    }
    fn address(address: &mut Address, f: &mut impl FnMut(&mut Register, Use)) {
        read(&mut address.base, f);
    }
    match &mut instruction.operation {
        Operation::Alu { destination, sources, .. }
        | Operation::Carry { destination, sources, .. } => {
            sources.iter_mut().for_each(|source| read(source, f));
            f(destination, Use::Write);
        }
        Operation::Compare { sources, .. } => sources.iter_mut().for_each(|source| read(source, f)),
        Operation::Select { destination, sources, .. } => {
            sources.iter_mut().for_each(|source| read(source, f));
            f(destination, Use::Write);
        }
        Operation::Special { destination, .. } | Operation::ActiveMask { destination } => {
            f(destination, Use::Write);
        }
        Operation::Load(load) => {
            address(&mut load.address, f);
            load.destinations.iter_mut().flatten().for_each(|register| f(register, Use::Write));
        }
        Operation::Store(store) => {
            address(&mut store.address, f);
            store.sources.iter_mut().for_each(|source| read(source, f));
        }
        Operation::Atomic(atomic) => {
            address(&mut atomic.address, f);
            atomic.sources.iter_mut().for_each(|source| read(source, f));
            atomic.destination.iter_mut().for_each(|register| f(register, Use::Write));
        }
        Operation::IsInSpace { address, .. } => read(address, f),
        Operation::Barrier(barrier) => {
            read(&mut barrier.index, f);
            barrier.threads.iter_mut().for_each(|source| read(source, f));
            if let Some(BarrierReduction::Count(register, _)) = &mut barrier.reduction {
                // Written when the barrier opens, in the lanes that wait there.
                f(register, Use::Read);
                f(register, Use::Write);
            }
        }
        Operation::Collective(collective) => {
            read(&mut collective.members, f);
            match &mut collective.kind {
                CollectiveKind::Barrier => {}
                CollectiveKind::Shuffle { destination, sources, .. } => {
                    sources.iter_mut().for_each(|source| read(source, f));
                    destination.iter_mut().for_each(|register| f(register, Use::Write));
                }
                CollectiveKind::Vote { destination, .. } => {
                    if let Place::Register(register) = destination {
                        f(register, Use::Write);
                    }
                }
                CollectiveKind::Match { destination, source, .. } => {
                    read(source, f);
                    destination.iter_mut().for_each(|register| f(register, Use::Write));
                }
                CollectiveKind::Reduce { destination, source, .. } => {
                    read(source, f);
                    f(destination, Use::Write);
                }
            }
        }
        Operation::Switch { index, .. } => read(index, f),
        Operation::AssertionFailure(sources) => {
            sources.iter_mut().for_each(|source| read(source, f));
        }
        Operation::PredicateLogic { .. }
        | Operation::Fence
        | Operation::Yield
        | Operation::Jump(_)
        | Operation::Branch { .. }
        | Operation::Exit
        | Operation::Trap => {}
    }
}
