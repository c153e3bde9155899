//! Splitting work into blocks.
//!
//! The cuts between blocks depend on the number of lanes and on the cost of one lane, never on the number of
//! threads or their load: partial results are combined along the same tree everywhere.

use std::ops::Range;

use super::ending::{Ending, Run};
use crate::failure::Result;
use crate::kernel::sizes::TILE;
use crate::threads;

/// The least cost of a block, in additions: some tens of microseconds, against which the cost of handing a
/// block to another thread is small.
const BLOCK: usize = 1 << 17;

/// The least cost, in additions, of work that threads share. Entering the thread pool takes tens of
/// microseconds, and each thread reads memory faster the longer it goes on where it is.
pub(crate) const SPLIT: usize = 1 << 19;

/// At most so many blocks, so that there is no end of partial results.
const BLOCKS: usize = 4096;

/// A function that combines the results of two blocks, the left one first.
pub(super) type Combine<'a, R> = &'a (dyn Fn(R, R) -> Result<R> + Sync);

/// Returns the number of lanes of a block.
pub(super) fn block_size(count: usize, cost: usize) -> usize {
    let cost = cost.max(1);
    if count.saturating_mul(cost) < SPLIT {
        return count.max(1);
    }
    let block = (BLOCK / cost).max(1).max(count.div_ceil(BLOCKS));
    // Whole tiles: only the last block of all has a ragged end.
    block.next_multiple_of(TILE.min(block.next_power_of_two()))
}

/// Runs blocks of lanes, in parallel if there are several, and combines their results from left to right
/// along a balanced tree. `None` if there are no lanes.
///
/// # Errors
/// The failure of the first block that fails.
pub(super) fn for_blocks<R: Send>(
    count: usize,
    cost: usize,
    run: Run<'_, R>,
    combine: Combine<'_, R>,
) -> Result<Option<R>> {
    for_blocks_of(count, cost, block_size(count, cost), &Ending::new(), run, combine)
}

/// As [`for_blocks`], with blocks of a given size, which end where one fails.
///
/// # Errors
/// The failure of the first block that fails.
pub(super) fn for_blocks_of<R: Send>(
    count: usize,
    cost: usize,
    size: usize,
    ending: &Ending,
    run: Run<'_, R>,
    combine: Combine<'_, R>,
) -> Result<Option<R>> {
    if count == 0 {
        return Ok(None);
    }
    if count <= size {
        return run(0..count).map(Some);
    }
    // The number of blocks that are worth sharing.
    let shared = match rayon::current_num_threads() {
        1 => usize::MAX,
        _ => (SPLIT / cost.max(1)).div_ceil(size).max(2),
    };
    Tree { size, count, shared, ending, run, combine }.of(0..count.div_ceil(size)).map(Some)
}

/// Blocks that are combined along a tree.
struct Tree<'a, R> {
    size: usize,
    count: usize,
    shared: usize,
    ending: &'a Ending,
    run: Run<'a, R>,
    combine: Combine<'a, R>,
}

impl<R: Send> Tree<'_, R> {
    fn of(&self, blocks: Range<usize>) -> Result<R> {
        // The last block may end behind all numbers.
        let end = self.count.min(blocks.end.saturating_mul(self.size));
        if blocks.len() == 1 {
            return self.ending.run(blocks.start * self.size..end, self.run);
        }
        let middle = blocks.start + blocks.len() / 2;
        let (left, right) = (blocks.start..middle, middle..blocks.end);
        if blocks.len() >= self.shared {
            return both(left, right, &|blocks| self.of(blocks), self.combine);
        }
        let left = self.of(left)?;
        (self.combine)(left, self.of(right)?)
    }
}

/// Runs two parts of some work, in parallel if a thread is free, and combines their results.
pub(super) fn both<R: Send>(
    left: Range<usize>,
    right: Range<usize>,
    run: Run<'_, R>,
    combine: Combine<'_, R>,
) -> Result<R> {
    let (mut a, mut b) = (None, None);
    threads::both(&mut |_| a = Some(run(left.clone())), &mut |_| b = Some(run(right.clone())));
    match (a, b) {
        (Some(a), Some(b)) => combine(a?, b?),
        _ => unreachable!("both are done, or one has panicked"),
    }
}

/// Walks a range of positions in row-major order row by row: gives the index of the first lane of
/// each piece of a row, and how many lanes it has.
///
/// An iterator, and not a function that takes a closure: a closure that is not inlined would be
/// compiled without the instructions of its level.
pub struct RowPieces<const R: usize> {
    space: [usize; R],
    lanes: Range<usize>,
}

impl<const R: usize> RowPieces<R> {
    /// The pieces of rows that a range covers.
    #[inline(always)]
    pub fn new(space: [usize; R], lanes: Range<usize>) -> RowPieces<R> {
        RowPieces { space, lanes }
    }
}

impl<const R: usize> Iterator for RowPieces<R> {
    type Item = ([usize; R], usize);

    #[inline(always)]
    fn next(&mut self) -> Option<([usize; R], usize)> {
        let Range { start, end } = self.lanes;
        if start >= end {
            return None;
        }
        if R == 1 {
            self.lanes.start = end;
            return Some(([start; R], end - start));
        }
        let at = point(start, self.space);
        let length = (self.space[R - 1] - at[R - 1]).min(end - start);
        self.lanes.start = start + length;
        Some((at, length))
    }
}

/// The index of the lane with this number, in row-major order.
#[inline(always)]
pub fn point<const R: usize>(lane: usize, space: [usize; R]) -> [usize; R] {
    let mut at = [0; R];
    let mut rest = lane;
    for dimension in (0..R).rev() {
        at[dimension] = rest % space[dimension];
        rest /= space[dimension];
    }
    at
}

/// The rows of an index space that some lanes are in: the point that a row begins at, and the lanes
/// of it.
pub fn rows<const R: usize>(
    lanes: Range<usize>,
    space: [usize; R],
) -> impl Iterator<Item = ([usize; R], Range<usize>)> {
    let Range { mut start, end } = lanes;
    std::iter::from_fn(move || {
        (start < end).then(|| {
            let mut at = point(start, space);
            let first = std::mem::take(&mut at[R - 1]);
            let last = space[R - 1].min(first + (end - start));
            start += last - first;
            (at, first..last)
        })
    })
}
