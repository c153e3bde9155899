//! Combinations into arrays: histograms and their relatives.
//!
//! If the destination is small beside the number of lanes, blocks combine into copies of their own, and the
//! copies are combined in order; otherwise the lanes run one after the other. This choice depends on the
//! sizes alone, and so do the bits.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::blocks::{block_size, for_blocks_of};
use super::demand::{self, Grain, Leave, Places, Slots, Stretch};
use super::ending::Ending;
use crate::failure::Result;
use crate::isa;
use crate::kernel::base::{Combines, Kernel};
use crate::kernel::combine::{Combine, tile};
use crate::kernel::lane_value::LaneValue;
use crate::kernel::sizes::SMALL_TILE;
use crate::memory::repeated;
use crate::proven::Proven;

/// Blocks have copies of their own if there are at least so many times more lanes than places.
const SHARE: usize = 8;

/// At most so many blocks have copies of their own.
const COPIES: usize = 64;

/// The largest destination that is copied for each block.
const COPIED: usize = 1 << 16;

/// The largest number of places of all copies together: each of them is combined in the end.
const COPIED_IN_ALL: usize = 1 << 21;

/// The largest destination of which a block has several copies, for lanes in turns: a processor
/// that adds to a place it has just written waits for the write.
const SEVERAL: usize = 1 << 10;
/// The number of copies of such a block.
const TURNS: usize = 8;

/// Combines the values of `count` lanes into a destination of `length` places.
///
/// # Errors
/// If the user's program fails.
pub fn combine<K: Combine>(
    _: Proven,
    site: u32,
    count: usize,
    destination: &mut <K::Value as LaneValue>::Buffers,
    length: usize,
    kernel: K,
) -> Result<()> {
    let raw = K::Value::raw(destination);
    let cost = kernel.cost() + 4;
    let block = block_size(count, cost);
    let block = block.max(SHARE * length).max(count.div_ceil(COPIES));
    let block = block.max(count.saturating_mul(length) / COPIED_IN_ALL);
    /// Runs a block of lanes, which leave their results first if only the run tells how long they take.
    macro_rules! run {
        ($task:ident { $($field:ident),* }, $lanes:expr) => {
            if const { K::GUESSED } {
                on_demand(site, kernel, $lanes, |kernel, lanes| {
                    isa::run($task { kernel, lanes, $($field),* })
                })
            } else {
                isa::run($task { kernel, lanes: $lanes, $($field),* })
            }
        };
    }
    if length == 0 || length > COPIED || count <= block {
        let chunk = if const { K::GUESSED } { CHUNK } else { count.max(1) };
        for start in (0..count).step_by(chunk) {
            run!(Direct { raw, length }, start..count.min(start + chunk))?;
        }
        return Ok(());
    }
    match kernel.identity() {
        Some(_) => {
            let copy = |lanes| run!(Copied { site, length }, lanes);
            let both = merged(|a, b| kernel.combine(a, b));
            let total = for_blocks_of(count, cost, block, &Ending::new(), &copy, &both)?;
            finish(kernel, raw, total.into_iter().flatten().map(Some))
        }
        None => {
            let copy = |lanes| run!(Sparse { site, length }, lanes);
            let both = merged(|a, b| match (a, b) {
                (Some(a), Some(b)) => kernel.combine(a, b).map(Some),
                (a, b) => Ok(a.or(b)),
            });
            let total = for_blocks_of(count, cost, block, &Ending::new(), &copy, &both)?;
            finish(kernel, raw, total.into_iter().flatten())
        }
    }
}

/// Combines two copies of a destination, place by place.
fn merged<T: Copy>(
    combine: impl Fn(T, T) -> Result<T>,
) -> impl Fn(Vec<T>, Vec<T>) -> Result<Vec<T>> {
    move |mut a, b| {
        for (a, b) in a.iter_mut().zip(b) {
            *a = attempt!(combine(*a, b));
        }
        Ok(a)
    }
}

/// So many lanes of which only the run tells how long they take are computed before their results are
/// combined into the destination itself.
const CHUNK: usize = 1 << 12;

/// Computes lanes of which only the run tells how long they take, and then combines their results.
fn on_demand<K: Combine, T>(
    site: u32,
    kernel: K,
    lanes: Range<usize>,
    combine: impl Fn(Computed<K>, Range<usize>) -> Result<T>,
) -> Result<T> {
    let mut slots = Slots::new(site, &lanes)?;
    let values = slots.places();
    let computed = Computed { kernel, values };
    let step = |lanes: Range<usize>, wanted: &AtomicBool| {
        isa::run(Stretch { leave: computed, space: [usize::MAX], lanes, wanted })
    };
    let done = demand::for_lanes::<K>(lanes.clone(), Grain::of(lanes.len(), K::TILED), &step);
    demand::go_on(done, lanes, |lanes| combine(computed, lanes))
}

/// A combination whose lanes leave their results, and find them there.
struct Computed<K: Combine> {
    kernel: K,
    values: Places<Option<(usize, K::Value)>>,
}

impl<K: Combine> Clone for Computed<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Combine> Copy for Computed<K> {}

impl<K: Combine> Leave<1> for Computed<K> {
    const TILED: bool = K::TILED;
    // Tiles of combinations are small.
    const NARROW: bool = true;

    #[inline(always)]
    fn lane(self, [at]: [usize; 1], _: usize) -> Result<()> {
        let contribution = attempt!(self.kernel.lane(at));
        // SAFETY: a lane writes at its own place only.
        unsafe { self.values.put(at, contribution) };
        Ok(())
    }

    #[inline(always)]
    fn tile<const W: usize>(self, [first]: [usize; 1], _: usize) -> Result<()> {
        self.kernel.tile::<W>(first, |lane, contribution| {
            // SAFETY: a lane writes at its own place only.
            unsafe { self.values.put(first + lane, contribution) };
        })
    }
}

impl<K: Combine> Kernel for Computed<K> {
    fn cost(self) -> usize {
        1
    }
}

impl<K: Combine> Combines for Computed<K> {
    type Value = K::Value;

    #[inline(always)]
    fn combine(self, a: K::Value, b: K::Value) -> Result<K::Value> {
        self.kernel.combine(a, b)
    }
}

impl<K: Combine> Combine for Computed<K> {
    const ROWS: bool = K::ROWS;

    #[inline(always)]
    fn lane(self, at: usize) -> Result<Option<(usize, K::Value)>> {
        // SAFETY: the lanes have been computed before they are combined.
        Ok(unsafe { self.values.at(at) })
    }

    #[inline(always)]
    fn identity(self) -> Option<K::Value> {
        self.kernel.identity()
    }
}

/// Combines a copy, which has as many values as there are places, into the destination.
fn finish<K: Combine>(
    kernel: K,
    raw: <K::Value as LaneValue>::ColumnPtrs,
    total: impl Iterator<Item = Option<K::Value>>,
) -> Result<()> {
    for (place, value) in total.enumerate() {
        if let Some(value) = value {
            // SAFETY: there are as many values as places, and no other thread runs.
            unsafe {
                let old = K::Value::read(raw, place);
                attempt!(kernel.combine(old, value)).write(raw, place);
            }
        }
    }
    Ok(())
}

/// Combines into the destination itself.
struct Direct<K: Combine> {
    kernel: K,
    lanes: Range<usize>,
    raw: <K::Value as LaneValue>::ColumnPtrs,
    length: usize,
}

impl<K: Combine> isa::Task for Direct<K> {
    type Output = Result<()>;

    #[inline(always)]
    fn run(self, _: isa::Level) -> Result<()> {
        let Direct { kernel, lanes, raw, length } = self;
        kernel.lanes(lanes, |place, value| {
            debug_assert!(place < length, "place {place} of {length}");
            // SAFETY: generated code checks its places, and no other thread runs.
            unsafe {
                let old = K::Value::read(raw, place);
                attempt!(kernel.combine(old, value)).write(raw, place);
            }
            Ok(())
        })
    }
}

/// Combines into a copy that starts with the identity element.
struct Copied<K: Combine> {
    site: u32,
    kernel: K,
    lanes: Range<usize>,
    length: usize,
}

impl<K: Combine> isa::Task for Copied<K> {
    type Output = Result<Vec<K::Value>>;

    #[inline(always)]
    fn run(self, _: isa::Level) -> Self::Output {
        let Copied { site, kernel, mut lanes, length } = self;
        let Some(identity) = kernel.identity() else {
            unreachable!("such copies are made of the identity element");
        };
        let turns = if length <= SEVERAL && !K::ROWS { TURNS } else { 1 };
        let mut copies = attempt!(repeated(site, identity, turns * length));
        let mut add = |place: usize, value: K::Value, turn: usize| {
            debug_assert!(place < length, "place {place} of {length}");
            // SAFETY: generated code checks its places, and there are so many copies.
            let slot = unsafe { copies.get_unchecked_mut(turn * length + place) };
            *slot = attempt!(kernel.combine(*slot, value));
            Ok(())
        };
        if turns > 1 {
            while K::TILED && lanes.len() >= SMALL_TILE {
                let contributions = attempt!(tile(kernel, lanes.start));
                for (lane, contribution) in contributions.into_iter().enumerate() {
                    if let Some((place, value)) = contribution {
                        attempt!(add(place, value, lane % TURNS));
                    }
                }
                lanes.start += SMALL_TILE;
            }
            while lanes.len() >= TURNS {
                for turn in 0..TURNS {
                    if let Some((place, value)) = attempt!(kernel.lane(lanes.start + turn)) {
                        attempt!(add(place, value, turn));
                    }
                }
                lanes.start += TURNS;
            }
        }
        attempt!(kernel.lanes(lanes, |place, value| add(place, value, 0)));
        let (first, others) = copies.split_at_mut(length);
        for other in others.chunks_exact(length) {
            for (a, b) in first.iter_mut().zip(other) {
                *a = attempt!(kernel.combine(*a, *b));
            }
        }
        copies.truncate(length);
        Ok(copies)
    }
}

/// Combines into a copy that starts empty.
struct Sparse<K: Combine> {
    site: u32,
    kernel: K,
    lanes: Range<usize>,
    length: usize,
}

impl<K: Combine> isa::Task for Sparse<K> {
    type Output = Result<Vec<Option<K::Value>>>;

    #[inline(always)]
    fn run(self, _: isa::Level) -> Self::Output {
        let Sparse { site, kernel, lanes, length } = self;
        let mut copy = attempt!(repeated(site, None, length));
        attempt!(kernel.lanes(lanes, |place, value| {
            let slot = &mut copy[place];
            *slot = Some(match *slot {
                None => value,
                Some(old) => attempt!(kernel.combine(old, value)),
            });
            Ok(())
        }));
        Ok(copy)
    }
}
