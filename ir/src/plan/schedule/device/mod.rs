//! How the lanes of a kernel run on a device: decided from the kernel, its variables and the limits alone.
//! A kernel without a device schedule runs on the CPU; the reason is kept for people.
//!
//! ```text
//! kernel ─▶ teams ─▶ rows ahead ─▶ lanes at once ─▶ memory of a lane ─▶ staging ─▶ combining
//! ```

mod combining;
mod distribution;
mod eligibility;
mod lane_memory;
mod layout;
mod nest;
mod reads;
mod reason;
mod rows_ahead;
mod slices;
mod staging;
mod stencil;
mod teams;
mod transposed;
mod verify;

use super::Unscheduled;
use crate::DeviceLimits;
use crate::core::visit::scans_of;
use crate::core::{Expression, Output, ScalarType, Soac, Statement, Var, VarSet, Variables};
use crate::plan::{Pattern, Version};
use distribution::{Distributor, Placed, place_rows, scanned_bytes};
use eligibility::arrays_from_heap;
use lane_memory::LaneMemory;
use reads::{can_defer, lanes_at_once};

pub use combining::Combining;
pub use distribution::{DistributedRow, Distribution, Shares};
pub use reason::Reason;
pub use rows_ahead::RowsAhead;
pub use staging::Staging;

pub(crate) use combining::{atomic_operations, shares_places};
pub(crate) use nest::{Nest, Part, Reduction};
pub(crate) use reads::ReadOnly;
pub(crate) use slices::{Scans, scanned_values, slice_ahead, slice_behind};
pub(crate) use staging::EDGE;
pub(crate) use stencil::StencilReads;
pub(crate) use teams::computed_for_one_use;

/// How many threads a block has.
pub const THREADS: u32 = 256;

/// How the lanes of a kernel run on a device.
#[derive(Clone, Debug)]
pub struct DeviceSchedule {
    /// True if lanes check something, or take memory, and so may fail.
    pub checked: bool,
    /// The arrays of a lane that it takes from a heap.
    pub from_heap: VarSet,
    /// How many lanes a thread computes at once.
    pub lanes_at_once: usize,
    /// How many lanes that follow each other a thread has, if blocks work on tiles of lanes.
    pub lanes_of_thread: Option<u32>,
    /// True if the checks of a lane wait for its end.
    pub defers: bool,
    /// How teams of threads can compute the lanes: eight threads of a warp, a warp, or a block.
    pub teams: Option<Teams>,
    /// Rows of the lanes that teams can compute ahead.
    pub rows_ahead: Option<RowsAhead>,
    /// How blocks stage the elements that lanes read.
    pub staging: Option<Staging>,
    /// How lanes combine values into places.
    pub combining: Option<Combining>,
    /// True if lanes claim places before they write there.
    pub claims: bool,
}

/// How teams of threads compute the lanes of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Teams {
    /// True if the rows of lanes lie across the order of lanes, so that threads beside each other read
    /// elements that lie side by side.
    pub across: bool,
    /// The rows that the threads of a team share.
    pub distribution: Distribution,
}

impl Default for DeviceSchedule {
    /// A thread computes each lane.
    fn default() -> DeviceSchedule {
        DeviceSchedule {
            checked: false,
            from_heap: VarSet::new(),
            lanes_at_once: 1,
            lanes_of_thread: None,
            defers: false,
            teams: None,
            rows_ahead: None,
            staging: None,
            combining: None,
            claims: false,
        }
    }
}

/// The variables and the limits that schedules are chosen by.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) variables: &'a Variables,
    pub(crate) limits: &'a DeviceLimits,
}

/// The types of the elements of variables.
fn types_of(vars: &[Var], variables: &Variables) -> Vec<ScalarType> {
    vars.iter().map(|var| variables.ty(*var).element()).collect()
}

impl DeviceSchedule {
    /// The schedule of a kernel. Where lanes need large arrays of their
    /// own, a thread computes each of them, and takes the arrays from a heap.
    pub(super) fn of(
        kernel: Unscheduled,
        variables: &Variables,
        limits: &DeviceLimits,
    ) -> Result<DeviceSchedule, Reason> {
        if kernel.version == Version::EqualRows {
            return Err(Reason::UniformRows);
        }
        let context = Context { variables, limits };
        schedule(kernel, false, context).or_else(|reason| {
            let with_heap = schedule(kernel, true, context);
            with_heap.map_err(|other| if other == Reason::ArrayOfLane { reason } else { other })
        })
    }

    /// Checks the schedule against its kernel.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub(super) fn verify(
        &self,
        pattern: Pattern,
        soac: &Soac,
        variables: &Variables,
    ) -> Result<(), String> {
        verify::verify(self, pattern, soac, variables)
    }

    /// Returns true if lanes take arrays of their own from a heap.
    pub fn has_heap(&self) -> bool {
        !self.from_heap.is_empty()
    }

    /// The number of lanes of a tile, if blocks work on tiles of lanes that follow each other.
    pub fn lanes_of_tile(&self) -> Option<u32> {
        self.lanes_of_thread.map(|lanes| THREADS * lanes)
    }

    /// How several blocks compute a lane, if they can.
    pub fn shares(&self) -> Option<Shares> {
        let shares = self.teams.as_ref()?.distribution.shares;
        (shares.phases > 0 || shares.uneven).then_some(shares)
    }

    /// Returns true if several blocks can compute the rows of a lane.
    pub fn is_shared(&self) -> bool {
        self.shares().is_some() || self.rows_ahead.is_some()
    }

    /// How the lanes can be computed besides by a thread each, in words.
    pub fn forms(&self) -> Vec<&'static str> {
        let mut forms = Vec::new();
        if self.teams.is_some() {
            forms.extend(["by eights", "by warps", "by blocks"]);
        }
        match &self.rows_ahead {
            Some(_) if self.teams.is_some() => forms.push("lengths of rows ahead"),
            Some(_) => forms.extend(["rows ahead", "by eights", "by warps", "by blocks"]),
            None => {}
        }
        let of_rows_ahead = self.rows_ahead.as_ref().map(|rows| rows.distribution.shares);
        match self.shares().or(of_rows_ahead) {
            Some(Shares { uneven: true, .. }) => forms.push("long rows by several blocks"),
            Some(_) => forms.push("by several blocks"),
            None => {}
        }
        if self.has_heap() {
            forms.push("with a heap");
        }
        match self.combining {
            Some(Combining::InAnyOrder { bins: true }) => forms.push("with bins in shared memory"),
            Some(Combining::InOrder) => forms.push("in the order of lanes"),
            _ => {}
        }
        match &self.staging {
            Some(Staging::TiledNest { large: true, .. }) => {
                forms.extend(["in tiles of 64 × 64", "in tiles of 128 × 128"]);
            }
            Some(Staging::TiledNest { .. }) => forms.push("in tiles of 64 × 64"),
            Some(Staging::Transposed { .. }) => forms.push("transposed through shared memory"),
            Some(Staging::Stencil { .. }) => forms.push("with windows in shared memory"),
            None => {}
        }
        if self.teams.as_ref().is_some_and(|teams| teams.across) {
            forms.push("threads across the lanes");
        }
        forms
    }
}

/// The schedule of a kernel that may have a heap or not. Teams compute no lanes with a heap.
fn schedule(
    kernel: Unscheduled,
    may_have_heap: bool,
    context: Context,
) -> Result<DeviceSchedule, Reason> {
    let Unscheduled { soac, pattern, binds, .. } = kernel;
    let claims = combining::claims(soac);
    if claims && !matches!(pattern, Pattern::Map | Pattern::Reduce) {
        return Err(Reason::ProductsScattered);
    }
    let arrays = ReadOnly::of(soac, binds);
    let mut rows_ahead = match pattern {
        Pattern::Map | Pattern::Combine => None,
        _ => RowsAhead::of(soac, &arrays, context),
    };
    let teams = (!may_have_heap).then(|| Teams::of(kernel, &arrays, context)).flatten();
    if let (Some(rows), Some(teams)) = (&mut rows_ahead, &teams) {
        let blocks = rows.distribution.resident_blocks.or(teams.distribution.resident_blocks);
        rows.distribution.resident_blocks = blocks;
    }
    let distribution = teams.as_ref().map(|teams| &teams.distribution);
    let memory = LaneMemory::new(context, distribution, may_have_heap);
    let in_order = matches!(Combining::of(soac, binds, false, context), Some(Combining::InOrder));
    let from_heap = arrays_from_heap(kernel, memory, rows_ahead.as_ref(), in_order)?;
    let heap = !from_heap.is_empty();
    let staging = match pattern {
        Pattern::Map if !heap => Staging::of(soac, teams.is_some(), context),
        _ => None,
    };
    let reduces = |output: &Output| matches!(output, Output::Reduce { .. });
    Ok(DeviceSchedule {
        checked: heap || soac.body.iter().any(|statement| statement.expression.may_fail()),
        from_heap,
        lanes_at_once: if teams.is_some() { 1 } else { lanes_at_once_of(soac, context) },
        lanes_of_thread: lanes_of_thread(kernel, context),
        defers: pattern == Pattern::Reduce
            && soac.outputs.iter().all(reduces)
            && can_defer(&soac.body, &arrays, context.variables),
        teams,
        rows_ahead,
        staging,
        combining: Combining::of(soac, binds, heap, context),
        claims,
    })
}

impl Teams {
    /// How teams compute the lanes of a kernel that only stores and appends, if they can.
    fn of(kernel: Unscheduled, arrays: &ReadOnly, context: Context) -> Option<Teams> {
        let soac = kernel.soac;
        let stores = matches!(kernel.pattern, Pattern::Map | Pattern::Append);
        if !stores || !teams::can_compute(soac, context) {
            return None;
        }
        let mut placed = Placed::default();
        soac.outputs.iter().for_each(|output| place_rows(output, soac, &mut placed));
        let found = Distribution::default();
        let mut distributor = Distributor { context, arrays, placed, found };
        distributor.statements(&soac.body);
        let mut distribution = distributor.found;
        let uneven = teams::is_uneven(&soac.body, soac, context);
        distribution.shares = match teams::has_undistributed_loops(&soac.body, context) {
            true => Shares::default(),
            false => Shares { uneven, ..distribution.shares },
        };
        Some(Teams { across: teams::runs_across(soac, context), distribution })
    }
}

/// How many lanes of a kernel a thread computes at once. A thread waits for values that it combines, too.
fn lanes_at_once_of(soac: &Soac, context: Context) -> usize {
    let is_scan = |statement: &&Statement| matches!(statement.expression, Expression::Scan(_));
    let body: Vec<Statement> =
        soac.body.iter().filter(|statement| !is_scan(statement)).cloned().collect();
    match soac.outputs.iter().any(|output| matches!(output, Output::Combine { .. })) {
        true => 1,
        false => lanes_at_once(&body, context),
    }
}

/// How many lanes that follow each other a thread of a scan, a filter or an append has: as many as a block
/// has room for.
fn lanes_of_thread(kernel: Unscheduled, context: Context) -> Option<u32> {
    let soac = kernel.soac;
    let is_appended = |output: &&Output| matches!(output, Output::Append { .. });
    match kernel.pattern {
        Pattern::Scan => Some(scanned_lanes(scanned_bytes(&scans_of(soac), 0, context.variables))),
        Pattern::Append => Some(scanned_lanes(8 * soac.outputs.iter().filter(is_appended).count())),
        // The lanes of a thread are written out one after the other.
        Pattern::Compact if soac.body.len() > context.limits.statements_at_once => Some(2),
        Pattern::Compact => {
            let kept = soac.outputs.iter().map(|output| match output {
                Output::Compact { values, .. } => {
                    values.iter().map(|value| context.variables.element(*value).bytes()).sum()
                }
                _ => 0,
            });
            Some(match kept.sum::<usize>() {
                0..=4 => 24,
                5..=16 => 8,
                17..=32 => 4,
                _ => 2,
            })
        }
        Pattern::Map | Pattern::Reduce | Pattern::Combine => None,
    }
}

/// How many lanes a thread of a scan has that combines so many bytes for each. An odd number lets threads
/// read their lanes from different banks.
fn scanned_lanes(bytes: usize) -> u32 {
    match bytes {
        0..=4 => 23,
        5..=8 => 11,
        9..=16 => 5,
        17..=32 => 3,
        _ => 1,
    }
}
