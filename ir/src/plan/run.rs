//! Runs a plan, step by step: this is its meaning.

use super::{Plan, RepeatForm, Step, Steps};
use crate::core::{Constant, Program};
use crate::interp::{Limits, Machine, Trap, Value, WorkCounter};
use crate::source::Span;

/// Runs a plan. Recursive functions that it calls are found in `program`.
///
/// # Errors
/// If the user's program fails or the plan is not valid.
pub fn run_plan(
    plan: &Plan,
    program: Option<&Program>,
    arguments: &[Value],
) -> Result<Vec<Value>, Trap> {
    run_plan_within(Limits::NONE, plan, program, arguments)
}

/// Runs a plan, but gives up when it does more than it may.
///
/// # Errors
/// If the user's program fails or does not end in time, or the plan is not valid.
pub fn run_plan_within(
    limits: Limits,
    plan: &Plan,
    program: Option<&Program>,
    arguments: &[Value],
) -> Result<Vec<Value>, Trap> {
    run_with(&mut Machine::new(program, &plan.variables).within(limits), plan, arguments)
}

/// Runs a plan, and tells how much it did.
///
/// # Errors
/// If the user's program fails or the plan is not valid.
pub fn count_plan(
    plan: &Plan,
    program: Option<&Program>,
    arguments: &[Value],
) -> Result<(Vec<Value>, WorkCounter), Trap> {
    let mut machine = Machine::new(program, &plan.variables);
    let values = run_with(&mut machine, plan, arguments)?;
    Ok((values, machine.counts))
}

fn run_with(machine: &mut Machine, plan: &Plan, arguments: &[Value]) -> Result<Vec<Value>, Trap> {
    if arguments.len() != plan.parameters.len() {
        return Err(Trap::Broken(format!("{} takes other arguments", plan.name)));
    }
    for (var, value) in plan.parameters.iter().zip(arguments) {
        machine.set(*var, value.clone())?;
    }
    steps(plan, &plan.body, machine)
}

fn steps(plan: &Plan, list: &Steps, machine: &mut Machine) -> Result<Vec<Value>, Trap> {
    for step in &list.steps {
        one(plan, step, machine)?;
    }
    list.results.iter().map(|atom| machine.get(*atom)).collect()
}

fn one(plan: &Plan, step: &Step, machine: &mut Machine) -> Result<(), Trap> {
    let (binds, values) = match step {
        Step::Compute(statement) => return machine.statement(statement),
        Step::Launch(launch) => {
            let soac = &plan.kernels[launch.kernel].soac;
            (&launch.binds, machine.soac(soac, &launch.binds, launch.span)?)
        }
        Step::Branch { condition, then, otherwise, binds, .. } => {
            let truth = machine.get(*condition)?.scalar().is_some_and(Constant::truth);
            (binds, steps(plan, if truth { then } else { otherwise }, machine)?)
        }
        Step::Repeat { form, carried, body, binds, .. } => {
            let mut values: Vec<Value> = carried
                .iter()
                .map(|(_, initial)| machine.get(*initial))
                .collect::<Result<_, _>>()?;
            let mut turn = 0;
            loop {
                machine.step(Span::NONE)?;
                machine.counts.lanes += 1;
                for ((var, _), value) in carried.iter().zip(&values) {
                    machine.set(*var, value.clone())?;
                }
                let goes_on = match form {
                    RepeatForm::For(index, count) => {
                        machine.set(*index, Value::Scalar(Constant::Usize(turn as u64)))?;
                        turn < machine.size(*count)?
                    }
                    RepeatForm::While(condition) => {
                        let truth = steps(plan, condition, machine)?;
                        truth[0].scalar().is_some_and(Constant::truth)
                    }
                };
                if !goes_on {
                    break (binds, values);
                }
                values = steps(plan, body, machine)?;
                turn += 1;
            }
        }
    };
    for (var, value) in binds.iter().zip(values) {
        machine.set(*var, value)?;
    }
    Ok(())
}
