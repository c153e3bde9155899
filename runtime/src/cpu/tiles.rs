//! Goes through neighbouring lanes of a row of a map: in tiles, or one by one.

use std::ops::Range;

use crate::failure::Result;
use crate::kernel::lane_value::LaneValue;
use crate::kernel::map::Map;
use crate::kernel::sizes::{SMALL_TILE, TILE};

/// The number of lanes of a tile if rows have fewer than a small tile.
const NARROW_TILE: usize = 4;

/// Returns the least number of lanes of a block, however much each has to do: lanes of a tile go side by
/// side, a lane alone combines one value after the other. There are blocks for all threads first.
pub(super) fn least_size(count: usize) -> usize {
    let for_each = count / rayon::current_num_threads();
    [SMALL_TILE, NARROW_TILE].into_iter().find(|tile| *tile <= for_each).unwrap_or(1)
}

/// Neighbouring lanes of a row: those outside of its interior one by one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn stretch<const R: usize, K: Map<R>>(
    kernel: K,
    first: [usize; R],
    length: usize,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    position: usize,
) -> Result<()> {
    if const { K::GUARDED } {
        let held = kernel.held(first, length).lanes();
        for part in [0..held.start, held.start..held.end, held.end..length] {
            let mut at = first;
            at[R - 1] += part.start;
            tiles(kernel, at, part.len(), raw, position + part.start)?;
        }
        return Ok(());
    }
    if const { !K::HAS_INTERIOR } {
        return tiles(kernel, first, length, raw, position);
    }
    let interior = kernel.interior();
    let begin = first[R - 1];
    let end = begin + length;
    let start = interior.start.clamp(begin, end);
    let stop = interior.end.clamp(start, end);
    one_by_one(kernel, first, 0..start - begin, raw, position)?;
    let mut at = first;
    at[R - 1] = start;
    tiles(kernel, at, stop - start, raw, position + start - begin)?;
    one_by_one(kernel, first, stop - begin..length, raw, position)
}

/// Neighbouring lanes, without tiles.
#[cfg_attr(not(debug_assertions), inline(always))]
fn one_by_one<const R: usize, K: Map<R>>(
    kernel: K,
    first: [usize; R],
    lanes: Range<usize>,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    position: usize,
) -> Result<()> {
    let mut at = first;
    for lane in lanes {
        at[R - 1] = first[R - 1] + lane;
        let stored = attempt!(kernel.lane(at));
        // SAFETY: a block writes at its own lanes only.
        unsafe { stored.write(raw, position + lane) };
    }
    Ok(())
}

/// Neighbouring lanes in tiles, as far as they go.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tiles<const R: usize, K: Map<R>>(
    kernel: K,
    first: [usize; R],
    length: usize,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    position: usize,
) -> Result<()> {
    let mut lane = 0;
    while const { !K::NARROW } && lane + TILE <= length {
        one_tile::<TILE, R, K>(kernel, first, lane, raw, position)?;
        lane += TILE;
    }
    if const { !K::TILED && !K::HAS_INTERIOR } {
        return one_by_one(kernel, first, lane..length, raw, position);
    }
    if length >= SMALL_TILE {
        return overlapping::<SMALL_TILE, R, K>(kernel, first, lane..length, raw, position);
    }
    if const { K::TILED } && length >= NARROW_TILE {
        return overlapping::<NARROW_TILE, R, K>(kernel, first, lane..length, raw, position);
    }
    one_by_one(kernel, first, lane..length, raw, position)
}

/// Lanes in tiles, of which there may begin some before them: the last tile ends with the last lane, and a
/// lane that is computed twice gives the same.
#[cfg_attr(not(debug_assertions), inline(always))]
fn overlapping<const W: usize, const R: usize, K: Map<R>>(
    kernel: K,
    first: [usize; R],
    lanes: Range<usize>,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    position: usize,
) -> Result<()> {
    for lane in lanes.clone().step_by(W) {
        one_tile::<W, R, K>(kernel, first, lane.min(lanes.end - W), raw, position)?;
    }
    Ok(())
}

/// A tile, which begins at a lane. The tile is computed beside the columns: as far as the compiler knows, the
/// arrays that a kernel reads could lie in them.
#[cfg_attr(not(debug_assertions), inline(always))]
fn one_tile<const W: usize, const R: usize, K: Map<R>>(
    kernel: K,
    first: [usize; R],
    lane: usize,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    position: usize,
) -> Result<()> {
    let mut tile = K::Stored::tile();
    let mut at = first;
    at[R - 1] = first[R - 1] + lane;
    kernel.tile::<W>(at, |offset, stored| stored.put(&mut tile, offset))?;
    // SAFETY: a block writes at its own lanes only, and a tile puts all its values.
    unsafe { K::Stored::flush(&tile, raw, position + lane, W) };
    Ok(())
}
