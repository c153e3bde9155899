//! Reductions whose operator has an identity element need no conditions: a lane that does not take
//! part gives the identity element instead.
//!
//! ```text
//! soac [i < n] { … } reduce (x) from (0) when p |a, b| { a + b }
//!     ─▶
//! soac [i < n] { … y = select p x 0 } reduce (y) from (0) |a, b| { a + b }
//! ```
//!
//! A reduction that begins with its first lane begins with the identity element likewise: its result for no
//! lanes is never read.

use crate::analysis::identity_of;
use crate::core::visit::each_use;
use crate::core::{Atom, Expression, Function, Output, Statement, Type, Var, VarSet, Variables};

/// Makes reductions unconditional where that is possible.
pub fn predicate_reductions(function: &mut Function) {
    statements(&mut function.body.statements, &mut function.variables);
}

fn statements(list: &mut [Statement], variables: &mut Variables) {
    for statement in list {
        let (mut used, mut used_again) = (VarSet::new(), VarSet::new());
        if let Expression::Soac(_) = &statement.expression {
            each_use(&statement.expression, |var| {
                if !used.insert(var) {
                    used_again.insert(var);
                }
            });
        }
        if let Expression::Soac(soac) = &mut statement.expression {
            for output in &mut soac.outputs {
                reduction(output, &mut soac.body, &used_again, variables, statement.span);
            }
        }
        for body in statement.expression.bodies_mut() {
            statements(body, variables);
        }
    }
}

fn reduction(
    output: &mut Output,
    body: &mut Vec<Statement>,
    used_again: &VarSet,
    variables: &mut Variables,
    span: crate::source::Span,
) {
    let Output::Reduce { values, initial, operator, when, .. } = output else { return };
    if when.is_none() && initial.is_some() {
        return;
    }
    let Some(identity) = identity_of(operator, variables) else { return };
    if let Some(condition) = when.take() {
        for (value, identity) in values.iter_mut().zip(&identity) {
            let selected = variables.add(None, Type::Scalar(identity.ty()));
            let elsewhere = value.var().filter(|var| !used_again.contains(var));
            if let Some(result) = elsewhere.and_then(|var| given_elsewhere(var, condition, body)) {
                *result = Atom::Constant(*identity);
                continue;
            }
            let choice = [condition, *value, Atom::Constant(*identity)];
            body.push(Statement {
                binds: vec![selected],
                expression: Expression::Select(choice),
                span,
            });
            *value = Atom::Var(selected);
        }
    }
    if initial.is_none() {
        *initial = Some(identity.into_iter().map(Atom::Constant).collect());
    }
}

/// The value of a variable if a condition does not hold, if a branch by that condition gives it.
fn given_elsewhere(var: Var, condition: Atom, body: &mut [Statement]) -> Option<&mut Atom> {
    body.iter_mut().find_map(|statement| match &mut statement.expression {
        Expression::If(branch) if branch.condition == condition => {
            let position = statement.binds.iter().position(|bind| *bind == var)?;
            Some(&mut branch.otherwise.results[position])
        }
        _ => None,
    })
}
