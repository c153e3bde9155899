//! Chooses the unroll factor: the number of lanes, or elements of a row, that a thread computes at once. Each
//! thread of a device waits long for the memory; with several reads under way, there is enough of them to use
//! all of the memory's bandwidth. So the compiler writes simple lanes out several times, one behind the other.
//!
//! A check would hold the reads up. If a lane gives nothing but values, its checks only note that one has
//! failed: they are *deferred*.

use super::context::Context;
use crate::core::visit::bound_inside;
use crate::core::{Expression, Soac, Statement, Var, VarSet, Variables, View};

/// Returns the number of lanes with this body that a thread computes at once.
pub(super) fn unroll_factor_of(body: &[Statement], context: Context) -> usize {
    let Context { variables, limits } = context;
    let simple = body.iter().all(|statement| is_simple(statement, variables));
    if body.len() > limits.unrolled_statements || !simple {
        return 1;
    }
    let read = |statement: &Statement| match statement.expression {
        Expression::Index(..) => {
            let ty = variables.ty(statement.binds[0]);
            if ty.is_scalar() { ty.element().bytes() } else { 0 }
        }
        _ => 0,
    };
    let bytes: usize = body.iter().map(read).sum();
    let most = limits
        .unrolled_bytes
        .checked_div(bytes)
        .unwrap_or(1)
        .clamp(1, limits.unrolled_lanes.max(1));
    1 << most.ilog2()
}

/// Returns true if a statement neither repeats anything nor has memory of its own.
fn is_simple(statement: &Statement, variables: &Variables) -> bool {
    match &statement.expression {
        Expression::Scalar(..) | Expression::Cast(_) | Expression::Select(_) => true,
        Expression::Copy(_) => variables.ty(statement.binds[0]).is_scalar(),
        Expression::View(View::Reshape(_) | View::Slice(..)) | Expression::Check(_) => true,
        Expression::Index(..) => true,
        _ => false,
    }
}

/// The arrays that a kernel only reads: those from outside, and parts of them.
pub(crate) struct ReadOnly {
    /// The arrays and scalars that are bound in the kernel and are no parts of those from outside.
    bound: VarSet,
}

impl ReadOnly {
    /// The arrays that a kernel with these outputs only reads.
    pub(crate) fn of(soac: &Soac, binds: &[Var]) -> ReadOnly {
        let mut bound = bound_inside(soac);
        bound.extend(binds);
        let mut arrays = ReadOnly { bound };
        arrays.learn(&soac.body);
        arrays
    }

    fn learn(&mut self, statements: &[Statement]) {
        for statement in statements {
            let whole = match &statement.expression {
                Expression::View(View::Reshape(array) | View::Slice(array, _))
                | Expression::Index(array, _) => array.var(),
                _ => None,
            };
            if whole.is_some_and(|whole| self.contains(whole)) {
                for bind in &statement.binds {
                    self.bound.remove(bind);
                }
            }
            statement.expression.bodies().into_iter().for_each(|body| self.learn(body));
        }
    }

    /// Returns true if the kernel only reads this array.
    pub(crate) fn contains(&self, array: Var) -> bool {
        !self.bound.contains(&array)
    }
}

/// Returns true if the checks of a body can wait for its end: it reads nothing but arrays that the kernel
/// does not change.
pub(super) fn can_defer(body: &[Statement], arrays: &ReadOnly, variables: &Variables) -> bool {
    let fails = body.iter().any(|statement| statement.expression.may_fail());
    let mut inside = VarSet::new();
    fails
        && body.iter().all(|statement| {
            let safe = match &statement.expression {
                Expression::Index(array, _)
                | Expression::View(View::Slice(array, _) | View::Reshape(array)) => {
                    array.var().is_some_and(|var| arrays.contains(var) || inside.contains(&var))
                }
                _ => true,
            };
            inside.extend(&statement.binds);
            safe && is_simple(statement, variables)
        })
}
