//! Kernels whose lanes combine values into the places of an array.

use std::ops::Range;

use super::base::Combines;
use super::sizes::SMALL_TILE;
use crate::failure::Result;

/// A kernel whose lanes combine values into the places of an array.
pub trait Combine: Combines {
    /// True if the lanes are those of rows: neighbours combine into different places.
    const ROWS: bool = false;

    /// Computes a lane: the place it combines into, and its value; `None` if it does not combine. A kernel
    /// has this, or else [`Combine::lanes`].
    ///
    /// # Errors
    /// If the user's program fails there.
    #[inline(always)]
    fn lane(self, at: usize) -> Result<Option<(usize, Self::Value)>> {
        let mut found = None;
        attempt!(self.lanes(at..at + 1, |place, value| {
            found = Some((place, value));
            Ok(())
        }));
        Ok(found)
    }
    /// Computes lanes in order: gives `add` the places that they combine into, and their values.
    ///
    /// # Errors
    /// If the user's program fails in one of them, or `add` does.
    #[inline(always)]
    fn lanes(
        self,
        lanes: Range<usize>,
        mut add: impl FnMut(usize, Self::Value) -> Result<()>,
    ) -> Result<()> {
        let mut at = lanes.start;
        while Self::TILED && at + SMALL_TILE <= lanes.end {
            for (place, value) in attempt!(tile(self, at)).into_iter().flatten() {
                attempt!(add(place, value));
            }
            at += SMALL_TILE;
        }
        for at in at..lanes.end {
            if let Some((place, value)) = attempt!(self.lane(at)) {
                attempt!(add(place, value));
            }
        }
        Ok(())
    }

    /// True if [`Combine::tile`] is better than lanes one by one: its loops go over all lanes of the tile at
    /// once.
    const TILED: bool = false;

    /// Computes `W` neighbouring lanes and gives away the places that they combine into, and their values.
    ///
    /// # Errors
    /// If the user's program fails there.
    #[inline(always)]
    fn tile<const W: usize>(
        self,
        first: usize,
        mut put: impl FnMut(usize, Option<(usize, Self::Value)>),
    ) -> Result<()> {
        for lane in 0..W {
            put(lane, self.lane(first + lane)?);
        }
        Ok(())
    }

    /// Returns the identity element of the operator, if it has one.
    #[inline(always)]
    fn identity(self) -> Option<Self::Value> {
        None
    }
}

/// The place that a lane combines into, and its value, if it does.
type Contribution<K> = Option<(usize, <K as Combines>::Value)>;

/// Returns the places and values that the lanes of a tile combine.
#[inline(always)]
pub(crate) fn tile<K: Combine>(kernel: K, first: usize) -> Result<[Contribution<K>; SMALL_TILE]> {
    let mut contributions = [None; SMALL_TILE];
    attempt!(kernel.tile::<SMALL_TILE>(first, |lane, value| contributions[lane] = value));
    Ok(contributions)
}
