//! Single entries of the pipeline, without those before them: tests of passes are texts of core IR that go
//! through the entry they are for.

use super::{Context, Entry, PIPELINE, Progress, Run, When, verify};
use crate::Limits;
use crate::core::{Expression, Program, Statement, Var, VarMap};
use crate::diagnostic::Diagnostic;
use crate::plan::Choice;

/// Runs the entries of these names alone, one after the other, whatever they wait for, on all functions of
/// a program. The functions may write to parameters of the names `owned`. Returns the choices between
/// versions that the entries have made, in the order of the text.
///
/// # Errors
/// If an entry reports the program.
///
/// # Panics
/// If no entry has one of the names; with debug assertions, if the program does not verify before or after
/// an entry.
pub fn run_alone(
    names: &[&str],
    program: &mut Program,
    owned: &[&str],
    limits: &Limits,
) -> Result<Vec<Choice>, Box<Diagnostic>> {
    verify("what comes before the pipeline", program);
    let mut choices: Vec<VarMap<Choice>> = Vec::new();
    for name in names {
        let entry = PIPELINE.iter().find(|entry| entry.name == *name);
        let entry = entry.unwrap_or_else(|| panic!("no entry of the pipeline is called {name}"));
        let entry = Entry { when: When::Always, ..*entry };
        if let Run::Program(run) = entry.run {
            run(program);
            verify(entry.name, program);
            continue;
        }
        choices.resize_with(program.functions.len(), VarMap::default);
        for (function, choices) in program.functions.iter_mut().zip(&mut choices) {
            if let Run::Check(check) = entry.run
                && let Some(error) = check(function)
            {
                return Err(Box::new(error));
            }
            let is_owned = |var: &Var| {
                function.variables.name(*var).is_some_and(|name| owned.contains(&&**name))
            };
            let taken: Vec<Var> = function.parameters.iter().copied().filter(is_owned).collect();
            let own = |var| taken.contains(&var);
            let limits = *limits;
            let mut context = Context { owned: &own, limits, choices: std::mem::take(choices) };
            Progress::default().run(&entry, function, &mut context);
            *choices = context.choices;
        }
    }
    let mut made = Vec::new();
    for (function, choices) in program.functions.iter().zip(&choices) {
        collect(&function.body.statements, choices, &mut made);
    }
    Ok(made)
}

/// The choices that branches among statements make, in the order of the text.
fn collect(statements: &[Statement], choices: &VarMap<Choice>, made: &mut Vec<Choice>) {
    for statement in statements {
        if let Expression::If(branch) = &statement.expression {
            made.extend(branch.condition.var().and_then(|var| choices.get(&var)));
        }
        for body in statement.expression.bodies() {
            collect(body, choices, made);
        }
    }
}
