//! Offsets of stencils: integers that the compiler evaluates, from literals and constants of the block.

use std::cell::Cell;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, Literal, TypeKind, UnaryOperator,
};
use crate::types::context::Context;
use crate::types::ty::Ty;

/// The error for a stencil that looks at a computed distance.
pub(in crate::types) fn constant_offsets_needed(span: Span) -> Diagnostic {
    Diagnostic::new(Code::E043, span, "the offsets of a stencil are constants")
        .help("write a number such as `-1`; for computed places use `xs[i]`")
}

/// The value of an integer that is made of literals and constants, as the offsets of stencils are.
pub(super) fn constant_offset(context: &Context, expression: &Expression) -> Option<i128> {
    offset_within(context, expression, &Cell::new(STEPS))
}

/// The constant offset of a stencil, or the error for it.
pub(in crate::types) fn stencil_offset(
    context: &Context,
    argument: &Expression,
) -> Result<i32, Diagnostic> {
    let offset =
        constant_offset(context, argument).ok_or_else(|| constant_offsets_needed(argument.span))?;
    i32::try_from(offset).map_err(|_| {
        let message = format!("the offset `{offset}` is out of range for a stencil");
        Diagnostic::new(Code::E043, argument.span, message)
            .note("the offsets of a stencil fit into the type `i32`")
    })
}

/// The most expressions that an offset may be made of, each counted wherever a constant stands for it.
const STEPS: usize = 1 << 12;

/// The constant offset, if so many steps are enough: a constant may be made of itself, which is reported
/// elsewhere, or of another one twice, and so on.
fn offset_within(context: &Context, expression: &Expression, steps: &Cell<usize>) -> Option<i128> {
    steps.set(steps.get().checked_sub(1)?);
    let value = |part: &Expression| offset_within(context, part, steps);
    match &expression.kind {
        ExpressionKind::Literal(Literal::Integer(value, _)) => i128::try_from(*value).ok(),
        ExpressionKind::Unary(UnaryOperator::Negate, inner) => value(inner)?.checked_neg(),
        ExpressionKind::Binary(operator, left, right) => {
            let (left, right) = (value(left)?, value(right)?);
            match operator {
                BinaryOperator::Add => left.checked_add(right),
                BinaryOperator::Subtract => left.checked_sub(right),
                BinaryOperator::Multiply => left.checked_mul(right),
                BinaryOperator::Divide => left.checked_div(right),
                BinaryOperator::Remainder => left.checked_rem(right),
                _ => None,
            }
        }
        ExpressionKind::Cast(inner, ty) => {
            let TypeKind::Named(name) = &ty.kind else { return None };
            let Ty::Scalar(scalar) = context.scalar_or_parameter(&name.text)? else { return None };
            let fits = |value: &i128| scalar.minimum() <= *value && *value <= scalar.maximum();
            value(inner).filter(|value| !scalar.is_float() && fits(value))
        }
        ExpressionKind::Path(_) => value(constant_value(context, expression)?),
        ExpressionKind::Index(list, index) => {
            let constant = constant_value(context, list);
            let ExpressionKind::Array(elements) = &constant.unwrap_or(list).kind else {
                return None;
            };
            let index = usize::try_from(value(index)?).ok()?;
            value(elements.get(index)?)
        }
        _ => None,
    }
}

/// The value behind the name of a constant.
fn constant_value<'c>(context: &'c Context, expression: &Expression) -> Option<&'c Expression> {
    let ExpressionKind::Path(names) = &expression.kind else { return None };
    let [name] = names.as_slice() else { return None };
    Some(&context.constants[context.constant(&name.text)?].item.value)
}
