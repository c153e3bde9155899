//! Maps and reductions on demand.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::{Grain, Leave, Places, Slots, Stretch, for_lanes, go_on};
use crate::cores::map_block::MapBlock;
use crate::cores::ordered_blocks::lock;
use crate::cores::reduce_block::Block;
use crate::failure::Result;
use crate::isa::{self, Level};
use crate::kernel::base::{Combines, Kernel};
use crate::kernel::lane_value::LaneValue;
use crate::kernel::map::Map;
use crate::kernel::reduce::Reduce;

/// Runs the lanes of a map.
///
/// # Errors
/// If the user's program fails there.
pub(in crate::cores) fn map<const R: usize, K: Map<R>>(
    kernel: K,
    space: [usize; R],
    count: usize,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    level: Level,
) -> Result<()> {
    // Such lanes go in an order of their own.
    let in_blocks = const { K::TILED || K::COLUMN_MAJOR || K::SECTION_CUTS > 0 || K::HAS_INTERIOR };
    let grain = match const { (K::STACKED || K::COLUMN_MAJOR) && R > 1 } {
        true => Grain::of_rows(space[R - 1]),
        false if in_blocks && !K::TILED => Grain::in_steps(),
        false => Grain::of(count, K::TILED),
    };
    let step = |lanes: Range<usize>, wanted: &AtomicBool| {
        if !in_blocks {
            let leave = Storing { kernel, raw };
            return isa::run_at(level, Stretch { leave, space, lanes, wanted });
        }
        let Range { start, end } = lanes;
        let block = MapBlock { kernel, space, lanes: start..end, raw };
        isa::run_at(level, block).map(|()| end).map_err(|failure| (start, failure))
    };
    for_lanes::<K>(0..count, grain, &step).map_err(|(_, failure)| failure)
}

/// Lanes of a map, one by one.
struct Storing<const R: usize, K: Map<R>> {
    kernel: K,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
}

impl<const R: usize, K: Map<R>> Clone for Storing<R, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const R: usize, K: Map<R>> Copy for Storing<R, K> {}

impl<const R: usize, K: Map<R>> Leave<R> for Storing<R, K> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lane(self, at: [usize; R], number: usize) -> Result<()> {
        let stored = attempt!(self.kernel.lane(at));
        // SAFETY: a lane writes at its own place only.
        unsafe { stored.write(self.raw, number) };
        Ok(())
    }
}

/// Runs a block of the lanes of a reduction. Their values are combined when all are there, in the order in
/// which the block combines them.
///
/// # Errors
/// If the user's program fails there, or memory is short.
pub(in crate::cores) fn reduce<const R: usize, K: Reduce<R>>(
    site: u32,
    block: Block<R, K>,
    level: Level,
) -> Result<K::Value> {
    let Block { kernel, space, lanes, raw } = block;
    let mut slots = Slots::new(site, &lanes)?;
    let values = slots.places();
    let leave = Giving { kernel, raw, give: values, kept: PhantomData };
    let step = |lanes: Range<usize>, wanted: &AtomicBool| {
        isa::run_at(level, Stretch { leave, space, lanes, wanted })
    };
    let grain = Grain::of(lanes.len(), K::TILED);
    let given = for_lanes::<K>(lanes.clone(), grain, &step);
    go_on(given, lanes, |lanes| {
        let kernel = Computed { kernel, space, values };
        isa::run(Block { kernel, space, lanes, raw: () })
    })
}

/// A consumer of the values of lanes.
trait Take<V>: Copy + Sync {
    /// Takes that of a lane.
    ///
    /// # Safety
    /// No other thread does so, and there is a place for the lane, if it needs one.
    unsafe fn take(self, lane: usize, value: V);
}

impl<V: Copy + Send> Take<V> for Places<V> {
    #[inline(always)]
    unsafe fn take(self, lane: usize, value: V) {
        // SAFETY: the caller keeps to the places.
        unsafe { self.put(lane, value) }
    }
}

/// Lanes of a reduction, which give their values away.
struct Giving<const R: usize, K: Reduce<R>, T> {
    kernel: K,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    give: T,
    kept: PhantomData<[(); R]>,
}

impl<const R: usize, K: Reduce<R>, T: Copy> Clone for Giving<R, K, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const R: usize, K: Reduce<R>, T: Copy> Copy for Giving<R, K, T> {}

impl<const R: usize, K: Reduce<R>, T: Take<K::Value>> Leave<R> for Giving<R, K, T> {
    const TILED: bool = K::TILED;
    const NARROW: bool = K::NARROW;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lane(self, at: [usize; R], number: usize) -> Result<()> {
        let (stored, value) = attempt!(self.kernel.lane(at));
        // SAFETY: a lane writes at its own places only.
        unsafe {
            stored.write(self.raw, number);
            self.give.take(number, value);
        }
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tile<const W: usize>(self, first: [usize; R], number: usize) -> Result<()> {
        self.kernel.tile::<W>(first, |lane, (stored, value)| {
            // SAFETY: a lane writes at its own places only.
            unsafe {
                stored.write(self.raw, number + lane);
                self.give.take(number + lane, value);
            }
        })
    }
}

/// A reduction of values that its lanes have left.
struct Computed<const R: usize, K: Reduce<R>> {
    kernel: K,
    space: [usize; R],
    values: Places<K::Value>,
}

impl<const R: usize, K: Reduce<R>> Clone for Computed<R, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const R: usize, K: Reduce<R>> Copy for Computed<R, K> {}

impl<const R: usize, K: Reduce<R>> Kernel for Computed<R, K> {
    fn cost(self) -> usize {
        1
    }
}

impl<const R: usize, K: Reduce<R>> Combines for Computed<R, K> {
    type Value = K::Value;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn combine(self, a: K::Value, b: K::Value) -> Result<K::Value> {
        self.kernel.combine(a, b)
    }
}

impl<const R: usize, K: Reduce<R>> Reduce<R> for Computed<R, K> {
    type Stored = ();
    // Tiles are combined in the order of their lanes.
    const COMMUTATIVE: bool = K::COMMUTATIVE && !K::TILED;
    const ORDERED_COMBINE: bool = K::ORDERED_COMBINE;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lane(self, at: [usize; R]) -> Result<((), K::Value)> {
        let number =
            at.iter().zip(&self.space).fold(0, |number, (at, extent)| number * extent + at);
        // SAFETY: all lanes of the block have left their values.
        Ok(((), unsafe { self.values.at(number) }))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ordered_combine(self, a: K::Value, b: K::Value) -> Result<K::Value> {
        self.kernel.ordered_combine(a, b)
    }
}

/// Runs lanes of a reduction until the result of all is decided; returns their values combined.
///
/// # Errors
/// None: such lanes cannot fail.
pub(in crate::cores) fn until_decided<const R: usize, K: Reduce<R>>(
    kernel: K,
    space: [usize; R],
    count: usize,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
) -> Result<Option<K::Value>> {
    let level = isa::for_gathers(kernel.gather_bytes());
    let (decided, total) = (AtomicUsize::new(0), Mutex::new(None));
    let give = Deciding::<R, K> { kernel, decided: &decided, total: &total };
    let leave = Giving { kernel, raw, give, kept: PhantomData };
    let step = |lanes: Range<usize>, wanted: &AtomicBool| match decided.load(Ordering::Relaxed)
        & K::SHORT_CIRCUIT
        == K::SHORT_CIRCUIT
    {
        true => Ok(lanes.end),
        false => isa::run_at(level, Stretch { leave, space, lanes, wanted }),
    };
    let grain = if K::TILED { Grain::of(count, true) } else { Grain::in_steps() };
    for_lanes::<K>(0..count, grain, &step).map_err(|(_, failure)| failure)?;
    Ok(lock(&total).take())
}

/// The values that lanes have decided so far, in any order.
struct Deciding<'a, const R: usize, K: Reduce<R>> {
    kernel: K,
    /// The bits of the reductions that are decided, and one that says if there is a value.
    decided: &'a AtomicUsize,
    /// A value that decides nothing, with those that decided something.
    total: &'a Mutex<Option<K::Value>>,
}

/// The bit that says that there is a value. Reductions have the other bits.
const SOME: usize = 1 << (usize::BITS - 1);

impl<const R: usize, K: Reduce<R>> Clone for Deciding<'_, R, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const R: usize, K: Reduce<R>> Copy for Deciding<'_, R, K> {}

impl<const R: usize, K: Reduce<R>> Take<K::Value> for Deciding<'_, R, K> {
    #[inline(always)]
    unsafe fn take(self, _: usize, value: K::Value) {
        let bits = K::decided(value) | SOME;
        if bits & !self.decided.load(Ordering::Relaxed) != 0 {
            let mut total = lock(self.total);
            *total = match *total {
                None => Some(value),
                Some(total) => self.kernel.combine(total, value).ok(),
            };
            self.decided.fetch_or(bits, Ordering::Relaxed);
        }
    }
}
