//! Maps: lanes that store at their own places.

use super::balanced_cuts::BalancedCuts;
use super::blocks::{block_size, for_blocks_of};
use super::demand;
use super::ending::{Ending, Run};
use super::map_block::MapBlock;
use super::tiles;
use crate::failure::Result;
use crate::isa;
use crate::kernel::lane_value::LaneValue;
use crate::kernel::map::Map;
use crate::proven::Proven;
use crate::view::View;

/// About so many lanes of a stack are computed in the time of one lane alone.
const TOGETHER: usize = 8;

/// The number of rows of tiles that a block should have, to use the data of a column again.
const ROWS_OF_TILES: usize = 16;

/// Into how many blocks tiles are at least cut.
const BLOCKS_OF_TILES: usize = 64;

/// Runs a map over an index space.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn map<const R: usize, K: Map<R>>(
    proven: Proven,
    site: u32,
    space: [usize; R],
    kernel: K,
) -> Result<<K::Stored as LaneValue>::Buffers> {
    let count = crate::buffer::count(site, &space)?;
    let mut buffers = K::Stored::reserve(proven, site, count)?;
    let raw = K::Stored::spare(&mut buffers);
    let level = isa::for_gathers(kernel.gather_bytes());
    if const { K::GUESSED } {
        demand::lanes::map(kernel, space, count, raw, level)?;
        // SAFETY: every lane has stored at its own place.
        unsafe { K::Stored::filled(&mut buffers, count) };
        return Ok(buffers);
    }
    let lanes = Lanes {
        count,
        cost: if K::STACKED { kernel.cost().div_ceil(TOGETHER) } else { kernel.cost() },
        row: ((K::TILED || K::COLUMN_MAJOR) && R > 1).then(|| space[R - 1]),
        narrow: K::NARROW && R == 1,
        offsets: kernel.offsets(),
    };
    lanes.map(&|lanes| isa::run_at(level, MapBlock { kernel, space, lanes, raw }))?;
    // SAFETY: every lane of every block has stored at its own place.
    unsafe { K::Stored::filled(&mut buffers, count) };
    Ok(buffers)
}

/// The lanes of a map. This driver is compiled once, and not for each kernel.
struct Lanes<'a> {
    count: usize,
    /// The cost of one lane, in additions.
    cost: usize,
    /// The number of lanes of a row, if they go in tiles that several rows follow.
    row: Option<usize>,
    /// True if blocks have a tile at least.
    narrow: bool,
    offsets: Option<View<'a, usize>>,
}

impl Lanes<'_> {
    /// Runs them in blocks.
    fn map(self, run: Run<'_, ()>) -> Result<()> {
        let Lanes { count, cost, row, narrow, offsets } = self;
        let mut size = block_size(count, cost);
        if let Some(row) = row
            && size < count
        {
            // Whole rows, several of them: a column of tiles uses the same data.
            let rows = (count / row).div_ceil(BLOCKS_OF_TILES).min(ROWS_OF_TILES);
            size = size.div_ceil(row).max(rows) * row;
        }
        if narrow {
            size = size.max(tiles::least_size(count));
        }
        let elements = BalancedCuts::new(offsets, count, cost);
        let ending = Ending::new();
        let nothing = |(), ()| Ok(());
        let block = |lanes| elements.for_parts(lanes, &ending, run, &nothing);
        for_blocks_of(count, cost, size, &ending, &block, &nothing).map(|_| ())
    }
}
