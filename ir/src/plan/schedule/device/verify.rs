//! Checks a device schedule against its kernel: it speaks of variables and statements that are there, and of
//! a kind that its forms have.

use super::combining::Combining;
use super::distribution::Distribution;
use super::nest::Nest;
use super::schedule::DeviceSchedule;
use super::staging::Staging;
use super::stencil::StencilReads;
use crate::core::visit::bound_inside;
use crate::core::{Expression, Soac, Statement, Var, Variables};
use crate::plan::Pattern;

impl DeviceSchedule {
    /// Checks the schedule against its kernel.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub(in crate::plan::schedule) fn verify(
        &self,
        pattern: Pattern,
        soac: &Soac,
        variables: &Variables,
    ) -> Result<(), String> {
        verify(self, pattern, soac, variables)
    }
}

fn verify(
    schedule: &DeviceSchedule,
    pattern: Pattern,
    soac: &Soac,
    variables: &Variables,
) -> Result<(), String> {
    let inside = bound_inside(soac);
    let is_array = |var: Var| inside.contains(&var) && !variables.ty(var).is_scalar();
    if let Some(other) = schedule.from_heap.iter().find(|var| !is_array(*var)) {
        return Err(format!("a lane takes #{} from a heap, which is no array of it", other.0));
    }
    if schedule.has_heap() && (schedule.teams.is_some() || schedule.staging.is_some()) {
        return Err("a lane with a heap is computed by one thread".to_owned());
    }
    if !schedule.unroll_factor.is_power_of_two() {
        return Err(format!("a thread computes {} lanes at once", schedule.unroll_factor));
    }
    let in_tiles = matches!(pattern, Pattern::Scan | Pattern::Compact | Pattern::Append);
    if in_tiles != schedule.lanes_of_thread.is_some() {
        return Err("the lanes of scans, filters and appends are cut into tiles".to_owned());
    }
    let combines = pattern == Pattern::Combine;
    if combines != schedule.combining.is_some() {
        return Err("lanes that combine, and no others, do it in some order".to_owned());
    }
    if schedule.combining == Some(Combining::InOrder) && schedule.unroll_factor > 1 {
        return Err("lanes that combine in order are computed one by one".to_owned());
    }
    if let Some(teams) = &schedule.teams {
        distribution(&teams.distribution, &soac.body)?;
    }
    if let Some(rows) = &schedule.precomputed_rows {
        let body = rows.body(soac, variables);
        if rows.values.is_empty() || body.is_empty() {
            return Err("no rows are precomputed".to_owned());
        }
        distribution(&rows.distribution, &body)?;
    }
    match &schedule.staging {
        None => Ok(()),
        Some(_) if pattern != Pattern::Map => Err("only maps are staged".to_owned()),
        Some(staging) => staged(staging, soac, variables),
    }
}

fn distribution(distribution: &Distribution, body: &[Statement]) -> Result<(), String> {
    let missing = distribution.rows.iter().find(|row| !is_row(row.bind, body));
    match missing {
        Some(row) => Err(format!("threads share #{}, which is no row", row.bind.0)),
        None => Ok(()),
    }
}

/// Returns true if a SOAC in a body binds this variable first.
fn is_row(bind: Var, body: &[Statement]) -> bool {
    body.iter().any(|statement| {
        let binds = statement.binds.first() == Some(&bind);
        let is_soac = matches!(statement.expression, Expression::Soac(_));
        let inside = || statement.expression.bodies().iter().any(|body| is_row(bind, body));
        binds && is_soac || inside()
    })
}

fn staged(staging: &Staging, soac: &Soac, variables: &Variables) -> Result<(), String> {
    let is_read = |position: &usize| {
        let statement = soac.body.get(*position);
        statement.is_some_and(|own| matches!(own.expression, Expression::Index(..)))
    };
    let holds = match staging {
        Staging::TiledNest { rows, .. } => {
            Nest::of(soac, variables).is_some_and(|nest| nest.rows == *rows)
        }
        Staging::Transposed { rows, reads, .. } => {
            *rows + 1 < soac.space.len() && !reads.is_empty() && reads.iter().all(is_read)
        }
        Staging::Stencil { rows, reads, .. } => {
            *rows + 2 == soac.space.len()
                && reads.iter().all(is_read)
                && StencilReads::at(soac, reads, variables).reads.len() == reads.len()
        }
    };
    if holds { Ok(()) } else { Err(format!("the lanes cannot be staged: {staging:?}")) }
}
