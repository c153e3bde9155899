//! Chooses the width of tiles.
//!
//! Narrow tiles keep the values that a loop carries in registers; wide tiles keep them in memory, and read
//! longer pieces of rows at a time. Memory costs little if the values are loaded, added to and stored. But if
//! the loop *selects* its next value, as in `acc = if c { new } else { acc }`, LLVM turns a wide tile into a
//! masked store, and the next load waits for that store: this takes eight times as long as the rest of the
//! loop. Loops that combine floats in order gain nothing by a wide tile either, unless their rounds read
//! rows. Integers, and least and greatest values, need wide tiles: LLVM would unroll a tile of few lanes, and
//! combine several rounds at once in another order.

use super::varying::Varying;
use crate::core::{Atom, Expression, LoopForm, Operation, Output, Soac, Statement, Variables};

/// Returns true if the tiles of a kernel are narrow.
pub(super) fn is_narrow(body: &[Statement], varying: &Varying, variables: &Variables) -> bool {
    let is_narrow = |body| is_narrow(body, varying, variables);
    let carries = |round: &[Statement], next: &[Statement]| {
        selects(next) || combines_floats(next, variables) && !reads_rows(round, varying)
    };
    body.iter().filter(|statement| varying.statement(statement)).any(|statement| {
        match &statement.expression {
            Expression::Loop(repetition) => {
                let body = &repetition.body.statements;
                let stops = matches!(&repetition.form, LoopForm::While(condition)
                    if varying.block(condition));
                let results = &repetition.body.results;
                let chosen = |statement: &&Statement| {
                    statement.binds.iter().any(|bind| results.contains(&Atom::Var(*bind)))
                };
                let next: Vec<Statement> = body.iter().filter(chosen).cloned().collect();
                let floats = combines_floats(body, variables) && !reads_rows(body, varying);
                stops || selects(&next) || floats || is_narrow(body)
            }
            Expression::Soac(soac) => {
                operators(soac).any(|operator| carries(&soac.body, operator))
                    || is_narrow(&soac.body)
            }
            Expression::If(branch) => {
                is_narrow(&branch.then.statements) || is_narrow(&branch.otherwise.statements)
            }
            _ => false,
        }
    })
}

/// The operators of reductions.
fn operators(soac: &Soac) -> impl Iterator<Item = &[Statement]> {
    soac.outputs.iter().filter_map(|output| match output {
        Output::Reduce { operator, .. } => Some(&operator.body.statements[..]),
        _ => None,
    })
}

/// Returns true if statements choose between values, other than the less or the greater of two.
fn selects(statements: &[Statement]) -> bool {
    if let [compare, select] = statements
        && let Expression::Scalar(_, compared) = &compare.expression
        && let Expression::Select([_, then, otherwise]) = &select.expression
    {
        return !(compared.contains(then) && compared.contains(otherwise));
    }
    let selects = |statement: &Statement| {
        matches!(statement.expression, Expression::Select(_) | Expression::If(_))
    };
    statements.iter().any(selects)
}

/// Returns true if statements compute with floats, other than to find the least or greatest.
fn combines_floats(statements: &[Statement], variables: &Variables) -> bool {
    use Operation::{Add, Divide, Multiply, Subtract};
    statements.iter().any(|statement| match &statement.expression {
        Expression::Scalar(Add | Subtract | Multiply | Divide, _) => {
            variables.ty(statement.binds[0]).element().is_float()
        }
        _ => false,
    })
}

/// Returns true if neighbouring lanes read elements that may be neighbours.
fn reads_rows(statements: &[Statement], varying: &Varying) -> bool {
    statements.iter().any(|statement| {
        let reads = matches!(statement.expression, Expression::Index(..));
        reads && varying.statement(statement)
            || statement.expression.bodies().iter().any(|body| reads_rows(body, varying))
    })
}
