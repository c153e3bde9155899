//! The schedule of the lanes of a kernel on the cores of a machine: decided from the kernel, its variables
//! and the limits alone.
//!
//! ```text
//! lanes with loops ─▶ tiles, stacks of tiles        lanes without ─▶ interior of rows, sections, one by one
//! ```

mod access;
mod accumulators;
mod cost;
mod expected;
mod for_tiles;
mod gathers;
mod guards;
mod interior;
mod lane_tests;
mod lanes;
mod locals;
mod long_rows;
mod nested;
mod pieces;
mod prefetch;
mod row_offsets;
mod rows_in_place;
mod sections;
mod tile_width;
mod tiles;
mod varying;

use self::access::OutsideMemory;
use super::Unscheduled;
use crate::CpuLimits;
use crate::core::{Output, Soac, Var, VarSet, Variables};
use crate::plan::Pattern;

pub use cost::{Cost, Shared};
pub use guards::{Guard, Guards};
pub use long_rows::LongRows;
pub use nested::NestedForms;
pub use row_offsets::RowOffsets;
pub use sections::Sections;

pub(crate) use accumulators::Accumulated;
pub(crate) use cost::element_cost;
pub(crate) use expected::{is_looked_at, is_narrow, keeps_counting};
pub(crate) use guards::{each_guard, known_before_lanes};
pub(crate) use interior::Interior;
pub(crate) use lane_tests::{
    FirstLane, LaneTest, Scalars, Side, TestedLanes, Uniform, bound_in_arms, learn,
};
pub(crate) use pieces::{Piece, pieces_of, terms_of};
pub(crate) use row_offsets::{goes_through_rows, row_offsets};
pub(crate) use rows_in_place::is_stored_for_one_use;
pub(crate) use tiles::varying_in_stacks;
pub(crate) use varying::{Shape, Varying};

/// The schedule of the lanes of a kernel on the cores of a machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CpuSchedule {
    /// The way in which a core goes through the lanes that it has.
    pub lanes: CpuLanes,
    /// True if neighbours in a row read elements that lie apart, and neighbours in a column do not.
    pub across: bool,
    /// The SOACs over rows in a lane that have lanes of their own where a row is long.
    pub long_rows: Option<LongRows>,
    /// The SOACs in a lane that do not become plain loops.
    pub nested: NestedForms,
    /// The arrays of a lane that need no memory of their own, with how many elements they have.
    pub locals: Vec<(Var, usize)>,
    /// The branches that neighbouring lanes take by where they are.
    pub guards: Guards,
    /// The elements that lanes prefetch for lanes to come, as the variables that they are read into.
    pub prefetched: Vec<Var>,
    /// The arrays from outside of which lanes that do little else read elements that lie apart.
    pub gathered: Vec<Var>,
}

/// The ways in which a core goes through the lanes that it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CpuLanes {
    /// One by one.
    OneByOne,
    /// Tiles of neighbouring lanes go round the loops of a lane together.
    Tiles(TileWidth),
    /// Tiles of neighbouring rows, in stacks, share the elements that they read.
    Stacks,
    /// In the interior of a row, where no neighbour that a lane reads lies outside, without asking.
    Interior,
    /// In tiles of neighbouring lanes that guards let through together.
    Guarded,
    /// Section by section: in each of them choices by the index of a lane are known.
    Sections(Sections),
}

/// The number of lanes of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileWidth {
    /// So few that the values which they carry from round to round stay in registers.
    Narrow,
    /// So many that long pieces of rows are read at a time.
    Wide,
}

impl CpuLanes {
    fn is_tiled(&self) -> bool {
        matches!(self, CpuLanes::Tiles(_) | CpuLanes::Stacks)
    }
}

impl CpuSchedule {
    /// The schedule of a kernel.
    pub(super) fn of(
        kernel: Unscheduled,
        variables: &Variables,
        limits: &CpuLimits,
    ) -> CpuSchedule {
        let Unscheduled { soac, pattern, .. } = kernel;
        let is_map = matches!(pattern, Pattern::Map | Pattern::Reduce);
        let across = is_map && access::reads_across(soac);
        let reduces = |output: &Output| matches!(output, Output::Reduce { .. });
        let is_plain = is_map && !soac.outputs.iter().any(reduces);
        let lanes = tiles(soac, pattern, variables, limits)
            .or_else(|| is_plain.then(|| without_tiles(soac, across, variables, limits)));
        let long_rows = LongRows::of(kernel, variables, limits);
        let locals = locals::of_lanes(soac, long_rows.as_ref(), variables, limits);
        let lanes = lanes.unwrap_or(CpuLanes::OneByOne);
        let nested = NestedForms::of(soac, lanes.is_tiled(), variables, limits);
        let tiled = match lanes {
            CpuLanes::Tiles(_) => TiledLanes::of(soac, pattern, variables),
            _ => None,
        };
        let tiled = tiled.as_ref().map(|tiled| (&tiled.soac, &tiled.varying));
        let of_tiles = match (tiled, &lanes) {
            (Some((tiled, varying)), _) => guards::of_tiles(tiled, varying, variables, limits),
            (None, CpuLanes::Guarded) => guards::of_plain_lanes(soac, variables, limits),
            (None, _) => Vec::new(),
        };
        // Tiles begin where guards let lanes through.
        let begins = is_plain && (lanes.is_tiled() || lanes == CpuLanes::Guarded);
        let of_rows = if begins { guards::of_rows(soac, variables, limits) } else { Vec::new() };
        let guards = Guards { of_tiles, of_rows };
        let outside = OutsideMemory::of(soac, variables);
        let prefetched =
            prefetch::prefetched(soac, tiled, &guards.of_tiles, &nested, &outside, variables);
        let goes_one_by_one = match lanes {
            CpuLanes::Tiles(_) | CpuLanes::Stacks => pattern == Pattern::Reduce,
            CpuLanes::Sections(_) => false,
            CpuLanes::OneByOne | CpuLanes::Interior | CpuLanes::Guarded => is_map,
        };
        let gathered = match goes_one_by_one {
            true => gathers::gathered(soac, &outside, variables, limits),
            false => Vec::new(),
        };
        CpuSchedule { lanes, across, long_rows, nested, locals, guards, prefetched, gathered }
    }

    /// Checks the schedule against its kernel.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub(super) fn verify(&self, soac: &Soac, variables: &Variables) -> Result<(), String> {
        self.nested.verify(soac, variables)?;
        locals::verify(&self.locals, soac, variables)?;
        self.guards.verify(soac)?;
        prefetch::verify(&self.prefetched, soac, variables)?;
        gathers::verify(&self.gathered, soac, variables)
    }

    /// Returns true if the lanes of a kernel go in tiles, or in stacks of tiles.
    pub fn is_tiled(&self) -> bool {
        self.lanes.is_tiled()
    }
}

/// The lanes of a kernel as tiles go through them, and the values that differ between the lanes of a tile.
pub(crate) struct TiledLanes {
    /// The lanes.
    pub(crate) soac: Soac,
    /// The values that differ.
    pub(crate) varying: Varying,
}

impl TiledLanes {
    /// The lanes of a kernel that gains by tiles; none if it does not, or cannot have them.
    pub(crate) fn of(soac: &Soac, pattern: Pattern, variables: &Variables) -> Option<TiledLanes> {
        let changed = match pattern {
            Pattern::Map | Pattern::Reduce => for_tiles::for_tiles(soac, variables),
            Pattern::Compact | Pattern::Combine => None,
            Pattern::Scan | Pattern::Append => return None,
        };
        let direct = match pattern {
            Pattern::Combine => VarSet::new(),
            _ => rows_in_place::rows_in_place(soac, variables),
        };
        let soac = changed.unwrap_or_else(|| soac.clone());
        let varying = tiles::varying_in_tiles(&soac, &direct, variables)?;
        Some(TiledLanes { soac, varying })
    }
}

fn tiles(
    soac: &Soac,
    pattern: Pattern,
    variables: &Variables,
    limits: &CpuLimits,
) -> Option<CpuLanes> {
    let TiledLanes { soac, varying } = TiledLanes::of(soac, pattern, variables)?;
    let is_map = matches!(pattern, Pattern::Map | Pattern::Reduce);
    let gains = is_map && !varying.expects() && tiles::gains_by_stacks(&soac, variables, limits);
    if gains && varying_in_stacks(&soac, variables).is_some() {
        return Some(CpuLanes::Stacks);
    }
    Some(CpuLanes::Tiles(match tile_width::is_narrow(&soac.body, &varying, variables) {
        true => TileWidth::Narrow,
        false => TileWidth::Wide,
    }))
}

fn without_tiles(soac: &Soac, across: bool, variables: &Variables, limits: &CpuLimits) -> CpuLanes {
    if Interior::of(soac, variables).is_some() {
        return CpuLanes::Interior;
    }
    if let Some(sections) = Sections::of(soac, variables, limits) {
        return CpuLanes::Sections(sections);
    }
    match !across && guards::go_in_tiles(soac, variables, limits) {
        true => CpuLanes::Guarded,
        false => CpuLanes::OneByOne,
    }
}
