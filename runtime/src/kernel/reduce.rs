//! Kernels whose lanes store and give values that are combined.

use super::base::Combines;
use super::lane_value::LaneValue;
use crate::failure::Result;

/// A kernel whose lanes store and give values that are combined.
pub trait Reduce<const R: usize>: Combines {
    /// The values that a lane stores.
    type Stored: LaneValue;
    /// True if values may be combined in any order.
    const COMMUTATIVE: bool;

    /// Computes a lane.
    ///
    /// # Errors
    /// If the user's program fails there.
    fn lane(self, at: [usize; R]) -> Result<(Self::Stored, Self::Value)>;

    /// True if [`Reduce::tile`] is better than lanes one by one: its loops go over all lanes of the tile at
    /// once.
    const TILED: bool = false;

    /// True if tiles are so small that the values which their lanes carry from round to round of a loop stay
    /// in registers.
    const NARROW: bool = false;

    /// Computes `W` neighbouring lanes of a row and gives away the values that they store and their values.
    ///
    /// # Errors
    /// If the user's program fails there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tile<const W: usize>(
        self,
        first: [usize; R],
        mut put: impl FnMut(usize, (Self::Stored, Self::Value)),
    ) -> Result<()> {
        let mut at = first;
        for lane in 0..W {
            at[R - 1] = first[R - 1] + lane;
            put(lane, self.lane(at)?);
        }
        Ok(())
    }

    /// A bit for each reduction, if some values decide the result of all lanes, as those of `any` and `all`
    /// do. Lanes of such a kernel store nothing, and cannot fail.
    const SHORT_CIRCUIT: usize = 0;

    /// The bits of those that this value decides.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decided(_value: Self::Value) -> usize {
        0
    }

    /// True if [`Reduce::ordered_combine`] is something else than [`Combines::combine`], and needs lanes in their order.
    const ORDERED_COMBINE: bool = false;

    /// Combines the value of a lane and that of a later one.
    ///
    /// # Errors
    /// If the user's operator fails.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ordered_combine(self, a: Self::Value, b: Self::Value) -> Result<Self::Value> {
        self.combine(a, b)
    }
}

type Buffers<S> = <S as LaneValue>::Buffers;

/// The results of a reduction: the values that its lanes stored, and their values combined.
pub type Reduced<const R: usize, K> = (Buffers<<K as Reduce<R>>::Stored>, <K as Combines>::Value);
