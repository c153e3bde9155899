//! The traits that kernels of several patterns have.

use super::lane_value::LaneValue;
use crate::failure::Result;
use crate::launch::{Arguments, DeviceKernel};
use crate::view::View;

/// A kernel: a value that computes lanes.
pub trait Kernel: Copy + Sync {
    /// Returns the cost of a lane, in additions.
    fn cost(self) -> usize;

    /// True if only the run tells how long a lane takes: its cost is a guess.
    const GUESSED: bool = false;

    /// The bytes of the arrays of which neighbouring lanes read elements that lie apart, where lanes
    /// do little else.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gather_bytes(self) -> usize {
        0
    }

    /// Returns the position at which the row of each lane begins, and behind them the end of the last row, if
    /// the lanes go through rows that follow each other.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn offsets(&self) -> Option<View<'_, usize>> {
        None
    }

    /// Its code for devices, if it has some.
    const DEVICE: Option<DeviceKernel> = None;

    /// Lists the arguments of the device code; the columns that drivers make come after them: those that
    /// lanes store, then the offsets of rows that they append, then the columns of values that they keep,
    /// append or combine into.
    fn arguments(self, _arguments: &mut Arguments) {}
}

/// A kernel whose lanes give values that an operator combines.
pub trait Combines: Kernel {
    /// The value of a lane that is combined with those of other lanes.
    type Value: LaneValue;

    /// Combines two values, the left one first: that of the earlier lane, or the one that was there before.
    ///
    /// # Errors
    /// If the user's operator fails.
    fn combine(self, a: Self::Value, b: Self::Value) -> Result<Self::Value>;

    /// Combines the initial value of a reduction and the values of its lanes.
    ///
    /// # Errors
    /// If the user's operator fails.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start(self, initial: Self::Value, value: Self::Value) -> Result<Self::Value> {
        self.combine(initial, value)
    }
}
