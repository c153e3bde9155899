//! Functions that call themselves whatever they are given (`unconditional_recursion`).

use super::Finding;
use super::body::Body;
use crate::source::Span;
use crate::syntax::tree::{Block, Expression, ExpressionKind, Statement};
use crate::types::infer::{Meaning, Typed};
use crate::types::walk::{Child, each_child};

/// Finds out if a function calls itself on each way through it.
pub(super) fn endless(body: &Body, function: usize, found: &mut Vec<Finding>) {
    if let Some(call) = in_block(&body.function.body, function, body.typed) {
        found.push(Finding::Endless { name: body.function.name.clone(), call });
    }
}

/// The place of a call of the function that is certain to be made in a block.
fn in_block(block: &Block, function: usize, typed: &Typed) -> Option<Span> {
    let of_statement = |statement: &Statement| {
        let (Statement::Let(_, _, expression) | Statement::Expression(expression)) = statement;
        call(expression, function, typed)
    };
    let value = || block.value.as_ref().and_then(|value| call(value, function, typed));
    block.statements.iter().find_map(of_statement).or_else(value)
}

/// The place of a call of the function that is certain to be made when an expression is evaluated. Bodies of closures
/// and loops may never be.
fn call(expression: &Expression, function: usize, typed: &Typed) -> Option<Span> {
    let of = |part: &Expression| call(part, function, typed);
    match &expression.kind {
        ExpressionKind::Call(..) if is_call(expression, function, typed) => Some(expression.span),
        ExpressionKind::Closure(_) => None,
        ExpressionKind::Block(block) => in_block(block, function, typed),
        ExpressionKind::Binary(operator, left, _) if operator.is_lazy() => of(left),
        ExpressionKind::While(first, _) | ExpressionKind::For(_, first, _) => of(first),
        ExpressionKind::If(condition, then, otherwise) => of(condition).or_else(|| {
            let otherwise = of(otherwise.as_ref()?)?;
            in_block(then, function, typed).and(Some(otherwise))
        }),
        ExpressionKind::Match(value, arms) => of(value).or_else(|| {
            let calls: Option<Vec<Span>> = arms.iter().map(|arm| of(&arm.body)).collect();
            calls?.first().copied()
        }),
        _ => {
            let mut place = None;
            each_child(expression, &mut |child| {
                if let (Child::Expression(inner), None) = (child, place) {
                    place = of(inner);
                }
            });
            place
        }
    }
}

fn is_call(expression: &Expression, function: usize, typed: &Typed) -> bool {
    matches!(typed.meanings.get(&expression.id), Some(Meaning::Function(called, _)) if *called == function)
}
