//! Comparisons whose result does not depend on the value that is compared: with a bound of the type
//! (`unused_comparisons`), and with NaN (`invalid_nan_comparisons`).

use super::Finding;
use crate::core::{Constant, ScalarType};
use crate::syntax::tree::{BinaryOperator, Expression, ExpressionKind, Literal};
use crate::types::infer::{Meaning, Typed};
use crate::types::ty::Ty;

/// Finds out if an expression is a comparison that is of no use.
pub(super) fn useless(expression: &Expression, typed: &Typed, found: &mut Vec<Finding>) {
    let ExpressionKind::Binary(operator, left, right) = &expression.kind else { return };
    if !operator.is_comparison() {
        return;
    }
    for (side, is_left) in [(left, true), (right, false)] {
        let Some(Ty::Scalar(scalar)) = typed.types.get(&side.id) else { return };
        if let Some(literal) = integer(side, *scalar)
            && is_decided(*operator, *scalar, literal, is_left)
        {
            let (place, operator, scalar) = (expression.span, *operator, *scalar);
            found.push(Finding::UselessComparison { place, operator, scalar, literal, is_left });
            return;
        }
        if is_nan(side, typed) {
            let sides = [left.span, right.span];
            let (operator, scalar) = (*operator, *scalar);
            found.push(Finding::ComparedToNan { operator, scalar, sides, is_left });
            return;
        }
    }
}

fn integer(side: &Expression, scalar: ScalarType) -> Option<u128> {
    match &side.kind {
        ExpressionKind::Literal(Literal::Integer(value, _)) if scalar.is_integer() => Some(*value),
        _ => None,
    }
}

/// Returns true if no value of the type makes a difference.
fn is_decided(operator: BinaryOperator, scalar: ScalarType, literal: u128, is_left: bool) -> bool {
    use BinaryOperator::*;
    let Ok(literal) = i128::try_from(literal) else { return false };
    let (least, most) = (literal == scalar.minimum(), literal == scalar.maximum());
    match (operator, is_left) {
        (Less | GreaterEqual, false) | (Greater | LessEqual, true) => least,
        (Greater | LessEqual, false) | (Less | GreaterEqual, true) => most,
        _ => false,
    }
}

fn is_nan(side: &Expression, typed: &Typed) -> bool {
    match typed.meanings.get(&side.id) {
        Some(Meaning::Value(Constant::F32(value))) => value.is_nan(),
        Some(Meaning::Value(Constant::F64(value))) => value.is_nan(),
        _ => false,
    }
}
