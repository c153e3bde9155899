//! Kernels whose lanes choose by where they are, as those of `concat` do: the driver runs them section
//! by section, and in each of them the choice is known.
//!
//! ```text
//! kernel [i < n] { first = lt i m                     section 0, up to m:   as[i]
//!     y = if first { index as [i] }            ─▶     section 1:            bs[i - m]
//!         else { j = sub i m; index bs [j] }
//! } store y
//! ```

use crate::CpuLimits;
use crate::core::operation::Operation;
use crate::core::visit::{bound_inside, each_use};
use crate::core::{Atom, Expression, If, Output, Soac, Statement, Var, VarSet, Variables};

/// The choices of the lanes of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sections {
    /// The dimension whose index decides.
    pub dimension: usize,
    /// The conditions, each of which lies in the branch where the ones before it do not hold, and up
    /// to where they hold.
    pub cuts: Vec<(Var, Atom)>,
}

impl Sections {
    /// The choices of the lanes of a map that stores scalars, if there are some.
    pub(super) fn of(soac: &Soac, variables: &Variables, limits: &CpuLimits) -> Option<Sections> {
        let scalars = soac.outputs.iter().all(|output| match output {
            Output::Store(value) => variables.atom_type(*value).is_scalar(),
            _ => false,
        });
        if !scalars {
            return None;
        }
        let inside = bound_inside(soac);
        soac.body.iter().find_map(|statement| {
            let Expression::If(branch) = &statement.expression else { return None };
            let (index, end) = below(&soac.body, branch, &inside)?;
            let dimension = soac.space.iter().position(|lane| lane.index == index)?;
            let mut cuts = vec![(branch.condition.var()?, end)];
            let mut branch = branch;
            while cuts.len() < limits.sections {
                let body = &branch.otherwise.statements;
                let next = body.iter().find_map(|statement| {
                    let Expression::If(next) = &statement.expression else { return None };
                    let (other, end) = below(body, next, &inside)?;
                    (other == index && uses(body, next.condition) == 1).then_some((next, end))
                });
                let Some((next, end)) = next else { break };
                cuts.extend(next.condition.var().map(|condition| (condition, end)));
                branch = next;
            }
            Some(Sections { dimension, cuts })
        })
    }
}

/// An index and a size that all lanes know, where a branch is taken if the index is below.
fn below(body: &[Statement], branch: &If, inside: &VarSet) -> Option<(Var, Atom)> {
    let condition = branch.condition.var()?;
    let made = body.iter().find(|statement| statement.binds.contains(&condition))?;
    let Expression::Scalar(Operation::Less, operands) = &made.expression else { return None };
    let [Atom::Var(index), end] = operands[..] else { return None };
    end.var().is_none_or(|end| !inside.contains(&end)).then_some((index, end))
}

fn uses(body: &[Statement], condition: Atom) -> usize {
    let mut count = 0;
    for statement in body {
        each_use(&statement.expression, |var| count += usize::from(Atom::Var(var) == condition));
    }
    count
}
