//! Filters inside lanes: loops that keep values at the end of buffers.

use crate::failure::Result;
use crate::isa::{self, Level};
use crate::kernel::filter_columns::FilterColumns;
use crate::kernel::pack::PACK;

/// Runs the lanes of a filter one after the other; says how many values of each group are kept.
///
/// # Errors
/// If the user's program fails in a lane: nothing is kept then.
#[inline(always)]
pub fn keep<G: FilterColumns>(
    count: usize,
    mut room: G::SpareCapacity<'_>,
    lane: impl Fn(usize) -> Result<G>,
) -> Result<G::Counts> {
    let raw = G::room(&mut room, count);
    let lanes = Lanes { count, raw, lane };
    let counts =
        if count < PACK { isa::Task::run(lanes, Level::Baseline) } else { isa::run(lanes) };
    let counts = attempt!(counts);
    // SAFETY: the lanes wrote them.
    unsafe { G::written(room, counts) };
    Ok(counts)
}

/// The lanes of a filter.
struct Lanes<G: FilterColumns, L> {
    count: usize,
    raw: G::ColumnPtrs,
    lane: L,
}

impl<G: FilterColumns, L: Fn(usize) -> Result<G>> isa::Task for Lanes<G, L> {
    type Output = Result<G::Counts>;

    #[inline(always)]
    fn run(self, level: Level) -> Self::Output {
        let Lanes { count, raw, lane } = self;
        let mut counts = G::none();
        let packs = if level == Level::Baseline { 0 } else { count / PACK };
        for first in (0..packs).map(|number| number * PACK) {
            let mut tile = G::tile();
            for at in 0..PACK {
                attempt!(lane(first + at)).put(&mut tile, at);
            }
            // SAFETY: there is room for a value of every lane; the level is the machine's.
            unsafe { G::keep(&tile, 0, raw, &mut counts, level) };
        }
        for at in packs * PACK..count {
            // SAFETY: as above.
            unsafe { attempt!(lane(at)).push(raw, &mut counts) };
        }
        Ok(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::buffer::Buffer;
    use crate::failure::{Failure, Values};
    use crate::kernel::filter_columns::Filtered;

    type Both = (Filtered<(u32, f64)>, Filtered<u8>);

    /// Returns the values that the first lanes of a filter keep at a level.
    fn kept(count: usize, level: Level) -> (Vec<u32>, Vec<f64>, Vec<u8>) {
        let random = |at: usize| (at as u32).wrapping_mul(0x9e37_79b1) >> 7;
        let (mut a, mut b, mut c) =
            (Buffer::from_vec(vec![7]), Buffer::from_vec(vec![]), Buffer::from_vec(vec![]));
        let mut room = ((room(&mut a, count), room(&mut b, count)), room(&mut c, count));
        let raw = Both::room(&mut room, count);
        let lane = |at| {
            let x = random(at);
            Ok((Filtered(x % 3 < 2, (x, f64::from(x) / 8.0)), Filtered(x % 2 < 1, x as u8)))
        };
        let counts = isa::Task::run(Lanes::<Both, _> { count, raw, lane }, level);
        let Ok(counts) = counts else { unreachable!("no lane fails") };
        // SAFETY: the lanes wrote them.
        unsafe { Both::written(room, counts) };
        (a.into_vec(), b.into_vec(), c.into_vec())
    }

    fn room<T: Copy>(buffer: &mut Buffer<T>, count: usize) -> crate::buffer::FilterWriter<'_, T> {
        match buffer.filter_writer(0, count) {
            Ok(room) => room,
            Err(_) => unreachable!("there is room for so few"),
        }
    }

    #[test]
    fn levels_keep_the_same() {
        for count in (0..70).chain([127, 128, 129, 200, 1000]) {
            let wanted = kept(count, Level::Baseline);
            assert_eq!(wanted.0[0], 7, "what was there before stays");
            for level in [Level::Avx2, Level::Avx512] {
                if level <= isa::detected() {
                    assert_eq!(kept(count, level), wanted, "{count} lanes, {level:?}");
                }
            }
        }
    }

    #[test]
    fn nothing_is_kept_of_lanes_that_fail() {
        let mut buffer = Buffer::from_vec(vec![1u32]);
        let lane = |at| match at {
            99 => Err(Failure::new(3, Values::Depth(at))),
            _ => Ok(Filtered(true, at as u32)),
        };
        assert!(keep::<Filtered<u32>>(100, room(&mut buffer, 100), lane).is_err());
        assert_eq!(buffer.len(), 1);
        assert!(matches!(keep::<Filtered<u32>>(99, room(&mut buffer, 99), lane), Ok(99)));
        assert_eq!(buffer.into_vec(), [1].into_iter().chain(0..99).collect::<Vec<u32>>());
    }
}
