//! A warp: its registers, and its lanes grouped into fragments that stand at the same instruction.

use super::local::LocalMemory;
use crate::alu::{AluFunction, Lanes, Mask, WARP_SIZE, lanes_of};
use crate::program::bytecode::{Kernel, Predicate, PredicateRegister, Register, Source};

/// The reasons for which a fragment waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// Nothing: it can run.
    No,
    /// The barrier of this number.
    Barrier(u32),
    /// The other lanes of a warp-wide instruction.
    Members,
}

/// Lanes at the same instruction.
#[derive(Clone, Copy, Debug)]
pub struct Fragment {
    /// The index of the instruction.
    pub at: u32,
    /// The lanes.
    pub lanes: Mask,
    /// The reason for which the fragment waits.
    pub waiting: Waiting,
}

/// A warp of a block.
pub struct Warp {
    /// Its number in the block.
    pub index: u32,
    /// The lanes that the block has.
    pub present: Mask,
    /// The lanes that have ended.
    pub exited: Mask,
    /// One bit per lane, set by instructions with a carry.
    pub carry: Mask,
    /// The number of times that lanes of the warp have come together.
    pub meetings: u32,
    /// The lanes that have not ended, no two fragments that can run at the same instruction.
    pub fragments: Vec<Fragment>,
    /// The local memory of all lanes.
    pub local: LocalMemory,
    #[expect(clippy::vec_box, reason = "a result takes its register's place without being copied")]
    registers: Vec<Box<Lanes>>,
    result: Box<Lanes>,
    predicates: Vec<Mask>,
}

impl Warp {
    /// A warp for a kernel.
    pub fn new(kernel: &Kernel, index: u32, present: Mask) -> Self {
        let mut warp = Self {
            index,
            present,
            exited: 0,
            carry: 0,
            meetings: 0,
            fragments: Vec::new(),
            local: LocalMemory::new(kernel.local_size),
            registers: vec![Box::new([0; WARP_SIZE]); kernel.registers as usize],
            result: Box::new([0; WARP_SIZE]),
            predicates: vec![0; kernel.predicates as usize],
        };
        warp.restart();
        warp
    }

    /// Back to the beginning of the kernel, for the next block.
    pub fn restart(&mut self) {
        self.exited = 0;
        self.carry = 0;
        self.fragments.clear();
        self.fragments.push(Fragment { at: 0, lanes: self.present, waiting: Waiting::No });
        self.local.forget();
        self.registers.iter_mut().for_each(|register| register.fill(0));
        self.predicates.fill(0);
    }

    /// Returns the values of an operand in all lanes.
    #[inline(always)]
    pub fn source<'a>(&'a self, kernel: &'a Kernel, source: Source) -> &'a Lanes {
        match source {
            Source::Register(register) => &self.registers[register.0 as usize],
            Source::Constant(index) => &kernel.constants[index as usize],
        }
    }

    /// Computes an instruction into a register.
    #[inline(always)]
    pub fn compute(
        &mut self,
        kernel: &Kernel,
        function: AluFunction,
        destination: Register,
        sources: &[Source; 4],
        lanes: Mask,
    ) {
        let Self { registers, result, .. } = self;
        let read = |source: Source| match source {
            Source::Register(register) => &*registers[register.0 as usize],
            Source::Constant(index) => &kernel.constants[index as usize],
        };
        let [a, b, c, d] = *sources;
        function(&[read(a), read(b), read(c), read(d)], lanes, result);
        let target = &mut registers[destination.0 as usize];
        if lanes == Mask::MAX {
            std::mem::swap(target, result);
        } else {
            for lane in lanes_of(lanes) {
                target[lane] = result[lane];
            }
        }
    }

    /// Writes a register in some lanes.
    #[inline(always)]
    pub fn write(&mut self, register: Register, lanes: Mask, values: &Lanes) {
        let target = &mut self.registers[register.0 as usize];
        if lanes == Mask::MAX {
            **target = *values;
        } else {
            for lane in lanes_of(lanes) {
                target[lane] = values[lane];
            }
        }
    }

    /// The slots of a register.
    #[inline(always)]
    pub fn register(&mut self, register: Register) -> &mut Lanes {
        &mut self.registers[register.0 as usize]
    }

    /// The lanes in which a predicate holds.
    #[inline(always)]
    pub fn predicate(&self, predicate: Predicate) -> Mask {
        let lanes = self.predicates[predicate.register.0 as usize];
        if predicate.negated { !lanes } else { lanes }
    }

    /// Writes a predicate register in some lanes.
    #[inline(always)]
    pub fn write_predicate(&mut self, register: PredicateRegister, lanes: Mask, values: Mask) {
        let target = &mut self.predicates[register.0 as usize];
        *target = (*target & !lanes) | (values & lanes);
    }

    /// Takes out the fragment to run: the one with the lowest index, with all that stand there.
    pub fn take_next(&mut self) -> Option<Fragment> {
        let runnable = |fragment: &Fragment| fragment.waiting == Waiting::No;
        let at =
            self.fragments.iter().filter(|found| runnable(found)).map(|found| found.at).min()?;
        let mut lanes = 0;
        self.fragments.retain(|fragment| {
            let taken = runnable(fragment) && fragment.at == at;
            lanes |= if taken { fragment.lanes } else { 0 };
            !taken
        });
        Some(Fragment { at, lanes, waiting: Waiting::No })
    }

    /// The lowest index of the fragments that can run.
    pub fn next_index(&self) -> u32 {
        let runnable = self.fragments.iter().filter(|fragment| fragment.waiting == Waiting::No);
        runnable.map(|fragment| fragment.at).min().unwrap_or(u32::MAX)
    }
}
