//! The choice of a schedule.

use super::combining::{self, Combining};
use super::context::Context;
use super::distribution::{Distribution, Distributor, Shares};
use super::eligibility::arrays_from_heap;
use super::lane_memory::LaneMemory;
use super::placed_rows::{Placed, place_rows};
use super::precomputed_rows::PrecomputedRows;
use super::reads::{ReadOnly, can_defer, unroll_factor_of};
use super::reason::Reason;
use super::schedule::{DeviceSchedule, Teams};
use super::slices::scanned_bytes;
use super::staging::Staging;
use super::teams;
use crate::DeviceLimits;
use crate::core::visit::scans_of;
use crate::core::{Expression, Output, Soac, Statement, Variables};
use crate::plan::schedule::Unscheduled;
use crate::plan::{Pattern, Version};

impl DeviceSchedule {
    /// The schedule of a kernel. If lanes need large arrays of their own, a thread computes each of them, and
    /// takes the arrays from a heap.
    pub(in crate::plan::schedule) fn of(
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
    let mut precomputed_rows = match pattern {
        Pattern::Map | Pattern::Combine => None,
        _ => PrecomputedRows::of(soac, &arrays, context),
    };
    let teams = (!may_have_heap).then(|| Teams::of(kernel, &arrays, context)).flatten();
    if let (Some(rows), Some(teams)) = (&mut precomputed_rows, &teams) {
        let blocks = rows.distribution.resident_blocks.or(teams.distribution.resident_blocks);
        rows.distribution.resident_blocks = blocks;
    }
    let distribution = teams.as_ref().map(|teams| &teams.distribution);
    let memory = LaneMemory::new(context, distribution, may_have_heap);
    let in_order = matches!(Combining::of(soac, binds, false, context), Some(Combining::InOrder));
    let from_heap = arrays_from_heap(kernel, memory, precomputed_rows.as_ref(), in_order)?;
    let heap = !from_heap.is_empty();
    let staging = match pattern {
        Pattern::Map if !heap => Staging::of(soac, teams.is_some(), context),
        _ => None,
    };
    let reduces = |output: &Output| matches!(output, Output::Reduce { .. });
    Ok(DeviceSchedule {
        checked: heap || soac.body.iter().any(|statement| statement.expression.may_fail()),
        from_heap,
        unroll_factor: if teams.is_some() { 1 } else { kernel_unroll_factor(soac, context) },
        lanes_of_thread: lanes_of_thread(kernel, context),
        defers: pattern == Pattern::Reduce
            && soac.outputs.iter().all(reduces)
            && can_defer(&soac.body, &arrays, context.variables),
        teams,
        precomputed_rows,
        staging,
        combining: Combining::of(soac, binds, heap, context),
        claims,
    })
}

impl Teams {
    /// Chooses how teams compute the lanes of a kernel that only stores and appends, if they can.
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

/// Returns the number of lanes of a kernel that a thread computes at once. A thread waits for values that it
/// combines, too.
fn kernel_unroll_factor(soac: &Soac, context: Context) -> usize {
    let is_scan = |statement: &&Statement| matches!(statement.expression, Expression::Scan(_));
    let body: Vec<Statement> =
        soac.body.iter().filter(|statement| !is_scan(statement)).cloned().collect();
    match soac.outputs.iter().any(|output| matches!(output, Output::Combine { .. })) {
        true => 1,
        false => unroll_factor_of(&body, context),
    }
}

/// Returns the number of lanes that follow each other that a thread of a scan, a filter or an append has: as
/// many as a block has room for.
fn lanes_of_thread(kernel: Unscheduled, context: Context) -> Option<u32> {
    let soac = kernel.soac;
    let is_appended = |output: &&Output| matches!(output, Output::Append { .. });
    match kernel.pattern {
        Pattern::Scan => Some(scanned_lanes(scanned_bytes(&scans_of(soac), 0, context.variables))),
        Pattern::Append => Some(scanned_lanes(8 * soac.outputs.iter().filter(is_appended).count())),
        // The lanes of a thread are written out one after the other.
        Pattern::Compact if soac.body.len() > context.limits.unrolled_statements => Some(2),
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

/// Returns the number of lanes of a thread of a scan that combines so many bytes for each. An odd number lets
/// threads read their lanes from different banks.
fn scanned_lanes(bytes: usize) -> u32 {
    match bytes {
        0..=4 => 23,
        5..=8 => 11,
        9..=16 => 5,
        17..=32 => 3,
        _ => 1,
    }
}
