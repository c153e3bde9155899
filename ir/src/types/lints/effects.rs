//! Statements that do nothing: names (`path_statements`), and operators whose value is thrown away
//! (`unused_must_use`). Methods of that kind are found by `interface/lints/unused_results.rs`.

use super::body::each_expression;
use super::{Effectless, Finding};
use crate::syntax::tree::{Block, Expression, ExpressionKind, Statement};
use crate::types::infer::{Meaning, Typed};

/// Finds the statements of a block that do nothing, at any depth.
pub(super) fn statements(block: &Block, typed: &Typed, found: &mut Vec<Finding>) {
    own_statements(block, typed, found);
    each_expression(block, &mut |expression| match &expression.kind {
        ExpressionKind::Block(block)
        | ExpressionKind::For(_, _, block)
        | ExpressionKind::While(_, block)
        | ExpressionKind::If(_, block, _) => own_statements(block, typed, found),
        _ => {}
    });
}

fn own_statements(block: &Block, typed: &Typed, found: &mut Vec<Finding>) {
    for statement in &block.statements {
        if let Statement::Expression(expression) = statement
            && let Some(operation) = effectless(expression, typed)
        {
            found.push(Finding::NoEffect { place: expression.span, operation });
        }
    }
}

fn effectless(expression: &Expression, typed: &Typed) -> Option<Effectless> {
    match &expression.kind {
        ExpressionKind::Path(_) => match typed.meanings.get(&expression.id)? {
            Meaning::Local(_) | Meaning::Constant(_) | Meaning::Value(_) => Some(Effectless::Path),
            _ => None,
        },
        ExpressionKind::Binary(operator, ..) => Some(Effectless::Binary(*operator)),
        ExpressionKind::Unary(..) => Some(Effectless::Unary),
        _ => None,
    }
}
