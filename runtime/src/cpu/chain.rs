//! Chains: blocks that run in parallel, except for a state that passes from each to the next.
//!
//! A block first does what needs no state, then waits for the state its predecessor leaves, and
//! passes its own on before it does the rest. Blocks are claimed in order, so the predecessor of
//! a waiting block is always being run by some other thread: nobody waits for ever.
//!
//! That holds as long as a thread that runs a block does nothing else. Blocks that do parallel work of
//! their own take up other work while they wait for that, such as a later block of their chain, which
//! would wait for them. So those run in phases: all begin, then the states pass, then all finish.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use rayon::prelude::*;

use super::blocks::block_size;
use crate::failure::Failure;

/// Work that is done in a chain of blocks.
pub trait Chain: Sync {
    /// What passes from block to block.
    type State: Copy + Send;
    /// What a worker keeps between blocks: memory.
    type Scratch: Send;
    /// What a block gives.
    type Output: Send;
    /// Whether a block may do parallel work of its own.
    const NESTED: bool;

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
/// what the blocks gave, in order.
///
/// # Errors
/// The failure of the first block that fails.
pub fn run<C: Chain>(
    count: usize,
    cost: usize,
    initial: C::State,
    chain: &C,
) -> Result<(C::State, Vec<C::Output>), Failure> {
    let size = block_size(count, cost);
    let blocks = count.div_ceil(size);
    let threads = rayon::current_num_threads().min(blocks);
    if threads <= 1 {
        let mut scratch = chain.scratch();
        let mut state = initial;
        let mut outputs = Vec::with_capacity(blocks);
        for block in 0..blocks {
            let lanes = lanes_of(block, size, count);
            chain.begin(lanes.clone(), &mut scratch)?;
            let after = chain.pass(state, &scratch)?;
            outputs.push(chain.finish(lanes, state, &mut scratch)?);
            state = after;
        }
        return Ok((state, outputs));
    }
    if C::NESTED {
        return in_phases(count, size, initial, chain);
    }
    let shared = Shared {
        next: AtomicUsize::new(0),
        passed: AtomicUsize::new(0),
        panicked: AtomicBool::new(false),
        state: Mutex::new(Ok(initial)),
        failure: Mutex::new(None),
        outputs: Mutex::new((0..blocks).map(|_| None).collect()),
    };
    rayon::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| shared.work(count, size, blocks, chain));
        }
        shared.work(count, size, blocks, chain);
    });
    if let Some((_, failure)) = into_inner(shared.failure) {
        return Err(failure);
    }
    match into_inner(shared.state) {
        Ok(state) => Ok((state, into_inner(shared.outputs).into_iter().flatten().collect())),
        Err(()) => unreachable!("a chain breaks only where a failure is recorded"),
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

fn lanes_of(block: usize, size: usize, count: usize) -> Range<usize> {
    block * size..count.min((block + 1) * size)
}

/// Runs a chain without a block that waits for another one.
fn in_phases<C: Chain>(
    count: usize,
    size: usize,
    initial: C::State,
    chain: &C,
) -> Result<(C::State, Vec<C::Output>), Failure> {
    let blocks = count.div_ceil(size);
    let lanes = |block| lanes_of(block, size, count);
    let begun: Vec<Result<C::Scratch, Failure>> = (0..blocks)
        .into_par_iter()
        .map(|block| {
            let mut scratch = chain.scratch();
            chain.begin(lanes(block), &mut scratch).map(|()| scratch)
        })
        .collect();
    let mut state = initial;
    let mut waiting = Vec::with_capacity(blocks);
    for scratch in begun {
        let scratch = scratch?;
        let after = chain.pass(state, &scratch)?;
        waiting.push((state, scratch));
        state = after;
    }
    let finished: Vec<Result<C::Output, Failure>> = waiting
        .into_par_iter()
        .enumerate()
        .map(|(block, (before, mut scratch))| chain.finish(lanes(block), before, &mut scratch))
        .collect();
    Ok((state, finished.into_iter().collect::<Result<_, _>>()?))
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
    fn work<C: Chain<State = S, Output = O>>(
        &self,
        count: usize,
        size: usize,
        blocks: usize,
        chain: &C,
    ) {
        let _panicked = TellOfPanic(&self.panicked);
        let mut scratch = chain.scratch();
        loop {
            let block = self.next.fetch_add(1, Ordering::Relaxed);
            if block >= blocks {
                return;
            }
            let lanes = lanes_of(block, size, count);
            let begun = chain.begin(lanes.clone(), &mut scratch);
            let before = self.wait(block);
            let after = match (begun, before) {
                (Err(failure), _) => {
                    self.fail(block, failure);
                    Err(())
                }
                (Ok(()), Err(())) => Err(()),
                (Ok(()), Ok(state)) => match chain.pass(state, &scratch) {
                    Ok(after) => Ok(after),
                    Err(failure) => {
                        self.fail(block, failure);
                        Err(())
                    }
                },
            };
            self.pass(block, after);
            let (Ok(state), Ok(_)) = (before, after) else { return };
            match chain.finish(lanes, state, &mut scratch) {
                Ok(output) => lock(&self.outputs)[block] = Some(output),
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
