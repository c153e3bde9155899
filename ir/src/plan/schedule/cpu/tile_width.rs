//! How wide tiles are.
//!
//! What lanes carry from round to round of a loop stays in registers in narrow tiles, and lies in memory
//! in wide ones, which read longer pieces of rows at a time. Memory costs little where it is loaded,
//! added to and stored. But where a lane keeps what it has or takes something new, LLVM makes a store of
//! the lanes that change only, and the next load waits for it, eight times as long as all the rest.
//! Neither have floats that are combined in order anything to gain by a wide tile, unless the rounds
//! read rows. Integers, least and greatest values LLVM would combine in another order, of several
//! rounds at once, if the lanes of a tile were few enough to be unrolled.

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

/// Whether statements choose between values, other than the less or the greater of two.
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

/// Whether statements compute with floats, other than to find the least or greatest.
fn combines_floats(statements: &[Statement], variables: &Variables) -> bool {
    use Operation::{Add, Divide, Multiply, Subtract};
    statements.iter().any(|statement| match &statement.expression {
        Expression::Scalar(Add | Subtract | Multiply | Divide, _) => {
            variables.ty(statement.binds[0]).element().is_float()
        }
        _ => false,
    })
}

/// Whether neighbouring lanes read what may be neighbours.
fn reads_rows(statements: &[Statement], varying: &Varying) -> bool {
    statements.iter().any(|statement| {
        let reads = matches!(statement.expression, Expression::Index(..));
        reads && varying.statement(statement)
            || statement.expression.bodies().iter().any(|body| reads_rows(body, varying))
    })
}
