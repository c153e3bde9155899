//! Ordered blocks: they run in parallel, except for a state that passes from each to the next.
//!
//! A block first does the work that needs nothing of others, then waits for the state that its predecessor
//! leaves, and passes its own on before it does the rest. Blocks are claimed in order, so the predecessor of
//! a waiting block is always being run by some other thread: nobody waits for ever.
//!
//! The argument holds as long as a thread that runs a block does nothing else. So where a lane has parallel
//! work to do (see [`nested`]), the chain ends before its block. That one and some after it run in
//! phases: all begin, then each passes on, then all finish. Then comes a chain again. Blocks whose lanes
//! run on [demand](super::demand) are all run in phases.
//!
//! This code is compiled once, and not for each kernel: [`chain`](super::chain) hides types.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use super::balanced_cuts::BalancedCuts;
use super::blocks::block_size;
use super::ending::Ending;
use super::nested;
use crate::failure::{Failure, Result};
use crate::memory::vector;
use crate::threads::{for_pieces, together};
use crate::view::View;

/// The work of blocks, each at a place that has memory: no two threads use the same place at the same time.
pub(super) trait Runner: Sync {
    /// Does the work that needs nothing of other blocks.
    fn begin(&self, place: usize, lanes: Range<usize>) -> Result<()>;
    /// Takes the state that the block before has left, and leaves the state after the one at this place.
    fn pass(&self, place: usize) -> Result<()>;
    /// Does the rest.
    fn finish(&self, place: usize, block: usize, lanes: Range<usize>) -> Result<()>;
    /// Gives the memory of a place back.
    fn free(&self, place: usize);
}

/// The blocks of some lanes.
pub(super) struct Blocks {
    /// The lane at which each block ends.
    ends: Vec<usize>,
    /// True if lanes of a block may have parallel work to do at any time.
    nested: bool,
    /// The site at which memory is asked for.
    site: u32,
}

impl Blocks {
    /// Cuts lanes into blocks. If the lanes go through rows that begin at `offsets`, blocks whose rows have
    /// more elements than others are cut into smaller ones. Lanes of which only the run tells how long they
    /// take are work of several threads within a block, too.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn new(
        site: u32,
        count: usize,
        cost: usize,
        guessed: bool,
        offsets: Option<View<'_, usize>>,
    ) -> Result<Blocks> {
        let size = block_size(count, cost);
        let elements = BalancedCuts::new(offsets, count, cost);
        let mut ends = vector(site, count.div_ceil(size))?;
        for first in (0..count).step_by(size) {
            elements.cut(site, first..count.min(first.saturating_add(size)), &mut ends)?;
        }
        Ok(Blocks { ends, nested: guessed, site })
    }

    /// Returns the number of blocks.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    fn lanes(&self, block: usize) -> Range<usize> {
        block.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[block]
    }

    /// Runs all blocks; there are as many places.
    ///
    /// # Errors
    /// The failure of the first block that fails.
    pub(super) fn run(&self, runner: &dyn Runner) -> Result<()> {
        let threads = rayon::current_num_threads();
        if threads.min(self.len()) <= 1 {
            return self.in_turn(runner);
        }
        let mut next = if self.nested { 0 } else { self.as_chain(0, runner)? };
        // There are few phases, even if all blocks have parallel work to do.
        let mut phase = threads;
        while next < self.len() {
            let end = self.len().min(next.saturating_add(phase));
            self.in_phases(next..end, runner)?;
            next = if self.nested { end } else { self.as_chain(end, runner)? };
            phase = phase.saturating_mul(4);
        }
        Ok(())
    }

    /// Runs blocks one after the other.
    fn in_turn(&self, runner: &dyn Runner) -> Result<()> {
        for block in 0..self.len() {
            runner.begin(0, self.lanes(block))?;
            runner.pass(0)?;
            runner.finish(0, block, self.lanes(block))?;
        }
        Ok(())
    }

    /// Runs blocks as a chain up to the first one that has parallel work to do; gives its number.
    fn as_chain(&self, start: usize, runner: &dyn Runner) -> Result<usize> {
        let workers = rayon::current_num_threads().min(self.len() - start);
        if workers == 0 {
            return Ok(start);
        }
        let chain = Chained {
            blocks: self,
            workers: AtomicUsize::new(0),
            next: AtomicUsize::new(start),
            passed: AtomicUsize::new(start),
            broken: AtomicBool::new(false),
            nested: Mutex::new(None),
            failure: Mutex::new(None),
        };
        together(workers, &|| chain.work(runner));
        let end = lock(&chain.nested).unwrap_or(self.len());
        match lock(&chain.failure).take() {
            Some((block, failure)) if block < end => Err(failure),
            // A block that fails behind the end runs again, and fails again.
            _ => Ok(end),
        }
    }

    /// Runs blocks without one that waits for another one, each at a place of its own.
    fn in_phases(&self, blocks: Range<usize>, runner: &dyn Runner) -> Result<()> {
        let first = blocks.start;
        let mut results: Vec<Result<()>> = vector(self.site, blocks.len())?;
        results.extend(blocks.clone().map(|_| Ok(())));
        // Blocks behind one that fails are not looked at.
        let ending = Ending::new();
        let unless_failed =
            |place: usize, run: &dyn Fn() -> Result<()>| match ending.is_before(place) {
                true => Ok(()),
                false => run().inspect_err(|_| ending.fail(place)),
            };
        for_pieces(&mut results, 1, &|place, result| {
            result[0] = unless_failed(place, &|| runner.begin(place, self.lanes(first + place)));
        });
        for (place, begun) in results.iter_mut().enumerate() {
            std::mem::replace(begun, Ok(()))?;
            runner.pass(place)?;
        }
        for_pieces(&mut results, 1, &|place, result| {
            let block = first + place;
            result[0] = unless_failed(place, &|| runner.finish(place, block, self.lanes(block)));
            runner.free(place);
        });
        results.into_iter().collect::<Result<()>>()
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poison| poison.into_inner())
}

/// The state that the workers of a chain share.
struct Chained<'a> {
    blocks: &'a Blocks,
    /// The number of workers so far.
    workers: AtomicUsize,
    /// The next block to claim.
    next: AtomicUsize,
    /// The number of blocks that have passed on.
    passed: AtomicUsize,
    /// True if no block behind those that have passed on counts: one failed, or a worker panicked.
    broken: AtomicBool,
    /// The block that ends the chain, as it has parallel work to do.
    nested: Mutex<Option<usize>>,
    /// The failure of the first block that failed.
    failure: Mutex<Option<(usize, Failure)>>,
}

/// Breaks the chain when a worker panics, so that nobody waits for it.
struct BreakInPanic<'a>(&'a AtomicBool);

impl Drop for BreakInPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl Chained<'_> {
    fn work(&self, runner: &dyn Runner) {
        let _panic = BreakInPanic(&self.broken);
        let place = self.workers.fetch_add(1, Ordering::Relaxed);
        loop {
            let block = self.next.fetch_add(1, Ordering::Relaxed);
            // A block that is claimed after one has failed lies behind it.
            if block >= self.blocks.len() || self.broken.load(Ordering::Relaxed) {
                return;
            }
            let lanes = self.blocks.lanes(block);
            let begun = nested::in_chain(|| runner.begin(place, lanes.clone()));
            if !self.wait(block) {
                return;
            }
            let Some(begun) = begun else {
                *lock(&self.nested) = Some(block);
                return self.broken.store(true, Ordering::Relaxed);
            };
            if let Err(failure) = begun.and_then(|()| runner.pass(place)) {
                self.fail(block, failure);
                return self.broken.store(true, Ordering::Relaxed);
            }
            self.passed.store(block + 1, Ordering::Release);
            if let Err(failure) = runner.finish(place, block, lanes) {
                self.fail(block, failure);
                return self.broken.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Waits until all blocks before this one have passed on; says whether they have.
    fn wait(&self, block: usize) -> bool {
        let mut turns = 0u32;
        while self.passed.load(Ordering::Acquire) != block {
            if self.broken.load(Ordering::Relaxed) {
                return false;
            }
            turns += 1;
            if turns < 64 {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
        true
    }

    fn fail(&self, block: usize, failure: Failure) {
        let mut first = lock(&self.failure);
        if first.as_ref().is_none_or(|known| block < known.0) {
            *first = Some((block, failure));
        }
    }
}
