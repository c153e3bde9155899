//! The neighbouring lanes of a tile that a guard lets through: those where they are compared with something
//! that is the same for all of them, as in `if i >= first && i < end { … }`.

use std::ops::Range;

use crate::failure::Result;

/// The lanes of a tile for which all comparisons so far hold.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    width: usize,
    start: usize,
    end: usize,
    /// True if it is known which lanes they are.
    known: bool,
}

impl Held {
    /// All lanes of a tile that is so wide.
    #[inline(always)]
    pub fn all(width: usize) -> Held {
        Held { width, start: 0, end: width, known: true }
    }

    /// The held lanes, if a condition holds for the whole tile, else none.
    #[inline(always)]
    pub fn when(mut self, condition: bool) -> Held {
        self.end = if condition { self.end } else { 0 };
        self
    }

    /// Returns the lanes, of these, whose number is less than a bound, where `first` is the number of the
    /// first lane.
    #[inline(always)]
    pub fn below(mut self, first: usize, bound: usize) -> Held {
        self.end = self.end.min(bound.saturating_sub(first));
        self.counted_from(first)
    }

    /// Returns the lanes, of these, whose number is a bound at least.
    #[inline(always)]
    pub fn from(mut self, first: usize, bound: usize) -> Held {
        self.start = self.start.max(bound.saturating_sub(first));
        self.counted_from(first)
    }

    /// Returns the lanes, of these, that have another number, if that leaves all of the tile.
    #[inline(always)]
    pub fn but(mut self, first: usize, number: usize) -> Held {
        self.known &= number.wrapping_sub(first) >= self.width;
        self.counted_from(first)
    }

    /// The numbers of the lanes must not wrap around inside of the tile.
    #[inline(always)]
    fn counted_from(mut self, first: usize) -> Held {
        self.known &= first <= usize::MAX - self.width;
        self
    }

    /// Returns true if these are all lanes of the tile.
    #[inline(always)]
    pub fn is_all(self) -> bool {
        self.known & (self.start == 0) & (self.end == self.width)
    }

    /// Returns true if these are no lanes.
    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.known & (self.start >= self.end)
    }

    /// Returns true if a lane is among these, if it is known which are.
    #[inline(always)]
    pub fn has(self, lane: usize) -> bool {
        // In 32 bits more lanes are compared at once.
        let count = self.end.saturating_sub(self.start) as u32;
        (lane as u32).wrapping_sub(self.start as u32) < count
    }

    /// The lanes, as far as they are known.
    #[inline(always)]
    pub fn lanes(self) -> Range<usize> {
        let start = self.start.min(self.width);
        if self.known { start..self.end.max(start) } else { 0..0 }
    }

    /// Returns true if it is known of each lane that it is among these, or is not.
    #[inline(always)]
    pub fn is_known(self) -> bool {
        self.known
    }
}

/// The lanes of a tile one by one, up to the first that fails: those of a tile that are not as they are
/// expected to be.
#[cold]
#[inline(never)]
pub fn lane_by_lane<T>(
    width: usize,
    lane: impl Fn(usize) -> Result<T>,
    mut put: impl FnMut(usize, T),
) -> Result<()> {
    for offset in 0..width {
        put(offset, lane(offset)?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Held;

    const WIDTH: usize = 4;

    /// The lanes that are held are those for which the comparisons hold, wherever the tile begins.
    #[test]
    fn lanes_are_held_where_comparisons_hold() {
        let places = [0, 1, 2, 3, 5, 8, usize::MAX - 9, usize::MAX - 4, usize::MAX - 1, usize::MAX];
        let mut known = 0;
        for first in places {
            for low in places {
                for high in places {
                    for other in places {
                        let all = Held::all(WIDTH);
                        let held = all.from(first, low).below(first, high).but(first, other);
                        let holds = |lane: usize| {
                            let at = first.wrapping_add(lane);
                            at >= low && at < high && at != other
                        };
                        if held.is_known() {
                            known += 1;
                            let place = format!("{first} {low} {high} {other}");
                            (0..WIDTH).for_each(|l| assert_eq!(held.has(l), holds(l), "{place}"));
                            let lanes = held.lanes();
                            assert!((0..WIDTH).all(|l| lanes.contains(&l) == holds(l)), "{place}");
                            assert_eq!(held.is_all(), (0..WIDTH).all(holds), "{place}");
                            assert_eq!(held.is_none(), !(0..WIDTH).any(holds), "{place}");
                        }
                    }
                }
            }
        }
        assert!(known > places.len().pow(4) / 3, "{known}");
        assert!(Held::all(WIDTH).when(false).is_none() && Held::all(WIDTH).when(true).is_all());
    }
}
