//! Scans: values combined from lane to lane.

use std::ops::Range;

use super::blocks::block_size;
use super::chain::{self, Chain};
use super::demand::Slots;
use super::demand::scan::{Computed, OnDemand};
use crate::failure::Result;
use crate::kernel::lane_value::LaneValue;
use crate::kernel::scan::{Scan, Scanned};
use crate::level;
use crate::memory::reserve;
use crate::proven::Proven;

/// How many lanes a tile has.
const WIDTH: usize = 16;

/// Up to this cost a lane is computed again, rather than kept, for the second part of its block.
const AGAIN: usize = 24;

/// Runs a scan over `count` lanes, from an initial state: what the lanes store, and what they
/// give to be reduced, combined after an initial value.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn scan<K: Scan>(
    proven: Proven,
    site: u32,
    count: usize,
    state: K::Value,
    initial: K::Reduced,
    kernel: K,
) -> Result<Scanned<K>> {
    let mut buffers = K::Stored::reserve(proven, site, count)?;
    let raw = K::Stored::spare(&mut buffers);
    let cost = kernel.cost() + 4;
    let total = if count == 0 {
        initial
    } else if count <= block_size(count, cost) {
        // A single block needs no totals.
        let reduced = match const { K::GUESSED } {
            true => OnDemand { site, kernel, raw }.alone(0..count, state)?,
            false => level::run(Finish { kernel, raw, lanes: 0..count, state, values: &[] })?,
        };
        kernel.start(initial, reduced)?
    } else {
        let scanning = Scanning { site, kernel, raw, keep: cost > AGAIN };
        let offsets = kernel.offsets();
        let (_, reduced) = chain::run(site, count, cost, K::GUESSED, offsets, state, &scanning)?;
        chain::total(
            initial,
            &reduced,
            |initial, value| kernel.start(initial, value),
            |a, b| kernel.reduce(a, b),
        )?
    };
    // SAFETY: every lane of every block has stored at its own place.
    unsafe { K::Stored::filled(&mut buffers, count) };
    Ok((buffers, total))
}

/// A scan as a chain: blocks combine their values to a total, wait for what comes before them,
/// and then run through their values once more.
struct Scanning<K: Scan> {
    site: u32,
    kernel: K,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    /// Whether values are kept for the second part.
    keep: bool,
}

/// What the first part of a block leaves.
struct Values<T, V> {
    /// What the lanes gave, if it is kept.
    lanes: Vec<(T, V)>,
    /// The same, if the lanes run on demand.
    slots: Option<Slots<(T, V)>>,
    total: Option<V>,
}

type ValuesOf<K> = Values<<K as Scan>::Kept, <K as Scan>::Value>;

impl<K: Scan> Chain for Scanning<K> {
    type State = K::Value;
    type Scratch = ValuesOf<K>;
    type Output = K::Reduced;

    fn scratch(&self) -> ValuesOf<K> {
        Values { lanes: Vec::new(), slots: None, total: None }
    }

    fn begin(&self, lanes: Range<usize>, values: &mut ValuesOf<K>) -> Result<()> {
        if const { K::GUESSED } {
            let Scanning { site, kernel, raw, .. } = *self;
            let mut slots = Slots::new(site, &lanes)?;
            let places = slots.places();
            let on_demand = OnDemand { site, kernel, raw };
            on_demand.begin(lanes.clone(), places).map_err(|(_, failure)| failure)?;
            let kernel = Computed { kernel, values: places, states: None };
            values.total = match self.keep {
                true => level::run(Keep { site, kernel, lanes, kept: &mut Vec::new() })?,
                false => level::run(Total { kernel, lanes })?,
            };
            values.slots = Some(slots);
            return Ok(());
        }
        values.total = if self.keep {
            level::run(Keep {
                site: self.site,
                kernel: self.kernel,
                lanes,
                kept: &mut values.lanes,
            })?
        } else {
            level::run(Total { kernel: self.kernel, lanes })?
        };
        Ok(())
    }

    fn pass(&self, state: K::Value, values: &ValuesOf<K>) -> Result<K::Value> {
        match values.total {
            Some(total) => self.kernel.combine(state, total),
            None => Ok(state),
        }
    }

    fn finish(
        &self,
        lanes: Range<usize>,
        state: K::Value,
        values: &mut ValuesOf<K>,
    ) -> Result<K::Reduced> {
        let Scanning { site, kernel, raw, .. } = *self;
        if const { K::GUESSED } {
            let Some(mut slots) = values.slots.take() else {
                unreachable!("a block is begun before it is finished")
            };
            return OnDemand { site, kernel, raw }.finish(lanes, state, slots.places());
        }
        level::run(Finish { kernel, raw, lanes, state, values: &values.lanes })
    }
}

/// The first part of a block: its values, which are kept, and their total.
struct Keep<'v, K: Scan> {
    site: u32,
    kernel: K,
    lanes: Range<usize>,
    kept: &'v mut Vec<(K::Kept, K::Value)>,
}

impl<K: Scan> level::Task for Keep<'_, K> {
    type Output = Result<Option<K::Value>>;

    #[inline(always)]
    fn run(self, _: level::Level) -> Self::Output {
        let Keep { site, kernel, lanes, kept } = self;
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
struct Total<K: Scan> {
    kernel: K,
    lanes: Range<usize>,
}

impl<K: Scan> level::Task for Total<K> {
    type Output = Result<Option<K::Value>>;

    #[inline(always)]
    fn run(self, _: level::Level) -> Self::Output {
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
    /// What the lanes gave before, if it was kept.
    pub(super) values: &'v [(K::Kept, K::Value)],
}

impl<K: Scan> level::Task for Finish<'_, K> {
    type Output = Result<K::Reduced>;

    #[inline(always)]
    fn run(self, _: level::Level) -> Result<K::Reduced> {
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
    value: impl Fn(usize) -> Result<(K::Kept, K::Value)>,
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
