//! Kernels whose lanes keep values or not.

use super::base::Combines;
use super::filter_columns::FilterColumns;
use super::lane_value::LaneValue;
use crate::failure::Result;

/// A kernel whose lanes store, keep values or not, and give values that are combined.
pub trait Compact: Combines {
    /// The values that a lane stores at its own place.
    type Stored: LaneValue;
    /// The values that a lane may keep: groups, each kept or not on its own.
    type Filters: FilterColumns;

    /// Computes a lane.
    ///
    /// # Errors
    /// If the user's program fails there.
    fn lane(self, at: usize) -> Result<Lane<Self>>;

    /// True if [`Compact::tile`] is better than lanes one by one: its loops go over all lanes of the tile at
    /// once.
    const TILED: bool = false;

    /// True if tiles are so small that the values which their lanes carry from round to round of a loop stay
    /// in registers.
    const NARROW: bool = false;

    /// Computes `W` neighbouring lanes and gives away their results.
    ///
    /// # Errors
    /// If the user's program fails there.
    #[inline(always)]
    fn tile<const W: usize>(self, at: usize, mut put: impl FnMut(usize, Lane<Self>)) -> Result<()> {
        for lane in 0..W {
            put(lane, attempt!(self.lane(at + lane)));
        }
        Ok(())
    }
}

/// The results of a lane of a compaction: the values it stores, those it may keep, and the one that is
/// reduced.
pub type Lane<K> = (<K as Compact>::Stored, <K as Compact>::Filters, <K as Combines>::Value);

type Buffers<S> = <S as LaneValue>::Buffers;

/// The results of a compaction: the values that the lanes stored, those that they kept, and their values
/// combined.
pub type Compacted<K> = (
    Buffers<<K as Compact>::Stored>,
    <<K as Compact>::Filters as FilterColumns>::Buffers,
    <K as Combines>::Value,
);
