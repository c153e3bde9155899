//! Rows that are too long for one lane. How long the rows of a ragged array are is seen at run
//! time only, so a reduction over such a row has two forms in its kernel: a loop, and, from a
//! length on, lanes of its own.

use super::Kernel;
use crate::core::visit::bound_inside;
use crate::core::{Expression, Output, Soac, Statement, Var, VarSet};

/// From how many elements on a row is reduced in parallel. Entering a parallel region takes as
/// long as some 10^5 elements do.
pub const LONG_ROW: usize = 1 << 17;

impl Kernel {
    /// The reductions in its lanes that have both forms, by the first variable that they bind:
    /// those over rows whose length only the lane knows.
    pub fn over_long_rows(&self) -> VarSet {
        let mut found = VarSet::new();
        if !self.soac.is_sequential_inside() {
            collect(&self.soac.body, &bound_inside(&self.soac), &mut found);
        }
        found
    }

    /// Whether a lane may do parallel work of its own: where it sorts, calls what may sort, or runs
    /// over a long row.
    pub fn is_parallel_inside(&self) -> bool {
        let may_sort = |expression: &Expression| {
            matches!(expression, Expression::Call(..) | Expression::Sort(_))
        };
        !self.over_long_rows().is_empty() || any_inside(&self.soac.body, &may_sort)
    }
}

fn collect(statements: &[Statement], inside: &VarSet, found: &mut VarSet) {
    for statement in statements {
        match &statement.expression {
            Expression::Soac(soac) if reduces_row(soac, inside) => {
                found.insert(statement.binds[0]);
            }
            other => other.bodies().iter().for_each(|body| collect(body, inside, found)),
        }
    }
}

fn reduces_row(soac: &Soac, inside: &VarSet) -> bool {
    let [lane] = soac.space[..] else { return false };
    let own = |var: Var| inside.contains(&var);
    lane.extent.var().is_some_and(own)
        && !soac.outputs.is_empty()
        && soac.outputs.iter().all(|output| matches!(output, Output::Reduce { when: None, .. }))
        && !depends(&soac.body)
}

/// Whether lanes depend on where they are: running combinations on the lanes before, recursive
/// calls on how deep they are.
fn depends(statements: &[Statement]) -> bool {
    any_inside(statements, &|expression| {
        matches!(expression, Expression::Call(..) | Expression::Scan(_))
    })
}

/// Whether something holds for one of the expressions of these statements, at any depth.
fn any_inside(statements: &[Statement], holds: &impl Fn(&Expression) -> bool) -> bool {
    statements.iter().any(|Statement { expression, .. }| {
        holds(expression) || expression.bodies().iter().any(|body| any_inside(body, holds))
    })
}
