//! Kernels whose lanes store.

use std::ops::Range;

use super::base::Kernel;
use super::guards::Held;
use super::lane_value::LaneValue;
use crate::failure::Result;

/// A kernel whose lanes store.
pub trait Map<const R: usize>: Kernel {
    /// The values that a lane stores.
    type Stored: LaneValue;

    /// Computes a lane.
    ///
    /// # Errors
    /// If the user's program fails there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lane(self, at: [usize; R]) -> Result<Self::Stored> {
        self.lane_of(at, section_of(self, at))
    }

    /// The number of cuts at which lanes choose by their position: there is one section of lanes more, and no
    /// more than four.
    const SECTION_CUTS: usize = 0;

    /// Along which dimension.
    const SECTION_AXIS: usize = 0;

    /// Returns the end of a section. It begins where the one before it ends, if it does not end there, too.
    fn section_end(self, _section: usize) -> usize {
        usize::MAX
    }

    /// Computes a lane of a section. Kernels have either this or [`Map::lane`].
    ///
    /// # Errors
    /// If the user's program fails there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lane_of(self, at: [usize; R], _section: usize) -> Result<Self::Stored> {
        self.lane(at)
    }

    /// True if [`Map::tile`] is better than lanes one by one: its loops go over all lanes of the tile at
    /// once.
    const TILED: bool = false;

    /// True if tiles are so small that the values which their lanes carry from round to round of a loop stay
    /// in registers.
    const NARROW: bool = false;

    /// True if [`Map::tile`] may be used in the interior alone.
    const HAS_INTERIOR: bool = false;

    /// The lanes of a row whose neighbours are all inside of the arrays that they are read from. Lanes
    /// may go on where such an array has ended, so the interior depends on the sizes of these.
    fn interior(self) -> Range<usize> {
        0..usize::MAX
    }

    /// True if guards let some lanes of a row through: tiles of these are better than tiles of both.
    const GUARDED: bool = false;

    /// Returns those of `width` neighbouring lanes of a row that the guards let through.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn held(self, _first: [usize; R], width: usize) -> Held {
        Held::all(width)
    }

    /// Computes `W` neighbouring lanes of a row and gives their values away.
    ///
    /// # Errors
    /// If the user's program fails there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tile<const W: usize>(
        self,
        first: [usize; R],
        mut put: impl FnMut(usize, Self::Stored),
    ) -> Result<()> {
        let mut at = first;
        for lane in 0..W {
            at[R - 1] = first[R - 1] + lane;
            put(lane, self.lane(at)?);
        }
        Ok(())
    }

    /// True if lanes read across: elements that neighbours in a row read lie apart, and elements that
    /// neighbours in a column read do not.
    const COLUMN_MAJOR: bool = false;

    /// True if a stack of tiles is better than tile after tile: elements that are read along a row serve all
    /// of them.
    const STACKED: bool = false;

    /// Computes `H` tiles of `W` lanes, which lie in neighbouring rows, and gives their values away.
    ///
    /// # Errors
    /// If the user's program fails there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stack<const H: usize, const W: usize>(
        self,
        first: [usize; R],
        mut put: impl FnMut(usize, usize, Self::Stored),
    ) -> Result<()> {
        let mut at = first;
        for tile in 0..H {
            at[R - 2] = first[R - 2] + tile;
            self.tile::<W>(at, |lane, stored| put(tile, lane, stored))?;
        }
        Ok(())
    }
}

/// The section of a lane.
#[inline(always)]
pub fn section_of<const R: usize, K: Map<R>>(kernel: K, at: [usize; R]) -> usize {
    // If cuts are not in order, the first one that is beyond the lane counts.
    (0..K::SECTION_CUTS)
        .find(|number| at[K::SECTION_AXIS] < kernel.section_end(*number))
        .unwrap_or(K::SECTION_CUTS)
}
