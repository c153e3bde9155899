//! Kernels whose lanes give values that are combined from lane to lane.

use super::base::Combines;
use super::lane_value::LaneValue;
use crate::failure::Result;

/// A kernel whose lanes give values that are combined from lane to lane, and then go on with the combination
/// up to them.
pub trait Scan: Combines {
    /// The values that a lane keeps for later.
    type Saved: Copy + Send;
    /// The values that a lane stores.
    type Stored: LaneValue;
    /// The values of lanes that are reduced.
    type Reduced: LaneValue;
    /// True if values may be combined in any order, and an operation is a single instruction.
    const COMMUTATIVE: bool;
    /// True if one operation waits so long for the one before, as those of floats do, that tiles are quicker,
    /// with a few operations more for each value.
    const TILED: bool;

    /// Computes a lane up to its value.
    ///
    /// # Errors
    /// If the user's program fails there.
    fn before(self, at: usize) -> Result<(Self::Saved, Self::Value)>;
    /// Computes the rest of a lane, from the combinations before it and with it.
    ///
    /// # Errors
    /// If the user's program fails there.
    fn after(
        self,
        at: usize,
        kept: Self::Saved,
        before: Self::Value,
        with: Self::Value,
    ) -> Result<(Self::Stored, Self::Reduced)>;
    /// Combines the values of two lanes that are reduced.
    ///
    /// # Errors
    /// If the user's operator fails.
    fn reduce(self, a: Self::Reduced, b: Self::Reduced) -> Result<Self::Reduced>;
    /// Combines the initial value of a reduction and the values of its lanes.
    ///
    /// # Errors
    /// If the user's operator fails.
    #[inline(always)]
    fn start_reduction(
        self,
        initial: Self::Reduced,
        value: Self::Reduced,
    ) -> Result<Self::Reduced> {
        self.reduce(initial, value)
    }
}

/// The results of a scan: the values that its lanes stored, and those that were reduced, combined.
pub type Scanned<K> = (<<K as Scan>::Stored as LaneValue>::Buffers, <K as Scan>::Reduced);
