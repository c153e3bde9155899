//! Compactions: the values of the lanes that are kept, in order.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::demand::{self, Grain, Leave, Places, Slots, Stretch};
use super::{chain, collect};
use crate::failure::Result;
use crate::isa::{self, Level};
use crate::kernel::base::{Combines, Kernel};
use crate::kernel::compact::{Compact, Compacted, Lane};
use crate::kernel::filter_columns::FilterColumns;
use crate::kernel::lane_value::LaneValue;
use crate::kernel::pack::PACK;
use crate::kernel::sizes::TILE;
use crate::proven::Proven;

/// Runs a compaction over `count` lanes; their values are combined after an initial value.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn compact<K: Compact>(
    proven: Proven,
    site: u32,
    count: usize,
    initial: K::Value,
    kernel: K,
) -> Result<Compacted<K>> {
    let mut stored = K::Stored::reserve(proven, site, count)?;
    let raw = K::Stored::spare(&mut stored);
    let cost = kernel.cost() + 4;
    let (kept, values) = collect::collect(
        site,
        count,
        cost,
        K::GUESSED,
        kernel.offsets(),
        &|lanes, part| match const { K::GUESSED } {
            true => on_demand(site, kernel, raw, lanes, part),
            false => collect(site, kernel, raw, lanes, part),
        },
    )?;
    let total = chain::total(
        initial,
        &values,
        |initial, value| kernel.start(initial, value),
        |a, b| kernel.combine(a, b),
    )?;
    // SAFETY: every lane has stored at its own place.
    unsafe { K::Stored::filled(&mut stored, count) };
    Ok((stored, kept, total))
}

type BlockOutput<K> = <<K as Compact>::Filters as FilterColumns>::BlockOutput;

/// Runs a block, which fills an empty part.
fn collect<K: Compact>(
    site: u32,
    kernel: K,
    stored: <K::Stored as LaneValue>::ColumnPtrs,
    lanes: Range<usize>,
    part: &mut BlockOutput<K>,
) -> Result<K::Value> {
    let kept = K::Filters::room_of(part, site, lanes.len())?;
    let (counts, value) = isa::run(Collect { kernel, stored, kept, lanes })?;
    // SAFETY: the block has written them.
    unsafe { K::Filters::collected(part, counts) };
    Ok(value)
}

/// As [`collect()`], of lanes of which only the run tells how long they take: the values they keep are
/// collected when all are done.
fn on_demand<K: Compact>(
    site: u32,
    kernel: K,
    stored: <K::Stored as LaneValue>::ColumnPtrs,
    lanes: Range<usize>,
    part: &mut BlockOutput<K>,
) -> Result<K::Value> {
    let mut slots = Slots::new(site, &lanes)?;
    let values = slots.places();
    let leave = Leaving { kernel, stored, values };
    let step = |lanes: Range<usize>, wanted: &AtomicBool| {
        isa::run(Stretch { leave, space: [usize::MAX], lanes, wanted })
    };
    let kernel = Computed { kernel, values };
    let done = demand::for_lanes::<K>(lanes.clone(), Grain::of(lanes.len(), K::TILED), &step);
    demand::go_on(done, lanes, |lanes| collect(site, kernel, (), lanes, part))
}

/// Memory in which each lane leaves its groups and its value.
type PlacesOf<K> = Places<(<K as Compact>::Filters, <K as Combines>::Value)>;

/// Lanes that leave the values that they may keep, and the ones that are reduced.
struct Leaving<K: Compact> {
    kernel: K,
    stored: <K::Stored as LaneValue>::ColumnPtrs,
    values: PlacesOf<K>,
}

impl<K: Compact> Clone for Leaving<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Compact> Copy for Leaving<K> {}

impl<K: Compact> Leave<1> for Leaving<K> {
    const TILED: bool = K::TILED;
    const NARROW: bool = K::NARROW;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lane(self, [at]: [usize; 1], _: usize) -> Result<()> {
        let (stored, groups, value) = attempt!(self.kernel.lane(at));
        // SAFETY: a lane writes at its own places only.
        unsafe {
            stored.write(self.stored, at);
            self.values.put(at, (groups, value));
        }
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tile<const W: usize>(self, [first]: [usize; 1], _: usize) -> Result<()> {
        self.kernel.tile::<W>(first, |lane, (stored, groups, value)| {
            // SAFETY: a lane writes at its own places only.
            unsafe {
                stored.write(self.stored, first + lane);
                self.values.put(first + lane, (groups, value));
            }
        })
    }
}

/// A compaction of the values that its lanes have left.
struct Computed<K: Compact> {
    kernel: K,
    values: PlacesOf<K>,
}

impl<K: Compact> Clone for Computed<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Compact> Copy for Computed<K> {}

impl<K: Compact> Kernel for Computed<K> {
    fn cost(self) -> usize {
        1
    }
}

impl<K: Compact> Combines for Computed<K> {
    type Value = K::Value;

    #[inline(always)]
    fn combine(self, a: K::Value, b: K::Value) -> Result<K::Value> {
        self.kernel.combine(a, b)
    }
}

impl<K: Compact> Compact for Computed<K> {
    type Stored = ();
    type Filters = K::Filters;

    #[inline(always)]
    fn lane(self, at: usize) -> Result<Lane<Self>> {
        // SAFETY: the lanes have been computed before the values that they leave are collected.
        let (groups, value) = unsafe { self.values.at(at) };
        Ok(((), groups, value))
    }
}

/// A block, which writes the values that it keeps from the beginning of some room on.
struct Collect<K: Compact> {
    kernel: K,
    stored: <K::Stored as LaneValue>::ColumnPtrs,
    kept: <K::Filters as FilterColumns>::ColumnPtrs,
    lanes: Range<usize>,
}

impl<K: Compact> isa::Task for Collect<K> {
    type Output = Result<(<K::Filters as FilterColumns>::Counts, K::Value)>;

    #[inline(always)]
    fn run(self, level: Level) -> Self::Output {
        let Collect { kernel, stored: raw, kept, ref lanes } = self;
        let mut counts = K::Filters::none();
        let mut total = None;
        let mut first = lanes.start;
        while const { K::TILED && !K::NARROW } && first + TILE <= lanes.end {
            attempt!(self.tile::<TILE>(first, &mut counts, &mut total, level));
            first += TILE;
        }
        while const { K::TILED } && first + PACK <= lanes.end {
            attempt!(self.tile::<PACK>(first, &mut counts, &mut total, level));
            first += PACK;
        }
        while const { !K::TILED } && level != Level::Baseline && first + PACK <= lanes.end {
            let mut tile = K::Filters::tile();
            for lane in 0..PACK {
                let (stored, groups, value) = attempt!(kernel.lane(first + lane));
                // SAFETY: a block writes at its own lanes only.
                unsafe { stored.write(raw, first + lane) };
                groups.put(&mut tile, lane);
                total = Some(attempt!(added(kernel, total, value)));
            }
            // SAFETY: a block has room for a value of every lane; the level is the machine's.
            unsafe { K::Filters::keep(&tile, 0, kept, &mut counts, level) };
            first += PACK;
        }
        for at in first..lanes.end {
            let (stored, groups, value) = attempt!(kernel.lane(at));
            // SAFETY: as above.
            unsafe {
                stored.write(raw, at);
                groups.push(kept, &mut counts);
            }
            total = Some(attempt!(added(kernel, total, value)));
        }
        match total {
            Some(total) => Ok((counts, total)),
            None => unreachable!("a block has lanes"),
        }
    }
}

impl<K: Compact> Collect<K> {
    /// A tile of its lanes: so many packs.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tile<const W: usize>(
        &self,
        first: usize,
        counts: &mut <K::Filters as FilterColumns>::Counts,
        total: &mut Option<K::Value>,
        level: Level,
    ) -> Result<()> {
        let Collect { kernel, stored: raw, kept, .. } = *self;
        let mut tile = K::Filters::tile();
        let mut values = K::Value::tile();
        attempt!(kernel.tile::<W>(first, |lane, (stored, groups, value)| {
            // SAFETY: a block writes at its own lanes only.
            unsafe { stored.write(raw, first + lane) };
            groups.put(&mut tile, lane);
            value.put(&mut values, lane);
        }));
        for lane in 0..W {
            // SAFETY: the tile has put a value there.
            let value = unsafe { K::Value::take(&values, lane) };
            *total = Some(attempt!(added(kernel, *total, value)));
        }
        for pack in (0..W).step_by(PACK) {
            // SAFETY: a block has room for a value of every lane; the level is the machine's.
            unsafe { K::Filters::keep(&tile, pack, kept, counts, level) };
        }
        Ok(())
    }
}

/// Combines a total, if there is one yet, with the value of the next lane.
#[inline(always)]
fn added<K: Compact>(kernel: K, total: Option<K::Value>, value: K::Value) -> Result<K::Value> {
    match total {
        None => Ok(value),
        Some(total) => kernel.combine(total, value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::{Failure, Values};
    use crate::isa::Task;
    use crate::kernel::base;
    use crate::kernel::filter_columns::Filtered;

    /// Stores, keeps in two groups, sums, and fails at a lane; in tiles or lane by lane.
    #[derive(Clone, Copy)]
    struct Kernel<const TILED: bool> {
        failing: usize,
    }

    impl<const TILED: bool> base::Kernel for Kernel<TILED> {
        fn cost(self) -> usize {
            1
        }
    }

    impl<const TILED: bool> base::Combines for Kernel<TILED> {
        type Value = u64;

        #[inline(always)]
        fn combine(self, a: u64, b: u64) -> Result<u64> {
            Ok(a.wrapping_mul(31).wrapping_add(b))
        }
    }

    impl<const TILED: bool> Compact for Kernel<TILED> {
        const TILED: bool = TILED;
        type Stored = u32;
        type Filters = Kept;

        #[inline(always)]
        fn lane(self, at: usize) -> Result<Lane<Self>> {
            if at == self.failing {
                return Err(Failure::new(at as u32, Values::Depth(at)));
            }
            let x = (at as u32).wrapping_mul(0x9e37_79b1) >> 5;
            Ok((x, (Filtered(x % 3 < 2, x.into()), Filtered(x % 2 < 1, (x, x % 5 > 3))), x.into()))
        }
    }

    type Kept = (Filtered<u64>, Filtered<(u32, bool)>);

    type Columns = (Vec<u32>, Vec<u64>, Vec<u32>, Vec<bool>, u64);

    fn collected<K: Compact<Stored = u32, Filters = Kept, Value = u64>>(
        kernel: K,
        lanes: Range<usize>,
        level: Level,
    ) -> Option<Columns> {
        let (Ok(mut stored), Ok(mut room)) =
            (u32::reserve(Proven::HERE, 0, lanes.end), Kept::reserve(Proven::HERE, 0, lanes.len()))
        else {
            unreachable!("there is memory for so few")
        };
        (0..lanes.end).for_each(|_| stored.push(0));
        let raw = u32::raw(&mut stored);
        let kept = Kept::spare(&mut room);
        let block = Collect { kernel, stored: raw, kept, lanes };
        let (counts, total) = block.run(level).ok()?;
        // SAFETY: the block has written them.
        unsafe { Kept::filled(&mut room, counts) };
        let ((_, a), (_, (b, c))) = room;
        Some((stored.into_vec(), a.into_vec(), b.into_vec(), c.into_vec(), total))
    }

    #[test]
    fn tiles_and_levels_collect_the_same() {
        let (alone, tiled) = (Kernel::<false> { failing: 300 }, Kernel::<true> { failing: 300 });
        for lanes in [0..1, 5..21, 0..32, 7..100, 50..299, 200..301, 299..340] {
            let wanted = collected(alone, lanes.clone(), Level::Baseline);
            assert_eq!(wanted.is_none(), lanes.contains(&300));
            for level in [Level::Baseline, Level::Avx2, Level::Avx512] {
                if level <= isa::detected() {
                    let both = [
                        collected(alone, lanes.clone(), level),
                        collected(tiled, lanes.clone(), level),
                    ];
                    assert!(both.iter().all(|found| *found == wanted), "{lanes:?}, {level:?}");
                }
            }
        }
    }
}
