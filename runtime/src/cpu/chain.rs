//! Chains: blocks that run in parallel, except for a state that passes from each to the next.
//!
//! A block first does what needs no state, then waits for the state its predecessor leaves, and
//! passes its own on before it does the rest. Blocks are claimed in order, so the predecessor of
//! a waiting block is always being run by some other thread: nobody waits for ever.
//!
//! That holds as long as a thread that runs a block does nothing else. So where a lane has parallel
//! work to do (see [`nested`]), the chain ends before its block. That one and some after it run in
//! phases: all begin, then the states pass, then all finish. Then comes a chain again.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use super::blocks::block_size;
use super::elements::Elements;
use super::nested;
use crate::failure::Failure;
use crate::threads::{map_each, together};
use crate::view::View;

/// Work that is done in a chain of blocks.
pub trait Chain: Sync {
    /// What passes from block to block.
    type State: Copy + Send;
    /// What a worker keeps between blocks: memory.
    type Scratch: Send;
    /// What a block gives.
    type Output: Send;

    /// Memory for a worker.
    fn scratch(&self) -> Self::Scratch;
    /// Does what needs no state.
    ///
    /// # Errors
    /// If the user's program fails.
    fn begin(&self, lanes: Range<usize>, scratch: &mut Self::Scratch) -> Result<(), Failure>;
    /// The state after a block, from the one before it.
    ///
    /// # Errors
    /// If the user's operator fails.
    fn pass(&self, state: Self::State, scratch: &Self::Scratch) -> Result<Self::State, Failure>;
    /// Does the rest, given the state before the block.
    ///
    /// # Errors
    /// If the user's program fails.
    fn finish(
        &self,
        lanes: Range<usize>,
        state: Self::State,
        scratch: &mut Self::Scratch,
    ) -> Result<Self::Output, Failure>;
}

/// Runs a chain over some lanes, from an initial state; gives the state after the last block, and
/// what the blocks gave, in order. The lanes go through the rows that begin at `offsets`, if these are
/// known: blocks whose rows have more elements than others are cut into smaller ones.
///
/// # Errors
/// The failure of the first block that fails.
pub fn run<C: Chain>(
    count: usize,
    cost: usize,
    offsets: Option<View<'_, usize>>,
    initial: C::State,
    chain: &C,
) -> Result<(C::State, Vec<C::Output>), Failure> {
    let ends = ends(count, cost, offsets);
    let blocks = Blocks { ends: &ends, all: 0..ends.len() };
    let threads = rayon::current_num_threads();
    if threads.min(blocks.all.len()) <= 1 {
        return in_turn(&blocks, initial, chain);
    }
    let mut outputs = Vec::with_capacity(blocks.all.len());
    let (mut next, mut state) = as_chain(&blocks, initial, chain, &mut outputs)?;
    // There are few phases, even if all blocks have parallel work to do.
    let mut phase = threads;
    while next < blocks.all.end {
        let end = blocks.all.end.min(next.saturating_add(phase));
        state = in_phases(&blocks.part(next..end), state, chain, &mut outputs)?;
        (next, state) = as_chain(&blocks.part(end..blocks.all.end), state, chain, &mut outputs)?;
        phase = phase.saturating_mul(4);
    }
    Ok((state, outputs))
}

/// Where the blocks of all lanes end.
fn ends(count: usize, cost: usize, offsets: Option<View<'_, usize>>) -> Vec<usize> {
    let size = block_size(count, cost);
    let elements = Elements::new(offsets, count, cost);
    let mut ends = Vec::with_capacity(count.div_ceil(size));
    for first in (0..count).step_by(size) {
        elements.cut(first..count.min(first.saturating_add(size)), &mut ends);
    }
    ends
}

/// Some of the blocks of lanes.
struct Blocks<'a> {
    /// Where each block of all ends.
    ends: &'a [usize],
    /// Which blocks these are.
    all: Range<usize>,
}

impl Blocks<'_> {
    fn part(&self, all: Range<usize>) -> Blocks<'_> {
        Blocks { all, ..*self }
    }

    fn lanes(&self, block: usize) -> Range<usize> {
        block.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[block]
    }
}

/// What the blocks of a chain gave, combined from left to right after an initial value.
///
/// # Errors
/// If the user's operator fails.
pub fn total<T: Copy>(
    initial: T,
    outputs: Vec<T>,
    start: impl Fn(T, T) -> Result<T, Failure>,
    combine: impl Fn(T, T) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let mut outputs = outputs.into_iter();
    let first = outputs.next().map_or(Ok(initial), |output| start(initial, output))?;
    outputs.try_fold(first, combine)
}

/// Runs blocks one after the other.
fn in_turn<C: Chain>(
    blocks: &Blocks<'_>,
    initial: C::State,
    chain: &C,
) -> Result<(C::State, Vec<C::Output>), Failure> {
    let mut scratch = chain.scratch();
    let mut state = initial;
    let mut outputs = Vec::with_capacity(blocks.all.len());
    for block in blocks.all.clone() {
        let lanes = blocks.lanes(block);
        chain.begin(lanes.clone(), &mut scratch)?;
        let after = chain.pass(state, &scratch)?;
        outputs.push(chain.finish(lanes, state, &mut scratch)?);
        state = after;
    }
    Ok((state, outputs))
}

/// Runs blocks as a chain up to the first one that has parallel work to do; gives the number of that
/// one and the state before it.
fn as_chain<C: Chain>(
    blocks: &Blocks<'_>,
    initial: C::State,
    chain: &C,
    outputs: &mut Vec<C::Output>,
) -> Result<(usize, C::State), Failure> {
    if blocks.all.is_empty() {
        return Ok((blocks.all.end, initial));
    }
    let shared = Shared {
        next: AtomicUsize::new(blocks.all.start),
        passed: AtomicUsize::new(blocks.all.start),
        panicked: AtomicBool::new(false),
        state: Mutex::new(Ok(initial)),
        nested: Mutex::new(None),
        failure: Mutex::new(None),
        outputs: Mutex::new(blocks.all.clone().map(|_| None).collect()),
    };
    let workers = rayon::current_num_threads().min(blocks.all.len());
    together(workers, &|| shared.work(blocks, chain));
    let nested = into_inner(shared.nested);
    let end = nested.map_or(blocks.all.end, |(block, _)| block);
    match into_inner(shared.failure) {
        Some((block, failure)) if block < end => return Err(failure),
        // What fails behind the end does so again.
        _ => outputs.extend(into_inner(shared.outputs).into_iter().flatten()),
    }
    match (nested, into_inner(shared.state)) {
        (Some(nested), _) => Ok(nested),
        (None, Ok(state)) => Ok((end, state)),
        (None, Err(())) => unreachable!("a chain breaks only where it is recorded why"),
    }
}

/// Runs blocks without one that waits for another one; gives the state after the last one.
fn in_phases<C: Chain>(
    blocks: &Blocks<'_>,
    initial: C::State,
    chain: &C,
    outputs: &mut Vec<C::Output>,
) -> Result<C::State, Failure> {
    let begun = map_each(blocks.all.clone(), &|block| {
        let mut scratch = chain.scratch();
        chain.begin(blocks.lanes(block), &mut scratch).map(|()| scratch)
    });
    let mut state = initial;
    let mut waiting = Vec::with_capacity(begun.len());
    for (block, scratch) in blocks.all.clone().zip(begun) {
        let scratch = scratch?;
        let after = chain.pass(state, &scratch)?;
        waiting.push((block, state, scratch));
        state = after;
    }
    let finished = map_each(waiting, &|(block, before, mut scratch)| {
        chain.finish(blocks.lanes(block), before, &mut scratch)
    });
    for output in finished {
        outputs.push(output?);
    }
    Ok(state)
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(|poison| poison.into_inner())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poison| poison.into_inner())
}

/// What the workers of a chain share.
struct Shared<S, O> {
    /// The next block to claim.
    next: AtomicUsize,
    /// How many blocks have passed their state on.
    passed: AtomicUsize,
    /// Whether a worker has panicked, which will never pass its state on.
    panicked: AtomicBool,
    /// The state after those; an error if the chain is broken.
    state: Mutex<Result<S, ()>>,
    /// The block that ends the chain, as it has parallel work to do, and the state before it.
    nested: Mutex<Option<(usize, S)>>,
    /// The failure of the first block that failed.
    failure: Mutex<Option<(usize, Failure)>>,
    /// What the blocks gave.
    outputs: Mutex<Vec<Option<O>>>,
}

/// Tells when a worker panics, so that nobody waits for it.
struct TellOfPanic<'a>(&'a AtomicBool);

impl Drop for TellOfPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl<S: Copy + Send, O: Send> Shared<S, O> {
    fn work<C: Chain<State = S, Output = O>>(&self, blocks: &Blocks<'_>, chain: &C) {
        let _panicked = TellOfPanic(&self.panicked);
        let mut scratch = chain.scratch();
        loop {
            let block = self.next.fetch_add(1, Ordering::Relaxed);
            if block >= blocks.all.end {
                return;
            }
            let lanes = blocks.lanes(block);
            let begun = nested::in_chain(|| chain.begin(lanes.clone(), &mut scratch));
            let Ok(before) = self.wait(block) else { return self.pass(block, Err(())) };
            let after = match begun {
                Some(begun) => begun.and_then(|()| chain.pass(before, &scratch)),
                None => {
                    *lock(&self.nested) = Some((block, before));
                    return self.pass(block, Err(()));
                }
            };
            match after {
                Ok(after) => self.pass(block, Ok(after)),
                Err(failure) => {
                    self.fail(block, failure);
                    return self.pass(block, Err(()));
                }
            }
            match chain.finish(lanes, before, &mut scratch) {
                Ok(output) => lock(&self.outputs)[block - blocks.all.start] = Some(output),
                Err(failure) => return self.fail(block, failure),
            }
        }
    }

    /// Waits until all blocks before this one have passed their state on.
    fn wait(&self, block: usize) -> Result<S, ()> {
        let mut turns = 0u32;
        while self.passed.load(Ordering::Acquire) != block {
            if self.panicked.load(Ordering::Relaxed) {
                return Err(());
            }
            turns += 1;
            if turns < 64 {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
        *lock(&self.state)
    }

    fn pass(&self, block: usize, after: Result<S, ()>) {
        *lock(&self.state) = after;
        self.passed.store(block + 1, Ordering::Release);
    }

    fn fail(&self, block: usize, failure: Failure) {
        let mut first = lock(&self.failure);
        if first.as_ref().is_none_or(|known| block < known.0) {
            *first = Some((block, failure));
        }
    }
}
