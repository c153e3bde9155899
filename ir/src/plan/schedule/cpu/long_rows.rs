//! Rows that are too long for one lane. The lengths of the rows of a ragged array are known at run time only,
//! so a SOAC over such a row has two forms in its kernel: a loop, and, from a length on, lanes of its own.

use super::row_offsets::{any_inside, goes_through_rows, row_offsets};
use crate::CpuLimits;
use crate::core::visit::bound_inside;
use crate::core::{Atom, Expression, Extent, Output, Soac, Statement, Var, VarSet, Variables};
use crate::plan::schedule::Unscheduled;
use crate::plan::{Pattern, Version};

/// The SOACs over rows that have lanes of their own where a row is long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LongRows {
    /// The first variables that the SOACs bind.
    pub binds: Vec<Var>,
    /// True if recursive functions that lanes call have both forms: they may get long rows.
    pub calls: bool,
    /// The number of elements from which on a row is long.
    pub length: usize,
    /// The number of rows from which on a plane is long whose rows a SOAC goes through, if there are few
    /// lanes.
    pub many_rows: usize,
    /// The number of lanes from which on they are not few.
    pub few_lanes: usize,
}

impl LongRows {
    /// The SOACs over rows of a kernel whose length only the lane knows, if there are some.
    pub(super) fn of(
        kernel: Unscheduled,
        variables: &Variables,
        limits: &CpuLimits,
    ) -> Option<LongRows> {
        let soac = kernel.soac;
        let calls = calls_with_rows(soac, variables);
        let mut binds = Vec::new();
        // The parts of long columns are short.
        if !soac.is_sequential_inside() && kernel.version != Version::LongColumns {
            let inside = bound_inside(soac);
            let eligible = |soac: &Soac| {
                is_over_row(soac, &inside)
                    && !contains_calls(&soac.body)
                    && (reduces(soac) || gives_row(soac, variables))
            };
            collect(&soac.body, &eligible, &mut binds);
        }
        let &CpuLimits { long_row: length, many_rows, few_lanes, .. } = limits;
        let any = calls || !binds.is_empty();
        any.then_some(LongRows { binds, calls, length, many_rows, few_lanes })
    }

    /// Returns true if the SOAC that binds this variable first has both forms.
    pub(crate) fn has(&self, bind: Var) -> bool {
        self.binds.contains(&bind)
    }

    /// Returns true if one of the SOACs goes through rows itself.
    pub(crate) fn over_many_rows(&self, soac: &Soac) -> bool {
        self.any(&soac.body, &goes_through_rows)
    }

    /// Returns true if it is known of one of the SOACs how many elements its rows have together.
    pub(crate) fn over_rows_with_offsets(&self, soac: &Soac, variables: &Variables) -> bool {
        self.any(&soac.body, &|soac| row_offsets(soac, variables).is_some())
    }

    fn any(&self, statements: &[Statement], holds: &dyn Fn(&Soac) -> bool) -> bool {
        statements.iter().any(|Statement { binds, expression, .. }| {
            let own = match expression {
                Expression::Soac(soac) => {
                    binds.first().is_some_and(|bind| self.has(*bind)) && holds(soac)
                }
                _ => false,
            };
            own || expression.bodies().into_iter().any(|body| self.any(body, holds))
        })
    }
}

/// Returns true if lanes call recursive functions with rows whose length only the run tells.
fn calls_with_rows(soac: &Soac, variables: &Variables) -> bool {
    let is_row = |argument: &Atom| {
        let extents = argument.var().map(|var| variables.ty(var).extents());
        extents
            .unwrap_or_default()
            .iter()
            .any(|extent| !matches!(extent, Extent::Size(size) if size.known_size().is_some()))
    };
    !soac.is_sequential_inside()
        && any_inside(&soac.body, &|expression| match expression {
            Expression::Call(_, arguments) => arguments.iter().any(is_row),
            _ => false,
        })
}

fn collect(statements: &[Statement], eligible: &impl Fn(&Soac) -> bool, found: &mut Vec<Var>) {
    for statement in statements {
        match &statement.expression {
            Expression::Soac(soac) if eligible(soac) => {
                found.push(statement.binds[0]);
                // If there are few rows, those inside may be long.
                if !reduces(soac) {
                    collect(&soac.body, eligible, found);
                }
            }
            other => other.bodies().iter().for_each(|body| collect(body, eligible, found)),
        }
    }
}

/// Returns true if a SOAC has one dimension, whose extent is made in these lanes.
fn is_over_row(soac: &Soac, inside: &VarSet) -> bool {
    let [lane] = soac.space[..] else { return false };
    lane.extent.var().is_some_and(|extent| inside.contains(&extent)) && !soac.outputs.is_empty()
}

/// Returns true if all that a SOAC gives are values reduced over its lanes.
fn reduces(soac: &Soac) -> bool {
    !soac.has_scan() && soac.outputs.iter().all(is_reduced)
}

/// Returns true if a SOAC gives arrays of scalars, stored or kept, besides values that are reduced.
fn gives_row(soac: &Soac, variables: &Variables) -> bool {
    let is_scalar = |value: &Atom| variables.atom_type(*value).is_scalar();
    Pattern::of(soac).is_some()
        && soac.outputs.iter().all(|output| match output {
            Output::Store(value) => is_scalar(value),
            Output::Compact { values, .. } => values.iter().all(is_scalar),
            other => is_reduced(other),
        })
}

fn is_reduced(output: &Output) -> bool {
    matches!(output, Output::Reduce { when: None, .. })
}

/// Returns true if lanes depend on how deep they are, as recursive calls do.
fn contains_calls(statements: &[Statement]) -> bool {
    any_inside(statements, &|expression| matches!(expression, Expression::Call(..)))
}
