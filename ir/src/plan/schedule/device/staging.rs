//! Maps whose blocks hand elements on to their lanes through shared memory: nests that are computed in tiles
//! of results, transpositions, and stencils.

use accel_abi::constants::SQUARE;

use super::context::{Context, types_of};
use super::layout::struct_bytes;
use super::nest::Nest;
use super::stencil::StencilReads;
use super::transposed::transposed_reads;
use crate::DeviceLimits;
use crate::core::{Soac, Var};

/// The ways in which blocks stage the elements that their lanes read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Staging {
    /// Blocks compute tiles of the results of a nest, and load each row and column once.
    TiledNest {
        /// The dimension of the rows; that of the columns is the last one.
        rows: usize,
        /// True if there are large tiles besides the small ones.
        large: bool,
    },
    /// Blocks read across the order of lanes.
    Transposed {
        /// The dimension along which neighbours lie in memory.
        rows: usize,
        /// The number of squares of lanes of a tile, side by side.
        squares: usize,
        /// The positions of the statements that read across.
        reads: Vec<usize>,
    },
    /// Blocks read each element around their lanes once.
    Stencil {
        /// The dimension of the rows; that of the columns is the last one.
        rows: usize,
        /// The number of squares of lanes of a tile, side by side.
        squares: usize,
        /// The positions of the statements that read around the lane.
        reads: Vec<usize>,
    },
}

/// Returns the number of squares of a tile, of which `bytes` says how many bytes that takes: as many as leave
/// room for several blocks on a multiprocessor.
fn squares_of(bytes: impl Fn(usize) -> usize, limits: &DeviceLimits) -> usize {
    [4, 2].into_iter().find(|squares| bytes(*squares) <= limits.tile_bytes).unwrap_or(1)
}

impl Staging {
    /// Chooses how blocks stage the reads of a map. Only nests are staged where teams can compute the lanes,
    /// too.
    pub(super) fn of(soac: &Soac, by_teams: bool, context: Context) -> Option<Staging> {
        let nest = tiled_nest(soac, context);
        if nest.is_some() || by_teams {
            return nest;
        }
        transposed(soac, context).or_else(|| stencil(soac, context))
    }
}

fn tiled_nest(soac: &Soac, context: Context) -> Option<Staging> {
    let Context { variables, limits } = context;
    let nest = Nest::of(soac, variables)?;
    let bytes = |values: &[Var]| struct_bytes(&types_of(values, variables));
    let accumulators = bytes(&soac.body[nest.position].binds);
    let most = [bytes(&nest.of_row.values), bytes(&nest.of_column.values), accumulators];
    if most.iter().any(|bytes| *bytes > limits.staged_bytes) {
        return None;
    }
    let large = accumulators <= limits.accumulator_bytes_of_large_tiles;
    Some(Staging::TiledNest { rows: nest.rows, large })
}

fn transposed(soac: &Soac, context: Context) -> Option<Staging> {
    let Context { variables, limits } = context;
    let (rows, reads) = transposed_reads(soac, variables)?;
    let values: Vec<Var> = reads.iter().map(|read| soac.body[*read].binds[0]).collect();
    let bytes = struct_bytes(&types_of(&values, variables));
    let squares = squares_of(|squares| SQUARE * (SQUARE * squares + 1) * bytes, limits);
    (bytes <= limits.staged_bytes).then_some(Staging::Transposed { rows, squares, reads })
}

fn stencil(soac: &Soac, context: Context) -> Option<Staging> {
    let Context { variables, limits } = context;
    let stencil = StencilReads::of(soac, context)?;
    let arrays: Vec<Var> = stencil.arrays.iter().map(|(array, _)| *array).collect();
    let bytes = struct_bytes(&types_of(&arrays, variables));
    let [down, across] = [stencil.reach(0), stencil.reach(1)];
    let around = |edge: usize, reach: u32| edge + 2 * reach as usize;
    let squares = squares_of(
        |squares| around(SQUARE, down) * around(SQUARE * squares, across) * bytes,
        limits,
    );
    let reads = stencil.positions();
    (bytes <= limits.staged_bytes).then_some(Staging::Stencil {
        rows: soac.space.len() - 2,
        squares,
        reads,
    })
}
