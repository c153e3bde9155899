//! The SOACs inside of lanes that do not become plain loops: copies of pieces, filters, and reductions with several
//! accumulators. A copy takes no branch for each element, the driver of filters keeps many values at a time, and
//! accumulators vectorise.
//!
//! ```text
//! soac [i < n] { … } store y, where y is as[i] or bs[i - m]      ─▶    copies of pieces
//! soac [i < n] { … } compact y if c, where y is cheap            ─▶    y is written, then kept or not: a filter
//! ```

use super::accumulators::{Accumulated, is_long_enough};
use super::pieces::pieces_of;
use crate::core::visit::{bound_in, outputs_with_binds};
use crate::core::{
    Atom, Expression, Function, Loop, Output, Soac, Statement, Var, VarSet, Variables,
};
use crate::{CpuLimits, Limits};

/// The SOACs inside of lanes that run in a form of their own.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct NestedForms {
    /// The arrays of SOACs that only copy pieces of arrays.
    pub pieces: Vec<Var>,
    /// The counts of outputs whose values are written before it is known if they are kept.
    pub kept_at_once: Vec<Var>,
    /// The first variables that SOACs bind which a driver runs: all that they do is to keep values at once.
    pub filters: Vec<Var>,
    /// The first variables that reductions bind which have several accumulators, with how many these are.
    pub accumulators: Vec<(Var, usize)>,
}

impl NestedForms {
    /// Those inside of the lanes of a kernel. In tiles neighbouring lanes go on together, and lanes in tiles and
    /// lanes alone give the same bits: the reductions of a lane have one accumulator each there.
    pub(super) fn of(
        soac: &Soac,
        is_tiled: bool,
        variables: &Variables,
        limits: &CpuLimits,
    ) -> NestedForms {
        let mut forms = NestedForms::of_bodies(&soac.bodies(), variables, limits);
        if is_tiled {
            let in_lane = bound_in(&soac.body);
            forms.accumulators.retain(|(bind, _)| !in_lane.contains(bind));
        }
        forms
    }

    /// The forms of a function that lanes call, which no plan has.
    pub(crate) fn of_function(function: &Function) -> NestedForms {
        let bodies = [&function.body.statements];
        NestedForms::of_bodies(&bodies, &function.variables, &Limits::MEASURED.cpu)
    }

    /// The forms of a loop of host code that launches nothing.
    pub(crate) fn of_loop(repetition: &Loop, variables: &Variables) -> NestedForms {
        NestedForms::of_bodies(&repetition.bodies(), variables, &Limits::MEASURED.cpu)
    }

    fn of_bodies(
        bodies: &[&Vec<Statement>],
        variables: &Variables,
        limits: &CpuLimits,
    ) -> NestedForms {
        let mut forms = NestedForms::default();
        let mut add = |soac: &Soac, binds: &[Var]| forms.add(soac, binds, variables, limits);
        bodies.iter().for_each(|body| each_soac(body, &mut add));
        forms
    }

    fn add(&mut self, soac: &Soac, binds: &[Var], variables: &Variables, limits: &CpuLimits) {
        if pieces_of(soac, variables).is_some() {
            self.pieces.extend(binds);
        }
        for (output, own) in outputs_with_binds(soac, binds) {
            if let Output::Compact { values, .. } = output
                && are_kept_at_once(values, &soac.body, variables, limits)
            {
                self.kept_at_once.push(own[0]);
            }
        }
        if self.may_be_filter(soac, binds) {
            self.filters.push(binds[0]);
        }
        let count = limits.accumulators;
        if is_long_enough(soac, count) && Accumulated::of(soac, variables).is_some() {
            self.accumulators.push((binds[0], count));
        }
    }

    /// Returns true if all outputs of a SOAC keep some values, at once, and its lanes go along one dimension.
    fn may_be_filter(&self, soac: &Soac, binds: &[Var]) -> bool {
        let keeps = |(output, own): (&Output, &[Var])| match output {
            Output::Compact { values, .. } => !values.is_empty() && self.keeps_at_once(own),
            _ => false,
        };
        soac.space.len() == 1
            && !soac.has_scan()
            && !soac.outputs.is_empty()
            && outputs_with_binds(soac, binds).all(keeps)
    }

    /// Returns true if the SOAC that binds these variables copies pieces.
    pub(crate) fn copies_pieces(&self, binds: &[Var]) -> bool {
        binds.first().is_some_and(|bind| self.pieces.contains(bind))
    }

    /// Returns true if the values of the output that binds these variables are written before it is known if
    /// they are kept.
    pub(crate) fn keeps_at_once(&self, binds: &[Var]) -> bool {
        binds.first().is_some_and(|bind| self.kept_at_once.contains(bind))
    }

    /// Returns true if the SOAC that binds these variables is run by the driver of filters.
    pub(crate) fn is_filter(&self, binds: &[Var]) -> bool {
        binds.first().is_some_and(|bind| self.filters.contains(bind))
    }

    /// The number of accumulators of the reduction that binds these variables, if it has several.
    pub(crate) fn accumulators_of(&self, binds: &[Var]) -> Option<usize> {
        let first = binds.first()?;
        self.accumulators.iter().find(|(bind, _)| bind == first).map(|(_, count)| *count)
    }

    /// Checks the forms against the lanes of their kernel.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub(super) fn verify(&self, soac: &Soac, variables: &Variables) -> Result<(), String> {
        let [mut pieces, mut kept, mut filters, mut reductions] = [(); 4].map(|()| VarSet::new());
        let mut look = |soac: &Soac, binds: &[Var]| {
            if pieces_of(soac, variables).is_some() {
                pieces.extend(binds);
            }
            for (output, own) in outputs_with_binds(soac, binds) {
                let is_scalar = |value: &Atom| variables.atom_type(*value).is_scalar();
                if matches!(output, Output::Compact { values, .. } if values.iter().all(is_scalar))
                {
                    kept.insert(own[0]);
                }
            }
            if self.may_be_filter(soac, binds) {
                filters.insert(binds[0]);
            }
            if Accumulated::of(soac, variables).is_some() {
                reductions.insert(binds[0]);
            }
        };
        soac.bodies().into_iter().for_each(|body| each_soac(body, &mut look));
        if let Some((var, count)) = self.accumulators.iter().find(|(_, count)| *count < 2) {
            return Err(format!("#{} has {count} accumulators", var.0));
        }
        let accumulated = self.accumulators.iter().map(|(var, _)| *var).collect();
        let parts: [(&Vec<Var>, _, _); 4] = [
            (&self.pieces, pieces, "copies no pieces"),
            (&self.kept_at_once, kept, "counts no scalars that are kept"),
            (&self.filters, filters, "is of no filter"),
            (&accumulated, reductions, "has no accumulators"),
        ];
        for (listed, allowed, wrong) in parts {
            if let Some(var) = listed.iter().find(|var| !allowed.contains(var)) {
                return Err(format!("#{} {wrong}", var.0));
            }
        }
        Ok(())
    }
}

/// Returns true if values are best written before it is known if they are kept: they are scalars that cost
/// next to nothing.
fn are_kept_at_once(
    values: &[Atom],
    body: &[Statement],
    variables: &Variables,
    limits: &CpuLimits,
) -> bool {
    values.iter().all(|value| {
        let made = |statement: &&Statement| {
            statement.binds.first().copied() == value.var() && value.var().is_some()
        };
        let cheap = match body.iter().find(made).map(|statement| &statement.expression) {
            Some(Expression::Scalar(operation, operands)) => {
                operation.cost(variables.element(operands[0])) <= limits.cost_of_kept
            }
            _ => true,
        };
        cheap && variables.atom_type(*value).is_scalar()
    })
}

/// Calls `f` with the SOACs among statements, at any depth, and the variables that they bind.
pub(super) fn each_soac(statements: &[Statement], f: &mut dyn FnMut(&Soac, &[Var])) {
    for Statement { binds, expression, .. } in statements {
        if let Expression::Soac(soac) = expression {
            f(soac, binds);
        }
        expression.bodies().into_iter().for_each(|body| each_soac(body, f));
    }
}

#[cfg(test)]
mod tests {
    use super::NestedForms;
    use crate::Limits;
    use crate::core::Var;
    use crate::front::front;
    use crate::plan::{Plan, verify_plan};

    fn plan_of(function: &str) -> Plan {
        front(function).expect("this is a program")[0].plan().0
    }

    fn forms(plan: &Plan) -> &NestedForms {
        &plan.kernels[0].schedule.cpu.nested
    }

    const FILTERED: &str =
        "pub fn f(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.filter(|x| x > 1)) }";

    #[test]
    fn filters_of_cheap_values_are_listed() {
        let plan = plan_of(FILTERED);
        assert_eq!(forms(&plan).filters.len(), 1);
        assert_eq!(forms(&plan).kept_at_once, forms(&plan).filters);
        let quotients = "pub fn f(rows: &[[i32]]) -> [[i32]] {
            rows.map(|row| row.map(|x| x / 3).filter(|x| x > 1))
        }";
        assert_eq!(*forms(&plan_of(quotients)), NestedForms::default());
    }

    #[test]
    fn other_variables_are_refused() {
        let plan = plan_of(FILTERED);
        let index = plan.kernels[0].soac.space[0].index;
        let spoil: [fn(&mut NestedForms) -> &mut Vec<Var>; 3] = [
            |forms| &mut forms.pieces,
            |forms| &mut forms.kept_at_once,
            |forms| &mut forms.filters,
        ];
        for list in spoil {
            let mut wrong = plan.clone();
            list(&mut wrong.kernels[0].schedule.cpu.nested).push(index);
            assert!(verify_plan(&wrong).is_err_and(|error| error.contains("the schedule of")));
        }
        let mut wrong = plan.clone();
        wrong.kernels[0].schedule.cpu.nested.accumulators.push((index, 16));
        assert!(verify_plan(&wrong).is_err_and(|error| error.contains("has no accumulators")));
        assert_eq!(verify_plan(&plan), Ok(()));
    }

    #[test]
    fn reductions_of_lanes_that_go_one_by_one_have_accumulators() {
        let of_rows = "pub fn f(m: &[[f32; w]; h]) -> [f32; h] { m.map(|row| row.sum()) }";
        let plan = plan_of(of_rows);
        let counts: Vec<usize> =
            forms(&plan).accumulators.iter().map(|(_, count)| *count).collect();
        assert_eq!(counts, [Limits::MEASURED.cpu.accumulators]);
        let mut wrong = plan;
        wrong.kernels[0].schedule.cpu.nested.accumulators[0].1 = 1;
        assert!(verify_plan(&wrong).is_err_and(|error| error.contains("1 accumulators")));
        let in_tiles = "pub fn f(m: &[[f32; w]; h]) -> [f32; w] { m.transpose().map(|c| c.sum()) }";
        assert!(forms(&plan_of(in_tiles)).accumulators.is_empty());
        let short = "pub fn f(m: &[[f32; 31]; h]) -> [f32; h] { m.map(|row| row.sum()) }";
        assert!(forms(&plan_of(short)).accumulators.is_empty());
    }
}
