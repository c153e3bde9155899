//! Goes through the lanes of a block of a scan: first up to the total of their values, then, with the state
//! before the block, through the rest of them.

use std::ops::Range;

use crate::failure::Result;
use crate::isa;
use crate::kernel::lane_value::LaneValue;
use crate::kernel::scan::Scan;
use crate::memory::reserve;

/// The number of lanes of a tile.
const WIDTH: usize = 16;

/// The first part of a block: its values, which are kept, and their total.
pub(super) struct SaveValues<'v, K: Scan> {
    pub(super) site: u32,
    pub(super) kernel: K,
    pub(super) lanes: Range<usize>,
    pub(super) kept: &'v mut Vec<(K::Saved, K::Value)>,
}

impl<K: Scan> isa::Task for SaveValues<'_, K> {
    type Output = Result<Option<K::Value>>;

    #[inline(always)]
    fn run(self, _: isa::Level) -> Self::Output {
        let SaveValues { site, kernel, lanes, kept } = self;
        kept.clear();
        attempt!(reserve(kept, site, lanes.len()));
        let mut total = None;
        for at in lanes {
            let lane = attempt!(kernel.before(at));
            kept.push(lane);
            total = Some(match total {
                None => lane.1,
                Some(total) => attempt!(kernel.combine(total, lane.1)),
            });
        }
        Ok(total)
    }
}

/// The first part of a block: the total of its values.
pub(super) struct Total<K: Scan> {
    pub(super) kernel: K,
    pub(super) lanes: Range<usize>,
}

impl<K: Scan> isa::Task for Total<K> {
    type Output = Result<Option<K::Value>>;

    #[inline(always)]
    fn run(self, _: isa::Level) -> Self::Output {
        /// Lanes that are combined side by side.
        const ACCUMULATORS: usize = 4 * WIDTH;
        let Total { kernel, mut lanes } = self;
        let mut total = None;
        if const { K::COMMUTATIVE } && lanes.len() >= ACCUMULATORS {
            let mut sums = attempt!(tile_values::<K, ACCUMULATORS>(kernel, lanes.start));
            lanes.start += ACCUMULATORS;
            while lanes.len() >= ACCUMULATORS {
                for (lane, sum) in sums.iter_mut().enumerate() {
                    *sum = attempt!(
                        kernel.combine(*sum, attempt!(kernel.before(lanes.start + lane)).1)
                    );
                }
                lanes.start += ACCUMULATORS;
            }
            let mut width = ACCUMULATORS / 2;
            while width > 0 {
                for lane in 0..width {
                    sums[lane] = attempt!(kernel.combine(sums[lane], sums[lane + width]));
                }
                width /= 2;
            }
            total = Some(sums[0]);
        }
        for at in lanes {
            let value = attempt!(kernel.before(at)).1;
            total = Some(match total {
                None => value,
                Some(total) => attempt!(kernel.combine(total, value)),
            });
        }
        Ok(total)
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn tile_values<K: Scan, const W: usize>(kernel: K, first: usize) -> Result<[K::Value; W]> {
    let mut values = [attempt!(kernel.before(first)).1; W];
    for (lane, value) in values.iter_mut().enumerate() {
        *value = attempt!(kernel.before(first + lane)).1;
    }
    Ok(values)
}

/// The second part of a block, or all of a single one.
pub(super) struct Finish<'v, K: Scan> {
    pub(super) kernel: K,
    pub(super) raw: <K::Stored as LaneValue>::ColumnPtrs,
    pub(super) lanes: Range<usize>,
    pub(super) state: K::Value,
    /// The results of the lanes in the first part, if they were kept.
    pub(super) values: &'v [(K::Saved, K::Value)],
}

impl<K: Scan> isa::Task for Finish<'_, K> {
    type Output = Result<K::Reduced>;

    #[inline(always)]
    fn run(self, _: isa::Level) -> Result<K::Reduced> {
        let Finish { kernel, raw, lanes, state, values } = self;
        if values.is_empty() {
            return finish(kernel, raw, lanes, state, |at| kernel.before(at));
        }
        let first = lanes.start;
        finish(kernel, raw, lanes, state, |at| Ok(values[at - first]))
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn finish<K: Scan>(
    kernel: K,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    mut lanes: Range<usize>,
    mut state: K::Value,
    value: impl Fn(usize) -> Result<(K::Saved, K::Value)>,
) -> Result<K::Reduced> {
    let mut reduced = None;
    let mut give = |given| {
        reduced = Some(match reduced {
            None => given,
            Some(reduced) => attempt!(kernel.reduce(reduced, given)),
        });
        Ok(())
    };
    while const { K::TILED } && lanes.len() >= WIDTH {
        let first = lanes.start;
        let (kept, own) = attempt!(value(first));
        let mut kept = [kept; WIDTH];
        let mut sums = [own; WIDTH];
        for lane in 1..WIDTH {
            (kept[lane], sums[lane]) = attempt!(value(first + lane));
        }
        // Each combined with its neighbours: 2, 4, 8 and 16 of them.
        let mut distance = 1;
        while distance < WIDTH {
            let shorter = sums;
            for lane in distance..WIDTH {
                sums[lane] = attempt!(kernel.combine(shorter[lane - distance], shorter[lane]));
            }
            distance *= 2;
        }
        // Only this is a chain from tile to tile.
        let mut before = [state; WIDTH];
        state = attempt!(kernel.combine(state, sums[WIDTH - 1]));
        for sum in &mut sums {
            *sum = attempt!(kernel.combine(before[0], *sum));
        }
        before[1..].copy_from_slice(&sums[..WIDTH - 1]);
        for lane in 0..WIDTH {
            let (stored, given) =
                attempt!(kernel.after(first + lane, kept[lane], before[lane], sums[lane]));
            // SAFETY: a block writes at its own lanes only.
            unsafe { stored.write(raw, first + lane) };
            attempt!(give(given));
        }
        lanes.start += WIDTH;
    }
    for at in lanes {
        let (kept, own) = attempt!(value(at));
        let with = attempt!(kernel.combine(state, own));
        let (stored, given) = attempt!(kernel.after(at, kept, state, with));
        state = with;
        // SAFETY: a block writes at its own lanes only.
        unsafe { stored.write(raw, at) };
        attempt!(give(given));
    }
    match reduced {
        Some(reduced) => Ok(reduced),
        None => unreachable!("a block has lanes"),
    }
}
