//! The sizes from which on a sort goes another way, and the sort of the smallest lists.

use crate::cores::nested;
use crate::failure::Result;

/// Below this many elements nobody looks which bits of their keys differ.
pub(super) const MANY: usize = 1 << 9;

/// Below this many elements a sort runs on the calling thread.
pub(crate) const PARALLEL: usize = 1 << 15;

/// So many elements a thread takes at a time of a larger sort.
pub(super) const PIECE: usize = 1 << 14;

/// Up to this many elements, each is put in its place among those before it.
pub(super) const FEW: usize = 10;

/// Sorts a few values, each of which is put in its place among those before it. Is stable.
#[inline(always)]
pub(super) fn sort_few<T: Copy>(values: &mut [T], comes_after: impl Fn(&T, &T) -> bool) {
    for end in 1..values.len() {
        let value = values[end];
        let mut place = end;
        while place > 0 && comes_after(&values[place - 1], &value) {
            values[place] = values[place - 1];
            place -= 1;
        }
        values[place] = value;
    }
}

/// Returns the number of elements, of `count`, that a thread takes at a time.
pub(super) fn piece_size(count: usize) -> usize {
    if count < PARALLEL { count.max(1) } else { PIECE }
}

/// Large sorts run on all threads, which a lane of a chain leaves to others.
///
/// # Errors
/// In a block of a chain: the chain runs the block again, outside of the chain (see [`nested`]).
pub(super) fn outside_of_chains(count: usize) -> Result<()> {
    if count < PARALLEL { Ok(()) } else { nested::outside_of_chains() }
}
