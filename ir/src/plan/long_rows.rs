//! Rows that are too long for one lane. How long the rows of a ragged array are is seen at run
//! time only, so what runs over such a row has two forms in its kernel: a loop, and, from a length
//! on, lanes of its own.

use super::{Kernel, Pattern, Version, opened_rows};
use crate::core::visit::bound_inside;
use crate::core::{Atom, Expression, Extent, Output, Soac, Statement, VarSet, Variables};

/// From how many elements on a row has lanes of its own. Entering a parallel region takes as long
/// as some 10^5 elements do.
pub const LONG_ROW: usize = 1 << 17;

/// From how many rows on those of a plane do, where each is gone through and there are fewer planes
/// than [`FEW_LANES`].
pub const MANY_ROWS: usize = 1 << 11;

/// So many lanes keep all cores busy, whatever is in each.
pub const FEW_LANES: usize = 64;

impl Kernel {
    /// What has both forms in its lanes, by the first variable that it binds: SOACs over rows whose
    /// length only the lane knows.
    pub fn over_long_rows(&self, variables: &Variables) -> VarSet {
        self.over_rows_that(variables, |_| true)
    }

    /// Whether one of them goes through rows itself.
    pub fn over_many_rows(&self, variables: &Variables) -> bool {
        !self.over_rows_that(variables, goes_through_rows).is_empty()
    }

    /// Whether it is known of one of these how many elements the rows have together.
    pub fn over_opened_rows(&self, variables: &Variables) -> bool {
        !self.over_rows_that(variables, |soac| opened_rows(soac, variables).is_some()).is_empty()
    }

    fn over_rows_that(&self, variables: &Variables, wanted: impl Fn(&Soac) -> bool) -> VarSet {
        let mut found = VarSet::new();
        // The parts of long columns are short.
        let parts = self.version == Version::LongColumns;
        if !self.soac.is_sequential_inside() && !parts {
            let inside = bound_inside(&self.soac);
            let eligible = |soac: &Soac| {
                is_over_row(soac, &inside)
                    && !calls(&soac.body)
                    && (reduces(soac) || gives_row(soac, variables))
                    && wanted(soac)
            };
            collect(&self.soac.body, &eligible, &mut found);
        }
        found
    }

    /// Whether recursive functions that lanes call have both forms: they may get rows whose length only
    /// the run tells.
    pub fn calls_over_long_rows(&self, variables: &Variables) -> bool {
        let is_row = |argument: &Atom| {
            let extents = argument.var().map(|var| variables.ty(var).extents());
            extents
                .unwrap_or_default()
                .iter()
                .any(|extent| !matches!(extent, Extent::Size(size) if size.known_size().is_some()))
        };
        !self.soac.is_sequential_inside()
            && any_inside(&self.soac.body, &|expression| match expression {
                Expression::Call(_, arguments) => arguments.iter().any(is_row),
                _ => false,
            })
    }
}

/// Whether the lanes of a SOAC go through something themselves.
pub fn goes_through_rows(soac: &Soac) -> bool {
    any_inside(&soac.body, &|expression| {
        matches!(expression, Expression::Soac(_) | Expression::Loop(_))
    })
}

fn collect(statements: &[Statement], eligible: &impl Fn(&Soac) -> bool, found: &mut VarSet) {
    for statement in statements {
        match &statement.expression {
            Expression::Soac(soac) if eligible(soac) => {
                found.insert(statement.binds[0]);
                // Where there are few rows, those inside may be long.
                if !reduces(soac) {
                    collect(&soac.body, eligible, found);
                }
            }
            other => other.bodies().iter().for_each(|body| collect(body, eligible, found)),
        }
    }
}

/// Whether a SOAC has one dimension, whose extent is made in these lanes.
fn is_over_row(soac: &Soac, inside: &VarSet) -> bool {
    let [lane] = soac.space[..] else { return false };
    lane.extent.var().is_some_and(|extent| inside.contains(&extent)) && !soac.outputs.is_empty()
}

/// Whether all that a SOAC gives are values reduced over its lanes.
fn reduces(soac: &Soac) -> bool {
    !soac.has_scan() && soac.outputs.iter().all(is_reduced)
}

/// Whether a SOAC gives arrays of scalars, stored or kept, besides values that are reduced.
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

/// Whether lanes depend on how deep they are, as recursive calls do.
fn calls(statements: &[Statement]) -> bool {
    any_inside(statements, &|expression| matches!(expression, Expression::Call(..)))
}

/// Whether something holds for one of the expressions of these statements, at any depth.
fn any_inside(statements: &[Statement], holds: &impl Fn(&Expression) -> bool) -> bool {
    statements.iter().any(|Statement { expression, .. }| {
        holds(expression) || expression.bodies().iter().any(|body| any_inside(body, holds))
    })
}
