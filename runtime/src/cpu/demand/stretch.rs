//! Neighbouring lanes that leave their results at places of their own.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cores::blocks::RowPieces;
use crate::failure::{Failure, Result};
use crate::isa;
use crate::kernel::sizes::{SMALL_TILE, TILE};

/// A lane that failed, and how.
pub(in crate::cores) type Failed = (usize, Failure);

/// Runs neighbouring lanes in their order: all of them, or, once the flag is set, some. Gives where the next
/// lane is.
pub(in crate::cores) type Step<'a> =
    &'a (dyn Fn(Range<usize>, &AtomicBool) -> std::result::Result<usize, Failed> + Sync);

/// Lanes that leave their results at places of their own.
pub(in crate::cores) trait Leave<const R: usize>: Copy + Sync {
    /// True if tiles are better than lanes one by one.
    const TILED: bool = false;
    /// True if tiles are small.
    const NARROW: bool = false;
    /// Computes a lane, which has a number.
    ///
    /// # Errors
    /// If the user's program fails there.
    fn lane(self, at: [usize; R], number: usize) -> Result<()>;
    /// Computes `W` neighbouring lanes of a row.
    ///
    /// # Errors
    /// If the user's program fails there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tile<const W: usize>(self, first: [usize; R], number: usize) -> Result<()> {
        let mut at = first;
        for lane in 0..W {
            at[R - 1] = first[R - 1] + lane;
            attempt!(self.lane(at, number + lane));
        }
        Ok(())
    }
}

/// Neighbouring lanes in their order, a [`Step`].
pub(in crate::cores) struct Stretch<'a, const R: usize, L> {
    pub(in crate::cores) leave: L,
    pub(in crate::cores) space: [usize; R],
    pub(in crate::cores) lanes: Range<usize>,
    pub(in crate::cores) wanted: &'a AtomicBool,
}

impl<const R: usize, L: Leave<R>> isa::Task for Stretch<'_, R, L> {
    type Output = std::result::Result<usize, Failed>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(self, _: isa::Level) -> Self::Output {
        let Stretch { leave, space, lanes, wanted } = self;
        let mut number = lanes.start;
        for (mut at, length) in RowPieces::new(space, lanes.clone()) {
            let end = number + length;
            while number < end {
                let (done, result) = if const { L::TILED && !L::NARROW } && number + TILE <= end {
                    (TILE, leave.tile::<TILE>(at, number))
                } else if const { L::TILED } && number + SMALL_TILE <= end {
                    (SMALL_TILE, leave.tile::<SMALL_TILE>(at, number))
                } else {
                    (1, leave.lane(at, number))
                };
                if let Err(failure) = result {
                    return Err((number, failure));
                }
                number += done;
                at[R - 1] += done;
                if wanted.load(Ordering::Relaxed) {
                    return Ok(number);
                }
            }
        }
        Ok(lanes.end)
    }
}
