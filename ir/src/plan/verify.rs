//! The plan's verifier.
//!
//! It puts the kernels back into the host code and has the core verifier look at the whole; then it checks
//! the promises of plans alone: no view is left, nothing is ragged, every kernel has one pattern and knows
//! its captures, nothing is taken over twice, and where all values are regular nothing describes rows.

use super::build::captures;
use super::short::launches as may_launch;
use super::{Pattern, Plan, RepeatForm, Step, Steps};
use crate::Limits;
use crate::analysis::has_views;
use crate::core::{
    Atom, Block, Expression, Function, If, Loop, LoopForm, Output, Statement, Var, VarSet,
    verify_function,
};
use crate::source::Span;
use crate::types::{Regularity, ValueRegularity};

/// Checks a plan.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify_plan(plan: &Plan) -> Result<(), String> {
    let function = as_function(plan);
    verify_function(&function)?;
    if let Some((var, _)) = has_views(&function.body.statements) {
        return Err(format!("a view is left: #{}", var.0));
    }
    plan.in_place.verify(&function)?;
    no_rows_described(plan)?;
    verify_steps(plan)
}

/// Checks the promises of plans alone.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify_steps(plan: &Plan) -> Result<(), String> {
    for kernel in &plan.kernels {
        let found = Pattern::of(&kernel.soac);
        if found != Some(kernel.pattern) {
            return Err(format!("{} is no {:?} but {found:?}", kernel.name, kernel.pattern));
        }
        kernel
            .schedule
            .verify(kernel.pattern, &kernel.soac, &plan.variables)
            .map_err(|error| format!("the schedule of {}: {error}", kernel.name))?;
    }
    launches(plan)?;
    moved_once(plan, &plan.body, &mut VarSet::new())
}

/// In a plan without ragged values nothing is found by where rows begin: regular values stay regular. (Where
/// they begin may fall off where rows are joined, as `flat_map` does, and results may be declared more ragged
/// than they are.)
fn no_rows_described(plan: &Plan) -> Result<(), String> {
    let ragged = |value: &ValueRegularity| value.regularity == Regularity::Ragged;
    let describes = |atom: &Atom| atom.var().is_some_and(|var| plan.variables.is_descriptor(var));
    let any_ragged = plan.regularity.iter().any(ragged) || plan.body.results.iter().any(describes);
    if plan.regularity.is_empty() || any_ragged {
        return Ok(());
    }
    match reads_descriptor(&as_function(plan).body.statements, plan) {
        Some(var) => Err(format!("rows are found by #{}, and no value is ragged", var.0)),
        None => Ok(()),
    }
}

fn reads_descriptor(statements: &[Statement], plan: &Plan) -> Option<Var> {
    statements.iter().find_map(|statement| match &statement.expression {
        Expression::Index(Atom::Var(array), _) if plan.variables.is_descriptor(*array) => {
            Some(*array)
        }
        other => other.bodies().iter().find_map(|body| reads_descriptor(body, plan)),
    })
}

/// The plan as one core function.
pub fn as_function(plan: &Plan) -> Function {
    Function {
        name: plan.name.clone(),
        parameters: plan.parameters.clone(),
        results: plan.results.clone(),
        body: block(plan, &plan.body),
        variables: plan.variables.clone(),
        target: plan.target,
    }
}

fn block(plan: &Plan, steps: &Steps) -> Block {
    let statements = steps.steps.iter().map(|step| statement(plan, step)).collect();
    Block { statements, results: steps.results.clone() }
}

fn statement(plan: &Plan, step: &Step) -> Statement {
    match step {
        Step::Compute(statement) => statement.clone(),
        Step::Launch(launch) => {
            let soac = plan.kernels[launch.kernel].soac.clone();
            let expression = Expression::Soac(Box::new(soac));
            Statement { binds: launch.binds.clone(), expression, span: launch.span }
        }
        Step::Branch { condition, then, otherwise, binds, .. } => {
            let (then, otherwise) = (block(plan, then), block(plan, otherwise));
            let branch = If { condition: *condition, then, otherwise };
            let expression = Expression::If(Box::new(branch));
            Statement { binds: binds.clone(), expression, span: Span::NONE }
        }
        Step::Repeat { form, carried, body, binds, .. } => {
            let form = match form {
                RepeatForm::For(index, count) => LoopForm::For(*index, *count),
                RepeatForm::While(condition) => LoopForm::While(block(plan, condition)),
            };
            let repetition = Loop { form, carried: carried.clone(), body: block(plan, body) };
            let expression = Expression::Loop(Box::new(repetition));
            Statement { binds: binds.clone(), expression, span: Span::NONE }
        }
    }
}

fn launches(plan: &Plan) -> Result<(), String> {
    let mut result = Ok(());
    plan.body.each(&mut |step| {
        if result.is_ok() {
            result = launch(plan, step);
        }
    });
    result
}

fn launch(plan: &Plan, step: &Step) -> Result<(), String> {
    match step {
        Step::Launch(launch) => {
            let Some(kernel) = plan.kernels.get(launch.kernel) else {
                return Err(format!("there is no kernel {}", launch.kernel));
            };
            let needed = captures(&kernel.soac, &launch.binds, &plan.variables);
            if needed.iter().any(|var| !kernel.captures.contains(var)) {
                return Err(format!("{} captures too little", kernel.name));
            }
        }
        Step::Compute(statement) => {
            if let Some(var) =
                statement.binds.iter().find(|var| plan.variables.ty(**var).is_ragged())
            {
                return Err(format!("#{} is ragged", var.0));
            }
            let is_call = matches!(statement.expression, Expression::Call(..));
            // No limits are above those that were measured.
            if !is_call && may_launch(&statement.expression, &Limits::MEASURED.cpu) {
                return Err("a parallel computation was left in host code".into());
            }
        }
        _ => {}
    }
    Ok(())
}

/// Checks that no array is used after it was taken over.
fn moved_once(plan: &Plan, steps: &Steps, gone: &mut VarSet) -> Result<(), String> {
    let used = |atom: &Atom, gone: &VarSet| match atom {
        Atom::Var(var) if gone.contains(var) => {
            Err(format!("#{} is used after it was taken over", var.0))
        }
        _ => Ok(()),
    };
    for step in &steps.steps {
        let mut moved: Vec<Var> = Vec::new();
        match step {
            Step::Compute(statement) => {
                let mut result = Ok(());
                crate::core::visit::each_use(&statement.expression, |var| {
                    if result.is_ok() {
                        result = used(&Atom::Var(var), gone);
                    }
                });
                result?;
                if let Expression::Update { array, .. } = &statement.expression {
                    moved.extend(array.var());
                }
            }
            Step::Launch(launch) => {
                let kernel = &plan.kernels[launch.kernel];
                for var in &kernel.captures {
                    used(&Atom::Var(*var), gone)?;
                }
                let destinations = kernel.soac.outputs.iter().flat_map(Output::destinations);
                moved.extend(destinations.filter_map(|atom| atom.var()));
            }
            Step::Branch { condition, then, otherwise, .. } => {
                used(condition, gone)?;
                let mut other = gone.clone();
                moved_once(plan, then, gone)?;
                moved_once(plan, otherwise, &mut other)?;
                gone.union(&other);
            }
            Step::Repeat { carried, body, .. } => {
                for (_, initial) in carried {
                    used(initial, gone)?;
                    if let Atom::Var(var) = initial
                        && !plan.variables.ty(*var).is_scalar()
                    {
                        moved.push(*var);
                    }
                }
                moved_once(plan, body, &mut gone.clone())?;
            }
        }
        for var in moved {
            if !gone.insert(var) {
                return Err(format!("#{} is taken over twice", var.0));
            }
        }
    }
    steps.results.iter().try_for_each(|atom| used(atom, gone))
}
