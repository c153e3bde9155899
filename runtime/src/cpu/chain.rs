//! Chains: blocks of lanes that run in parallel, except for a state that passes from each to the next.
//!
//! The blocks of all chains wait for each other in the same way, and that code is compiled once
//! ([`ordered_blocks`](super::ordered_blocks)). This file has the part that depends on the types of a chain: it
//! is compiled once for all chains that have the same types of state, scratch memory and output.

use std::ops::Range;
use std::sync::Mutex;

use super::ordered_blocks::{Blocks, Runner, lock};
use crate::failure::Result;
use crate::memory::vector;
use crate::view::View;

/// Work that is done in a chain of blocks.
pub trait Chain: Sync {
    /// The state that goes from block to block.
    type State: Copy + Send;
    /// The scratch memory that a worker keeps between blocks.
    type Scratch: Send;
    /// The result of a block.
    type Output: Send;

    /// Memory for a worker.
    fn scratch(&self) -> Self::Scratch;
    /// Does the work that needs no state.
    ///
    /// # Errors
    /// If the user's program fails.
    fn begin(&self, lanes: Range<usize>, scratch: &mut Self::Scratch) -> Result<()>;
    /// The state after a block, from the one before it.
    ///
    /// # Errors
    /// If the user's operator fails.
    fn pass(&self, state: Self::State, scratch: &Self::Scratch) -> Result<Self::State>;
    /// Does the rest, given the state before the block.
    ///
    /// # Errors
    /// If the user's program fails.
    fn finish(
        &self,
        lanes: Range<usize>,
        state: Self::State,
        scratch: &mut Self::Scratch,
    ) -> Result<Self::Output>;
}

/// Runs a chain over some lanes, from an initial state; returns the state after the last block, and the
/// results of the blocks, in order. The lanes go through the rows that begin at `offsets`, if these are
/// known: blocks whose rows have more elements than others are cut into smaller ones. The cost of the lanes
/// may be a guess: they run on [demand](super::demand) then.
///
/// # Errors
/// The failure of the first block that fails, or if there is not enough memory.
pub fn run<S: Copy + Send, M: Send, O: Send>(
    site: u32,
    count: usize,
    cost: usize,
    guessed: bool,
    offsets: Option<View<'_, usize>>,
    initial: S,
    chain: &dyn Chain<State = S, Scratch = M, Output = O>,
) -> Result<(S, Vec<O>)> {
    let blocks = Blocks::new(site, count, cost, guessed, offsets)?;
    let mut running = Running {
        chain,
        state: Mutex::new(initial),
        places: vector(site, blocks.len())?,
        outputs: vector(site, blocks.len())?,
    };
    for _ in 0..blocks.len() {
        running.places.push(Place(Mutex::new(None)));
        running.outputs.push(Mutex::new(None));
    }
    let mut outputs = vector(site, blocks.len())?;
    blocks.run(&running)?;
    for output in &running.outputs {
        match lock(output).take() {
            Some(output) => outputs.push(output),
            None => unreachable!("a block that has not failed is finished"),
        }
    }
    let state = *lock(&running.state);
    Ok((state, outputs))
}

/// A chain while it runs.
struct Running<'a, S, M, O> {
    chain: &'a dyn Chain<State = S, Scratch = M, Output = O>,
    /// The state after the last block that passed it on.
    state: Mutex<S>,
    places: Vec<Place<S, M>>,
    /// The results of the blocks.
    outputs: Vec<Mutex<Option<O>>>,
}

/// The place of a worker: its scratch memory and the state before its block. The worker often writes there,
/// which must not slow down its neighbours: so a place has cache lines of its own.
#[repr(align(128))]
struct Place<S, M>(Mutex<Option<WorkerState<S, M>>>);

struct WorkerState<S, M> {
    scratch: M,
    /// The state before the block that runs, once it is known.
    before: Option<S>,
}

impl<S: Copy + Send, M: Send, O: Send> Runner for Running<'_, S, M, O> {
    fn begin(&self, place: usize, lanes: Range<usize>) -> Result<()> {
        let mut place = lock(&self.places[place].0);
        let scratch = || WorkerState { scratch: self.chain.scratch(), before: None };
        self.chain.begin(lanes, &mut place.get_or_insert_with(scratch).scratch)
    }

    fn pass(&self, place: usize) -> Result<()> {
        if let Some(WorkerState { scratch, before }) = &mut *lock(&self.places[place].0) {
            let mut state = lock(&self.state);
            *before = Some(*state);
            *state = self.chain.pass(*state, scratch)?;
        }
        Ok(())
    }

    fn finish(&self, place: usize, block: usize, lanes: Range<usize>) -> Result<()> {
        if let Some(WorkerState { scratch, before: Some(before) }) =
            &mut *lock(&self.places[place].0)
        {
            *lock(&self.outputs[block]) = Some(self.chain.finish(lanes, *before, scratch)?);
        }
        Ok(())
    }

    fn free(&self, place: usize) {
        *lock(&self.places[place].0) = None;
    }
}

/// Combines the results of the blocks of a chain from left to right, after an initial value.
///
/// # Errors
/// If the user's operator fails.
pub fn total<T: Copy>(
    initial: T,
    outputs: &[T],
    start: impl Fn(T, T) -> Result<T>,
    combine: impl Fn(T, T) -> Result<T>,
) -> Result<T> {
    let Some((first, others)) = outputs.split_first() else { return Ok(initial) };
    let mut total = start(initial, *first)?;
    for output in others {
        total = combine(total, *output)?;
    }
    Ok(total)
}
