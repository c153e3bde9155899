//! The arrays of a lane that need no memory of their own: they are small, of a size that is known, and lie among
//! the other values of the lane.

use super::LongRows;
use crate::CpuLimits;
use crate::core::visit::bound_inside;
use crate::core::{Soac, Var, VarSet, Variables};
use crate::plan::memory::{Locals, known_size};

/// The local arrays of the lanes of a kernel. Results of a SOAC over a long row have memory, for a kernel may
/// write them.
pub(super) fn of_lanes(
    soac: &Soac,
    long_rows: Option<&LongRows>,
    variables: &Variables,
    limits: &CpuLimits,
) -> Vec<(Var, usize)> {
    let with_memory: VarSet =
        long_rows.into_iter().flat_map(|rows| rows.binds.iter().copied()).collect();
    let found = Locals::of_lane(&soac.body, &with_memory, variables, limits);
    let inside = bound_inside(soac);
    inside.iter().filter_map(|array| Some((array, *found.get(&array)?))).collect()
}

/// Checks such arrays against the lanes of their kernel.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn verify(
    locals: &[(Var, usize)],
    soac: &Soac,
    variables: &Variables,
) -> Result<(), String> {
    let inside = bound_inside(soac);
    for (array, size) in locals {
        let array = *array;
        if !inside.contains(&array) || variables.ty(array).is_scalar() {
            return Err(format!("#{} is no array of a lane", array.0));
        }
        if known_size(array, variables) != Some(*size) {
            return Err(format!("#{} does not have {size} elements", array.0));
        }
    }
    Ok(())
}
