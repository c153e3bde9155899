//! The reads whose elements are asked for a while before they are needed.
//!
//! The hardware sees where long runs of reads go, but not past the end of a page, and not while the many reads
//! between two of one array keep it busy. Loops over groups of lanes that read neighbouring elements of arrays from
//! outside ask for those that groups to come will need, and tiles that go down the columns of a matrix for those of
//! the next tile: rows lie far apart, but each goes on.

use super::access::OutsideMemory;
use super::guards::Guard;
use super::lanes::Lanes;
use super::nested::{NestedForms, each_soac};
use super::varying::Varying;
use crate::analysis::{Strides, statements_for};
use crate::core::{Atom, Expression, LoopForm, Soac, Statement, Var, VarSet, Variables};

/// The elements that the lanes of a kernel prefetch, as the variables that they are read into. `tiled` are the lanes
/// as tiles go through them, if they do, and the values that differ in a tile; `guards` are the branches that a tile
/// takes together.
pub(super) fn prefetched(
    soac: &Soac,
    tiled: Option<(&Soac, &Varying)>,
    guards: &[Guard],
    nested: &NestedForms,
    outside: &OutsideMemory,
    variables: &Variables,
) -> Vec<Var> {
    let reads = Reads { variables, outside };
    let mut found = Vec::new();
    let mut of_groups = |inner: &Soac, binds: &[Var]| {
        if nested.accumulators_of(binds).is_some() {
            let asked = reads.consecutive(&inner.body, inner.space[0].index);
            found.extend(asked.into_iter().map(|(bind, _)| bind));
        }
    };
    soac.bodies().into_iter().for_each(|body| each_soac(body, &mut of_groups));
    if let Some((soac, varying)) = tiled {
        let along = Lanes::of(soac);
        each_tiled(&soac.body, varying, guards, &mut |body| {
            let mut asked = reads.consecutive(body, varying.neighbours());
            // Where several lanes read the same, it is in the caches already.
            asked.retain(|(_, indices)| indices.len() > 1 && along.all_differ(indices));
            found.extend(asked.into_iter().map(|(bind, _)| bind));
        });
    }
    found
}

/// The arrays that the lanes of a kernel read.
struct Reads<'v> {
    variables: &'v Variables,
    outside: &'v OutsideMemory,
}

impl Reads<'_> {
    /// The reads of all lanes from arrays outside the kernel, each of the element after that of the lane before,
    /// where simple statements say: the variables, and the indices. Of a row that is read at several places one
    /// will do.
    fn consecutive<'s>(&self, body: &'s [Statement], index: Var) -> Vec<(Var, &'s [Atom])> {
        let strides = Strides::of(body);
        let mut reads: Vec<(Var, Var, &[Atom])> = Vec::new();
        for statement in body {
            let Expression::Index(Atom::Var(array), indices) = &statement.expression else {
                continue;
            };
            let row = indices.len() - 1;
            let known = |(_, other, at): &(Var, Var, &[Atom])| {
                other == array && at.len() == indices.len() && at[..row] == indices[..row]
            };
            let needed = indices.iter().copied();
            if self.variables.ty(statement.binds[0]).is_scalar()
                && !reads.iter().any(known)
                && self.outside.array(Atom::Var(*array)).is_some()
                && strides.consecutive(indices, index)
                && statements_for(body, self.variables, needed).all(|statement| {
                    let expression = &statement.expression;
                    matches!(expression, Expression::Scalar(..) | Expression::Copy(_))
                        && !expression.may_fail()
                })
            {
                reads.push((statement.binds[0], *array, indices));
            }
        }
        reads.into_iter().map(|(bind, _, indices)| (bind, indices)).collect()
    }
}

/// Calls `f` with the bodies of the SOACs that all lanes of a tile go through together.
fn each_tiled(
    statements: &[Statement],
    varying: &Varying,
    guards: &[Guard],
    f: &mut dyn FnMut(&[Statement]),
) {
    for statement in statements {
        let is_expected =
            statement.binds.first().is_some_and(|bind| varying.shape_of(*bind).is_some());
        if is_expected || !varying.statement(statement) {
            continue;
        }
        match &statement.expression {
            Expression::Soac(soac) => {
                f(&soac.body);
                each_tiled(&soac.body, varying, guards, f);
            }
            Expression::Loop(repetition) => match &repetition.form {
                LoopForm::While(condition) if varying.block(condition) => {}
                _ => each_tiled(&repetition.body.statements, varying, guards, f),
            },
            Expression::If(branch)
                if guards.iter().any(|guard| guard.branch == statement.binds[0]) =>
            {
                each_tiled(&branch.then.statements, varying, guards, f);
                each_tiled(&branch.otherwise.statements, varying, guards, f);
            }
            _ => {}
        }
    }
}

/// Checks such variables against the lanes of their kernel.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn verify(prefetched: &[Var], soac: &Soac, variables: &Variables) -> Result<(), String> {
    let mut elements = VarSet::new();
    soac.bodies().into_iter().for_each(|body| add_elements(body, variables, &mut elements));
    match prefetched.iter().find(|var| !elements.contains(var)) {
        Some(var) => Err(format!("#{} is no element that a lane reads", var.0)),
        None => Ok(()),
    }
}

fn add_elements(statements: &[Statement], variables: &Variables, elements: &mut VarSet) {
    for Statement { binds, expression, .. } in statements {
        if matches!(expression, Expression::Index(..)) && variables.ty(binds[0]).is_scalar() {
            elements.insert(binds[0]);
        }
        for body in expression.bodies() {
            add_elements(body, variables, elements);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::front::front;
    use crate::plan::{Plan, verify_plan};

    fn plan_of(function: &str) -> Plan {
        front(function).expect("this is a program")[0].plan().0
    }

    #[test]
    fn groups_of_lanes_and_tiles_ask_for_elements() {
        for (function, count) in [
            ("pub fn f(m: &[[f64; w]; h]) -> [f64; h] { m.map(|row| row.sum()) }", 1),
            ("pub fn f(xs: &[f64; n]) -> [f64; n] { xs.map(|x| x + 1.0) }", 0),
        ] {
            let plan = plan_of(function);
            let found = &plan.kernels[0].schedule.cpu.prefetched;
            assert_eq!(found.len(), count, "{function}");
        }
    }

    #[test]
    fn other_variables_are_refused() {
        let mut plan =
            plan_of("pub fn f(m: &[[f64; w]; h]) -> [f64; h] { m.map(|row| row.sum()) }");
        let index = plan.kernels[0].soac.space[0].index;
        plan.kernels[0].schedule.cpu.prefetched.push(index);
        assert!(verify_plan(&plan).is_err_and(|error| error.contains("no element that a lane")));
    }
}
