//! Reports values that plans do not have yet: ragged values that have got no form, at the place that makes
//! their rows differ, and views that are left.

use crate::analysis::has_views;
use crate::core::{Atom, Expression, Function, Output, Statement, Variables};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The error of a function that needs values which plans do not have.
pub(super) fn unsupported(function: &Function) -> Option<Diagnostic> {
    let ragged = find_ragged(&function.body.statements, &function.variables);
    let view = has_views(&function.body.statements).map(|(_, span)| span);
    let span = ragged.or(view)?;
    Some(
        Diagnostic::new(Code::E090, span, "rows of different lengths are not supported yet")
            .note("this value would have to be stored with a length for each row")
            .help("as long as the rows are used up at once (summed, say), they need not be stored"),
    )
}

/// The first statement that makes a ragged value.
fn find_ragged(statements: &[Statement], variables: &Variables) -> Option<Span> {
    statements.iter().find_map(|statement| {
        let own = statement.binds.iter().any(|var| variables.ty(*var).is_ragged());
        if own {
            return Some(cause(statement, variables));
        }
        statement.expression.bodies().into_iter().find_map(|body| find_ragged(body, variables))
    })
}

/// Returns the place of the statement that makes the rows of a ragged value differ: its result has a size of
/// its own in each lane.
fn cause(statement: &Statement, variables: &Variables) -> Span {
    let Expression::Soac(soac) = &statement.expression else { return statement.span };
    let rows = soac.outputs.iter().zip(&statement.binds).find_map(|(output, bind)| {
        let Output::Store(Atom::Var(row)) = output else { return None };
        variables.ty(*bind).is_ragged().then_some(*row)
    });
    soac.body
        .iter()
        .find(|inner| rows.is_some_and(|row| inner.binds.contains(&row)))
        .map_or(statement.span, |inner| inner.span)
}
