//! Guards: branches around reads that neighbouring lanes take by where they are.
//!
//! A read that a lane makes only if a guard lets the lane through would be a read under a mask in vectors, and
//! masked addresses outside of the array make that slow. If the guard compares a value that counts lanes with
//! one that is the same for all of them, the lanes that it lets through are neighbours, and so are those on
//! either side:
//!
//! ```text
//! for lane in 0..W {                         held = lanes from first, below end
//!     if i + lane >= first                   if all are held { for lane in 0..W { … } }
//!     && i + lane < end { … } else { 0 } ─▶  else if none is { for lane in 0..W { 0 } }
//! }                                          else { for lane in 0..W { if held { … } else { 0 } } }
//! ```
//!
//! Tiles that all of several guards let through are treated so, and in others each decides.

use super::access::reads;
use super::expected::is_looked_at;
use super::lane_tests::{Scalars, TestedLanes, bound_in_arms, learn};
use super::tiles::straight;
use super::varying::Varying;
use crate::CpuLimits;
use crate::core::visit::{bound_in, bound_inside, each_use};
use crate::core::{Expression, If, LoopForm, Output, Soac, Statement, Var, VarSet, Variables};

/// The guards of the lanes of a kernel.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Guards {
    /// The branches that the lanes of a tile take together where they can.
    pub of_tiles: Vec<Guard>,
    /// The branches by which the tiles of a row begin with the first lane that is let through.
    pub of_rows: Vec<Guard>,
}

/// A branch that lets lanes through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    /// The first variable that the branch binds.
    pub branch: Var,
    /// True if lanes are let through where the condition holds.
    pub holds: bool,
}

impl Guards {
    /// Checks guards against the lanes of their kernel.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub(super) fn verify(&self, soac: &Soac) -> Result<(), String> {
        let bound = bound_in(&soac.body);
        let mut all = self.of_tiles.iter().chain(&self.of_rows);
        match all.find(|guard| !bound.contains(&guard.branch)) {
            Some(guard) => Err(format!("#{} is bound by no branch of a lane", guard.branch.0)),
            None => Ok(()),
        }
    }
}

/// Returns true if a kernel without loops goes in tiles for its guards.
pub(super) fn go_in_tiles(soac: &Soac, variables: &Variables, limits: &CpuLimits) -> bool {
    let scalars = soac.outputs.iter().all(|output| match output {
        Output::Store(value) => variables.atom_type(*value).is_scalar(),
        _ => false,
    });
    scalars && straight(&soac.body) && !of_plain_lanes(soac, variables, limits).is_empty()
}

/// The guards in the tiles of a kernel with loops. `varying` are the values that differ in a tile.
pub(super) fn of_tiles(
    tiled: &Soac,
    varying: &Varying,
    variables: &Variables,
    limits: &CpuLimits,
) -> Vec<Guard> {
    Search::run(tiled, varying, variables, limits, |search| search.in_tiles(&tiled.body))
}

/// The guards in the tiles of a kernel without loops.
pub(super) fn of_plain_lanes(soac: &Soac, variables: &Variables, limits: &CpuLimits) -> Vec<Guard> {
    let Some(varying) = along_rows(soac) else { return Vec::new() };
    of_tiles(soac, &varying, variables, limits)
}

/// The values that differ between the lanes of a row, if the kernel has rows.
fn along_rows(soac: &Soac) -> Option<Varying> {
    Some(Varying::of(&[soac.space.last()?.index], &soac.body))
}

/// The guards that tell which lanes of a row are let through, if all that their tests need is known before the
/// lanes.
pub(super) fn of_rows(soac: &Soac, variables: &Variables, limits: &CpuLimits) -> Vec<Guard> {
    let Some(varying) = along_rows(soac) else { return Vec::new() };
    let mut unknown = bound_inside(soac);
    let known = known_before_lanes(soac, &varying);
    let known = known.iter().flat_map(|statement| &statement.binds).copied();
    for var in soac.space.iter().map(|lane| lane.index).chain(known) {
        unknown.remove(&var);
    }
    Search::run(soac, &varying, variables, limits, |search| {
        let all: Vec<&Statement> = soac.body.iter().collect();
        let guards = search.in_group(&all);
        let arms = bound_in_arms(&soac.body);
        let mut is_known = true;
        each_guard(&soac.body, &guards, &mut |branch, guard| {
            let tests = search.tested(&arms).tests(branch.condition, guard.holds);
            for test in tests.into_iter().flatten() {
                test.each_var(&mut |var| is_known &= !unknown.contains(&var));
            }
        });
        if is_known { guards } else { Vec::new() }
    })
}

/// The statements of a lane, in order, whose values are known for a whole row: simple ones that need nothing that
/// differs between its lanes.
pub(crate) fn known_before_lanes<'s>(soac: &'s Soac, varying: &Varying) -> Vec<&'s Statement> {
    let mut unknown = bound_inside(soac);
    for lane in &soac.space {
        unknown.remove(&lane.index);
    }
    let mut known = Vec::new();
    for statement in &soac.body {
        let is_scalar = matches!(
            statement.expression,
            Expression::Scalar(..)
                | Expression::Cast(_)
                | Expression::Select(_)
                | Expression::Index(..)
        );
        let mut is_known = is_scalar && !varying.statement(statement);
        each_use(&statement.expression, |var| is_known &= !unknown.contains(&var));
        if is_known {
            unknown.remove(&statement.binds[0]);
            known.push(statement);
        }
    }
    known
}

/// Calls `f` with the branches of statements that are guards, from the outer ones to the inner ones, as lanes come
/// to them that all guards let through.
pub(crate) fn each_guard<'s>(
    list: impl IntoIterator<Item = &'s Statement>,
    guards: &[Guard],
    f: &mut dyn FnMut(&'s If, Guard),
) {
    for statement in list {
        let Expression::If(branch) = &statement.expression else { continue };
        let guard = guards.iter().find(|guard| statement.binds.first() == Some(&guard.branch));
        if let Some(guard) = guard {
            f(branch, *guard);
            each_guard(&branch.arm(guard.holds).statements, guards, f);
        }
    }
}

/// The search for the guards of lanes.
#[derive(Clone, Copy)]
struct Search<'a> {
    varying: &'a Varying,
    scalars: &'a Scalars,
    variables: &'a Variables,
    /// The largest number of guards around a read.
    most: usize,
}

impl<'a> Search<'a> {
    /// Calls `f` with the search among the lanes of a kernel.
    fn run(
        soac: &Soac,
        varying: &Varying,
        variables: &Variables,
        limits: &CpuLimits,
        f: impl FnOnce(Search) -> Vec<Guard>,
    ) -> Vec<Guard> {
        let mut scalars = Scalars::default();
        learn(&soac.body, &mut scalars);
        f(Search { varying, scalars: &scalars, variables, most: limits.guards })
    }

    /// The guards in each list of statements that tiles go through: those of its last loop over lanes, and the
    /// branches with loops.
    fn in_tiles(self, list: &[Statement]) -> Vec<Guard> {
        let mut found = Vec::new();
        let mut last_group: Vec<&Statement> = Vec::new();
        for statement in list {
            let shape = statement.binds.first().and_then(|bind| self.varying.shape_of(*bind));
            let is_looked_at = matches!(&statement.expression, Expression::Check(check)
                if self.varying.expects() && is_looked_at(check, self.variables));
            if shape.is_some() || is_looked_at {
                last_group.clear();
            } else if self.varying.statement(statement) {
                match self.varying.has_loop(statement) {
                    false => last_group.push(statement),
                    true => {
                        last_group.clear();
                        self.in_loops(statement, &mut found);
                    }
                }
            }
        }
        found.extend(self.in_group(&last_group));
        found
    }

    /// Adds the guards within a statement with loops.
    fn in_loops(self, statement: &Statement, found: &mut Vec<Guard>) {
        match &statement.expression {
            Expression::Soac(soac) => found.extend(self.in_tiles(&soac.body)),
            Expression::Loop(repetition) => match &repetition.form {
                LoopForm::While(condition) if self.varying.block(condition) => {}
                _ => found.extend(self.in_tiles(&repetition.body.statements)),
            },
            Expression::If(branch) => {
                let arms = bound_in_arms([statement]);
                let tested = self.tested(&arms);
                let is_guard = |holds: &bool| tested.tests(branch.condition, *holds).is_some();
                if let Some(holds) = [true, false].into_iter().find(is_guard) {
                    found.push(Guard { branch: statement.binds[0], holds });
                    found.extend(self.in_tiles(&branch.then.statements));
                    found.extend(self.in_tiles(&branch.otherwise.statements));
                }
            }
            _ => {}
        }
    }

    /// The guards among statements that run for each lane of a tile; none if all lanes decide alike.
    fn in_group(self, group: &[&Statement]) -> Vec<Guard> {
        let arms = bound_in_arms(group.iter().copied());
        let (mut guards, mut differ) = (Vec::new(), false);
        self.add(group.iter().copied(), self.tested(&arms), &mut guards, &mut differ);
        if differ { guards } else { Vec::new() }
    }

    /// Adds guards, from the outer ones to the inner ones; `differ` becomes true if lanes may decide one of them in
    /// different ways.
    fn add<'s>(
        self,
        list: impl IntoIterator<Item = &'s Statement>,
        tested: TestedLanes,
        guards: &mut Vec<Guard>,
        differ: &mut bool,
    ) {
        for statement in list {
            let Expression::If(branch) = &statement.expression else { continue };
            let (then, otherwise) = (reads(&branch.then), reads(&branch.otherwise));
            let is_constant = branch.condition.var().is_none();
            if is_constant || then.max(otherwise) == 0 || guards.len() >= self.most {
                continue;
            }
            let first = then >= otherwise;
            let is_guard = |holds: &bool| tested.tests(branch.condition, *holds).is_some();
            if let Some(holds) = [first, !first].into_iter().find(is_guard) {
                *differ |= self.varying.atom(branch.condition);
                guards.push(Guard { branch: statement.binds[0], holds });
                self.add(&branch.arm(holds).statements, tested, guards, differ);
            }
        }
    }

    fn tested(self, arms: &'a VarSet) -> TestedLanes<'a> {
        let Search { varying, scalars, variables, .. } = self;
        TestedLanes { varying, scalars, arms, variables }
    }
}

#[cfg(test)]
mod tests {
    use super::Guard;
    use crate::front::front;
    use crate::plan::schedule::cpu::CpuLanes;
    use crate::plan::{Plan, verify_plan};

    fn plan_of(function: &str) -> Plan {
        front(function).expect("this is a program")[0].plan().0
    }

    fn of_lanes(result: &str) -> String {
        let from = "xs: &[i32; n], ys: &[i32; n], d: usize";
        format!("pub fn f({from}) -> [i32; n] {{ generate(n, |i| {result}) }}")
    }

    #[test]
    fn branches_by_the_place_of_a_lane_are_guards() {
        for (lane, arms) in [
            ("if i == 0 { 0 } else { xs[i - 1] }", vec![false]),
            ("if i > 0 && i < d { xs[i - 1] } else { 0 }", vec![true]),
            ("if i == 0 { 1 } else if i == d { 2 } else { xs[i - 1] }", vec![false, false]),
            ("if xs[i] > 0 { ys[i] } else { 0 }", vec![]),
            ("if d > 3 { xs[i] } else { ys[i] }", vec![]),
        ] {
            let plan = plan_of(&of_lanes(lane));
            let schedule = &plan.kernels[0].schedule.cpu;
            let holds = |guard: &Guard| guard.holds;
            let found: Vec<bool> = schedule.guards.of_tiles.iter().map(holds).collect();
            assert_eq!(found, arms, "{lane}");
            assert_eq!(schedule.lanes == CpuLanes::Guarded, !arms.is_empty(), "{lane}");
        }
    }

    #[test]
    fn rows_begin_with_lanes_that_guards_let_through() {
        let known = plan_of(&of_lanes("if i >= d { xs[i - d] } else { 0 }"));
        assert_eq!(known.kernels[0].schedule.cpu.guards.of_rows.len(), 1);
        let unknown = plan_of(&of_lanes("if xs[i] > 0 { ys[i] } else { 0 }"));
        assert_eq!(unknown.kernels[0].schedule.cpu.guards.of_rows.len(), 0);
    }

    #[test]
    fn guards_that_are_no_branches_of_a_lane_are_refused() {
        let mut plan = plan_of(&of_lanes("if i > 0 { xs[i - 1] } else { 0 }"));
        let branch = plan.kernels[0].soac.space[0].index;
        plan.kernels[0].schedule.cpu.guards.of_tiles.push(Guard { branch, holds: true });
        assert!(verify_plan(&plan).is_err_and(|error| error.contains("no branch of a lane")));
    }
}
