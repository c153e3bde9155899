//! Goes through the lanes of a block of a reduction: in their order, in tiles or one by one, or with several
//! accumulators.

use std::ops::Range;

use super::blocks::RowPieces;
use crate::failure::Result;
use crate::isa;
use crate::kernel::lane_value::LaneValue;
use crate::kernel::reduce::Reduce;
use crate::kernel::sizes::{SMALL_TILE, TILE};

/// A block of lanes.
pub(super) struct Block<const R: usize, K: Reduce<R>> {
    pub(super) kernel: K,
    pub(super) space: [usize; R],
    pub(super) lanes: Range<usize>,
    pub(super) raw: <K::Stored as LaneValue>::ColumnPtrs,
}

impl<const R: usize, K: Reduce<R>> isa::Task for Block<R, K> {
    type Output = Result<K::Value>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(self, _: isa::Level) -> Self::Output {
        let Block { kernel, space, lanes, raw } = self;
        if const { K::COMMUTATIVE && !K::TILED } && lanes.len() >= 2 * TILE {
            return in_lanes(kernel, space, lanes, raw);
        }
        in_order(kernel, space, lanes, raw)
    }
}

/// Combines the values of a few lanes that have little to do.
#[inline(never)]
pub(super) fn little<const R: usize, K: Reduce<R>>(
    kernel: K,
    space: [usize; R],
    count: usize,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
) -> Result<K::Value> {
    in_order(kernel, space, 0..count, raw)
}

/// Combines values in the order of the lanes, which are computed in tiles where these are better.
#[cfg_attr(not(debug_assertions), inline(always))]
fn in_order<const R: usize, K: Reduce<R>>(
    kernel: K,
    space: [usize; R],
    lanes: Range<usize>,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
) -> Result<K::Value> {
    let mut position = lanes.start;
    let mut total = None;
    for (first, length) in RowPieces::new(space, lanes) {
        let mut lane = 0;
        while const { K::TILED && !K::NARROW } && lane + TILE <= length {
            attempt!(tile_of::<TILE, R, K>(kernel, first, lane, raw, position, &mut total));
            lane += TILE;
        }
        while const { K::TILED } && lane + SMALL_TILE <= length {
            attempt!(tile_of::<SMALL_TILE, R, K>(kernel, first, lane, raw, position, &mut total));
            lane += SMALL_TILE;
        }
        attempt!(one_after_another(kernel, first, lane..length, raw, position, &mut total));
        position += length;
    }
    match total {
        Some(total) => Ok(total),
        None => unreachable!("a block has lanes"),
    }
}

/// A tile whose values are combined with a total, one after the other.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tile_of<const W: usize, const R: usize, K: Reduce<R>>(
    kernel: K,
    first: [usize; R],
    lane: usize,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    position: usize,
    total: &mut Option<K::Value>,
) -> Result<()> {
    let (mut tile, mut values) = (K::Stored::tile(), K::Value::tile());
    let mut at = first;
    at[R - 1] += lane;
    attempt!(kernel.tile::<W>(at, |offset, (stored, value)| {
        stored.put(&mut tile, offset);
        value.put(&mut values, offset);
    }));
    // SAFETY: a block writes at its own lanes only, and a tile puts all its values.
    unsafe { K::Stored::flush(&tile, raw, position + lane, W) };
    for offset in 0..W {
        // SAFETY: the tile has put a value there.
        let value = unsafe { K::Value::take(&values, offset) };
        *total = Some(attempt!(added(kernel, *total, value)));
    }
    Ok(())
}

/// Neighbouring lanes whose values are combined with a total, one after the other.
#[cfg_attr(not(debug_assertions), inline(always))]
fn one_after_another<const R: usize, K: Reduce<R>>(
    kernel: K,
    first: [usize; R],
    lanes: Range<usize>,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    position: usize,
    total: &mut Option<K::Value>,
) -> Result<()> {
    let mut at = first;
    for lane in lanes {
        at[R - 1] = first[R - 1] + lane;
        let (stored, value) = attempt!(kernel.lane(at));
        // SAFETY: a block writes at its own lanes only.
        unsafe { stored.write(raw, position + lane) };
        *total = Some(attempt!(added(kernel, *total, value)));
    }
    Ok(())
}

/// Combines a total, if there is one yet, with the value of the next lane.
#[cfg_attr(not(debug_assertions), inline(always))]
fn added<const R: usize, K: Reduce<R>>(
    kernel: K,
    total: Option<K::Value>,
    value: K::Value,
) -> Result<K::Value> {
    match total {
        None => Ok(value),
        Some(total) => kernel.combine(total, value),
    }
}

/// Combines values in several accumulators, one for each lane of a tile, so that the loop over a
/// tile has no chain through it; then the accumulators, as a tree.
#[cfg_attr(not(debug_assertions), inline(always))]
fn in_lanes<const R: usize, K: Reduce<R>>(
    kernel: K,
    space: [usize; R],
    lanes: Range<usize>,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
) -> Result<K::Value> {
    let mut position = lanes.start;
    // Filled by the first full tile. The values go there at once: copies would be read and written element by
    // element, and LLVM keeps an array in registers only if it has few uses.
    let (mut values, mut is_filled) = (K::Value::tile(), false);
    let mut rest: Option<K::Value> = None;
    for (first, length) in RowPieces::new(space, lanes) {
        let mut lane = 0;
        if !is_filled && length >= TILE {
            attempt!(first_tile(kernel, first, raw, position, &mut values));
            (is_filled, lane) = (true, TILE);
        }
        if is_filled {
            // Two places at a time, unless an accumulator must have its lanes in their order.
            let half = if K::ORDERED_COMBINE { 0 } else { (length - lane) / (2 * TILE) * TILE };
            let end = lane + half;
            while lane < end {
                attempt!(one_more_tile(kernel, first, lane, raw, position, &mut values));
                attempt!(one_more_tile(kernel, first, lane + half, raw, position, &mut values));
                lane += TILE;
            }
            lane += half;
            while lane + TILE <= length {
                attempt!(one_more_tile(kernel, first, lane, raw, position, &mut values));
                lane += TILE;
            }
        }
        attempt!(one_after_another(kernel, first, lane..length, raw, position, &mut rest));
        position += length;
    }
    let total = match is_filled {
        true => Some(folded(kernel, values)?),
        false => None,
    };
    match (total, rest) {
        (Some(total), Some(rest)) => kernel.combine(total, rest),
        (Some(total), None) | (None, Some(total)) => Ok(total),
        (None, None) => unreachable!("a block has lanes"),
    }
}

/// The values of a tile before which there is none.
#[cfg_attr(not(debug_assertions), inline(always))]
fn first_tile<const R: usize, K: Reduce<R>>(
    kernel: K,
    first: [usize; R],
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    position: usize,
    values: &mut <K::Value as LaneValue>::Tile,
) -> Result<()> {
    let mut at = first;
    let mut tile = K::Stored::tile();
    for offset in 0..TILE {
        at[R - 1] = first[R - 1] + offset;
        let (stored, value) = attempt!(kernel.lane(at));
        stored.put(&mut tile, offset);
        value.put(values, offset);
    }
    // SAFETY: a block writes at its own lanes only.
    unsafe { K::Stored::flush(&tile, raw, position, TILE) };
    Ok(())
}

/// A tile whose values are combined with those of the tiles before.
#[cfg_attr(not(debug_assertions), inline(always))]
fn one_more_tile<const R: usize, K: Reduce<R>>(
    kernel: K,
    first: [usize; R],
    lane: usize,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    position: usize,
    values: &mut <K::Value as LaneValue>::Tile,
) -> Result<()> {
    let mut at = first;
    let mut tile = K::Stored::tile();
    for offset in 0..TILE {
        at[R - 1] = first[R - 1] + lane + offset;
        let (stored, value) = attempt!(kernel.lane(at));
        stored.put(&mut tile, offset);
        // SAFETY: the first tile has put a value there.
        let total = unsafe { K::Value::take(values, offset) };
        attempt!(kernel.ordered_combine(total, value)).put(values, offset);
    }
    // SAFETY: a block writes at its own lanes only.
    unsafe { K::Stored::flush(&tile, raw, position + lane, TILE) };
    Ok(())
}

/// The values of a full tile, combined: the second half into the first, again and again.
///
/// This is not inlined, where LLVM would read the tile element by element: it gives up to follow an address that is
/// used in more than a hundred places, so the loop over tiles would then have its accumulators in memory. The tile
/// comes by value: of a reference, nobody knows whether a function of another unit of code keeps it.
#[inline(never)]
fn folded<const R: usize, K: Reduce<R>>(
    kernel: K,
    mut values: <K::Value as LaneValue>::Tile,
) -> Result<K::Value> {
    let mut width = TILE / 2;
    while width > 0 {
        for offset in 0..width {
            // SAFETY: the tile is full.
            let (a, b) = unsafe {
                (K::Value::take(&values, offset), K::Value::take(&values, offset + width))
            };
            attempt!(kernel.combine(a, b)).put(&mut values, offset);
        }
        width /= 2;
    }
    // SAFETY: the tile is full.
    Ok(unsafe { K::Value::take(&values, 0) })
}
