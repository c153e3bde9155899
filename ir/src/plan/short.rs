//! Decides which computations of host code launch kernels. A loop whose parallel computations are all known
//! to be short launches none: they are loops inside it, and its small arrays are values among others.

use crate::CpuLimits;
use crate::core::{Expression, LoopForm, Soac, Statement};

/// Returns true if an expression launches a kernel, or calls a function that may launch some.
pub(super) fn launches(expression: &Expression, limits: &CpuLimits) -> bool {
    match expression {
        Expression::Soac(_) | Expression::Call(..) => true,
        Expression::Loop(_) => !all(expression, |inner| is_short(inner, limits)),
        _ => !all(expression, |inner| !launches(inner, limits)),
    }
}

/// Returns true if the computations in a loop, at any depth, need no kernel.
fn is_short(expression: &Expression, limits: &CpuLimits) -> bool {
    match expression {
        Expression::Call(..) => false,
        Expression::Soac(soac) => {
            operations(soac).is_some_and(|count| count <= limits.short_computation)
        }
        _ => all(expression, |inner| is_short(inner, limits)),
    }
}

fn all(expression: &Expression, holds: impl Fn(&Expression) -> bool) -> bool {
    let bodies = expression.bodies();
    bodies.iter().all(|body| body.iter().all(|statement| holds(&statement.expression)))
}

/// Returns the number of operations of all lanes together, if that is known.
fn operations(soac: &Soac) -> Option<usize> {
    let mut sizes = soac.space.iter().map(|lane| lane.extent.known_size());
    let lanes = sizes.try_fold(1, |product: usize, size| product.checked_mul(size?))?;
    lanes.checked_mul(inside(&soac.body)?)
}

fn inside(body: &[Statement]) -> Option<usize> {
    body.iter().try_fold(1, |sum: usize, Statement { expression, .. }| {
        let count = match expression {
            Expression::Soac(soac) => operations(soac)?,
            Expression::Call(..) | Expression::Sort(_) => return None,
            Expression::Loop(repetition) => match repetition.form {
                LoopForm::For(_, count) => {
                    count.known_size()?.checked_mul(inside(&repetition.body.statements)?)?
                }
                LoopForm::While(_) => return None,
            },
            _ => {
                let bodies = expression.bodies();
                bodies.into_iter().try_fold(1, |sum: usize, body| sum.checked_add(inside(body)?))?
            }
        };
        sum.checked_add(count)
    })
}
