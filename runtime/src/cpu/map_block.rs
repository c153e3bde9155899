//! Goes through the lanes of a block of a map: row by row, section by section, or column of tiles by column
//! of tiles, and there in stacks of tiles.

use std::ops::Range;

use super::blocks::{RowPieces, point};
use super::sections::in_sections;
use super::tiles::stretch;
use crate::failure::Result;
use crate::isa;
use crate::kernel::lane_value::LaneValue;
use crate::kernel::map::Map;
use crate::kernel::sizes::TILE;

/// The number of tiles of a stack.
const STACK: usize = 4;

/// A block of lanes that store.
pub(super) struct MapBlock<const R: usize, K: Map<R>> {
    pub(super) kernel: K,
    pub(super) space: [usize; R],
    pub(super) lanes: Range<usize>,
    pub(super) raw: <K::Stored as LaneValue>::ColumnPtrs,
}

impl<const R: usize, K: Map<R>> isa::Task for MapBlock<R, K> {
    type Output = Result<()>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(self, level: isa::Level) -> Result<()> {
        let MapBlock { kernel, space, lanes, raw } = self;
        let row = space[R - 1];
        if const { (K::TILED || K::COLUMN_MAJOR) && R > 1 }
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
            if const { K::SECTION_CUTS > 0 } {
                in_sections(kernel, first, length, raw, position)?;
            } else {
                stretch(kernel, first, length, raw, position)?;
            }
            position += length;
        }
        Ok(())
    }
}

/// Returns true if the registers have room for the accumulators of a stack, which fill half of those of
/// AVX-512. Builds with debug assertions have none, and make stacks for the sake of tests.
#[cfg_attr(not(debug_assertions), inline(always))]
fn has_room_for_stacks(level: isa::Level) -> bool {
    level == isa::Level::Avx512 || cfg!(debug_assertions)
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

/// A stack of tiles, which is computed beside the columns as a single tile (`tiles`) is.
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
