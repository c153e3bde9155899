//! How a block of a map goes through its lanes: in tiles of neighbouring lanes, in stacks of such tiles,
//! or one by one.

use std::ops::Range;

use super::blocks::{RowPieces, point};
use super::sections::in_sections;
use crate::failure::Result;
use crate::kernel::lane_value::LaneValue;
use crate::kernel::map::Map;
use crate::kernel::sizes::{SMALL_TILE, TILE};
use crate::level;

/// How many lanes a tile has where rows have fewer than a small one.
const NARROW_TILE: usize = 4;

/// How many tiles a stack has.
const STACK: usize = 4;

/// How many lanes a block has at least, however much each has to do: those of a tile go side by side,
/// a lane alone combines one value after the other. There are blocks for all threads first.
pub(super) fn least_size(count: usize) -> usize {
    let for_each = count / rayon::current_num_threads();
    [SMALL_TILE, NARROW_TILE].into_iter().find(|tile| *tile <= for_each).unwrap_or(1)
}

/// A block of lanes that store.
pub(super) struct MapBlock<const R: usize, K: Map<R>> {
    pub(super) kernel: K,
    pub(super) space: [usize; R],
    pub(super) lanes: Range<usize>,
    pub(super) raw: <K::Stored as LaneValue>::ColumnPtrs,
}

impl<const R: usize, K: Map<R>> level::Task for MapBlock<R, K> {
    type Output = Result<()>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(self, level: level::Level) -> Result<()> {
        let MapBlock { kernel, space, lanes, raw } = self;
        let row = space[R - 1];
        if const { (K::TILED || K::ACROSS) && R > 1 }
            && lanes.start % row == 0
            && lanes.len() % row == 0
        {
            let rows = lanes.start / row..lanes.end / row;
            let mut column = 0;
            while column < row {
                let length = if column + TILE <= row { TILE } else { row - column };
                let mut number = rows.start;
                while number < rows.end {
                    let start = number * row + column;
                    let first = point(start, space);
                    if const { K::STACKED && R > 1 }
                        && has_room_for_stacks(level)
                        && length == TILE
                        && number + STACK <= rows.end
                        && first[R - 2] + STACK <= space[R - 2]
                    {
                        stacks(kernel, row, first, raw, start)?;
                        number += STACK;
                    } else {
                        stretch(kernel, first, length, raw, start)?;
                        number += 1;
                    }
                }
                column += length;
            }
            return Ok(());
        }
        let mut position = lanes.start;
        for (first, length) in RowPieces::new(space, lanes) {
            if const { K::CUTS > 0 } {
                in_sections(kernel, first, length, raw, position)?;
            } else {
                stretch(kernel, first, length, raw, position)?;
            }
            position += length;
        }
        Ok(())
    }
}

/// Whether the registers have room for the accumulators of a stack, which fill half of those of AVX-512.
/// Builds with debug assertions have none, and make stacks for the sake of tests.
#[cfg_attr(not(debug_assertions), inline(always))]
fn has_room_for_stacks(level: level::Level) -> bool {
    level == level::Level::Avx512 || cfg!(debug_assertions)
}

/// As many rows of a tile as a stack has.
#[cfg_attr(not(debug_assertions), inline(always))]
fn stacks<const R: usize, K: Map<R>>(
    kernel: K,
    row: usize,
    first: [usize; R],
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    position: usize,
) -> Result<()> {
    if size_of::<K::Stored>() <= 4 {
        return one_stack::<TILE, R, K>(kernel, row, first, raw, position);
    }
    const HALF: usize = TILE / 2;
    one_stack::<HALF, R, K>(kernel, row, first, raw, position)?;
    let mut second = first;
    second[R - 1] += HALF;
    one_stack::<HALF, R, K>(kernel, row, second, raw, position + HALF)
}

/// A stack of tiles, which is computed beside the columns as [`one_tile`] is.
#[cfg_attr(not(debug_assertions), inline(always))]
fn one_stack<const W: usize, const R: usize, K: Map<R>>(
    kernel: K,
    row: usize,
    first: [usize; R],
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    position: usize,
) -> Result<()> {
    let mut tiles: [_; STACK] =
        [K::Stored::tile(), K::Stored::tile(), K::Stored::tile(), K::Stored::tile()];
    kernel.stack::<STACK, W>(first, |tile, lane, stored| stored.put(&mut tiles[tile], lane))?;
    for (number, tile) in tiles.iter().enumerate() {
        // SAFETY: a block writes at its own lanes only, and a stack puts all its values.
        unsafe { K::Stored::flush(tile, raw, position + number * row, W) };
    }
    Ok(())
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

/// Lanes in tiles, of which there may begin some before them: the last tile ends with the last lane, and
/// what is computed twice gives the same.
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

/// A tile, which begins at a lane. It is computed beside the columns: what a kernel reads could
/// lie in them as far as the compiler knows.
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
