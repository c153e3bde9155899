//! What drivers ask every kernel, whatever its pattern.

use crate::launch::{Arguments, DeviceKernel};
use crate::view::View;

/// A kernel: a value that computes lanes.
pub trait Kernel: Copy + Sync {
    /// What a lane costs, in additions.
    fn cost(self) -> usize;

    /// Whether only the run tells how long a lane takes: its cost is a guess.
    const GUESSED: bool = false;

    /// The bytes of the arrays of which neighbouring lanes read elements that lie apart, where lanes
    /// do little else.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gathered(self) -> usize {
        0
    }

    /// Where the row begins that each lane goes through, and behind them where the last one ends, if the
    /// rows follow each other.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn offsets(&self) -> Option<View<'_, usize>> {
        None
    }

    /// Its code for devices, if it has some.
    const DEVICE: Option<DeviceKernel> = None;

    /// What that code gets; the columns that drivers make come after it: those that lanes store, then the
    /// offsets of rows that they append, then the columns of what they keep, append or combine into.
    fn arguments(self, _arguments: &mut Arguments) {}
}
