//! Views that are left, which only the interpreter and the passes know.

use crate::core::{Expression, Statement, Var, View};
use crate::source::Span;

/// A view that is left in statements, except of stored arrays under other extents, and of parts of
/// arrays.
pub fn has_views(statements: &[Statement]) -> Option<(Var, Span)> {
    statements.iter().find_map(|statement| match &statement.expression {
        Expression::View(View::Reshape(_) | View::Slice(..)) => None,
        Expression::View(_) => Some((*statement.binds.last()?, statement.span)),
        other => other.bodies().into_iter().find_map(|body| has_views(body)),
    })
}
