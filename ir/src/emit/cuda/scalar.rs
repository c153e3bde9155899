//! Scalar operations, casts and constants in C++; the functions are those of the device header.

use super::text::CppExpression;
use crate::core::operation::{Boundary, KeyOrder};
use crate::core::{Constant, Operation, ScalarType};

/// A constant.
pub(super) fn constant(constant: Constant) -> CppExpression {
    let ty = constant.ty().name();
    match constant {
        Constant::Bool(value) => CppExpression::whole(value.to_string()),
        Constant::F32(value) if !value.is_finite() => {
            CppExpression::whole(format!("accel::from_bits({:#x}u)", value.to_bits()))
        }
        Constant::F64(value) if !value.is_finite() => {
            CppExpression::whole(format!("accel::from_bits({:#x}ull)", value.to_bits()))
        }
        // The shortest digits that give the number back are the same in both languages.
        Constant::F32(value) => {
            CppExpression::whole(format!("{value:?}f")).negative(value.is_sign_negative())
        }
        Constant::F64(value) => {
            CppExpression::whole(format!("{value:?}")).negative(value.is_sign_negative())
        }
        other => {
            let value = other.integer().unwrap_or_default();
            match other.ty() {
                ScalarType::I32 if value > i128::from(i32::MIN) => {
                    CppExpression::whole(value.to_string()).negative(value < 0)
                }
                ScalarType::U32 => CppExpression::whole(format!("{value}u")),
                ScalarType::U64 | ScalarType::Usize => CppExpression::whole(format!("{value}ull")),
                // The least number has no literal of its own.
                _ => CppExpression::whole(format!("({ty}){}ull", value as u64)).negative(true),
            }
        }
    }
}

impl CppExpression {
    fn negative(self, negative: bool) -> CppExpression {
        if negative { CppExpression::loose(self.to_string()) } else { self }
    }
}

/// `value as ty`.
pub(super) fn cast(value: &CppExpression, from: ScalarType, ty: ScalarType) -> CppExpression {
    if from.is_float() && ty.is_integer() {
        return CppExpression::call(&format!("cast<{}>", ty.name()), &[value]);
    }
    CppExpression::loose(format!("({}){}", ty.name(), value.operand()))
}

/// An operation whose first operand has the type `ty`.
pub(super) fn operation(
    operation: Operation,
    ty: ScalarType,
    operands: &[CppExpression],
) -> CppExpression {
    use Operation::*;
    let all: Vec<&CppExpression> = operands.iter().collect();
    let first = &operands[0];
    let (float, integer) = (ty.is_float(), ty.is_integer());
    let call = |name: &str| CppExpression::call(name, &all);
    let binary = |symbol: &str| CppExpression::binary(first, symbol, &operands[1]);
    // C++ computes in `int` or wider; types of these widths wrap by themselves.
    let wraps = matches!(ty, ScalarType::U32 | ScalarType::U64 | ScalarType::Usize);
    // A narrower value comes back from `int`.
    let narrow = |code: CppExpression| match integer && ty.bytes() < 4 {
        true => CppExpression::loose(format!("({}){}", ty.name(), code.operand())),
        false => code,
    };
    match operation {
        Add if float || wraps => binary("+"),
        Subtract | RowLength if float || wraps => binary("-"),
        Multiply if float || wraps => binary("*"),
        Add => call("wrapping_add"),
        Subtract | RowLength => call("wrapping_sub"),
        Multiply => call("wrapping_mul"),
        Divide if float => binary("/"),
        Remainder if float => call("accel::remainder"),
        Divide => call("divide"),
        Remainder => call("remainder_of"),
        And if ty == ScalarType::Bool => binary("&&"),
        Or if ty == ScalarType::Bool => binary("||"),
        Xor if ty == ScalarType::Bool => binary("!="),
        And => narrow(binary("&")),
        Or => narrow(binary("|")),
        Xor => narrow(binary("^")),
        ShiftLeft => call("wrapping_shl"),
        ShiftRight => call("wrapping_shr"),
        Equal => binary("=="),
        NotEqual => binary("!="),
        OrderedLess if float => call("accel::total_less"),
        Precedes(order) => precedes(order, ty, operands),
        OrderedLess | Less => binary("<"),
        LessEqual => binary("<="),
        Negate if integer => call("wrapping_neg"),
        Negate => CppExpression::loose(format!("-{}", first.operand())),
        Not if ty == ScalarType::Bool => CppExpression::loose(format!("!{}", first.operand())),
        Not => narrow(CppExpression::loose(format!("~{}", first.operand()))),
        Rank => call("accel::rank"),
        OfRank => call("accel::of_rank"),
        Boundary(boundary, offset) => outside(boundary, first, &offset.to_string(), &operands[1]),
        Inside(offset) => CppExpression::call(
            "inside",
            &[first, &CppExpression::whole(offset.to_string()), &operands[1]],
        ),
        Function(function) => method(function.name, ty, &all),
    }
}

/// The condition that the first of two candidates, each a key and a place, comes before the other one. All of it is
/// computed: with branches, ptxas would keep arrays of candidates in local memory.
fn precedes(order: KeyOrder, ty: ScalarType, candidates: &[CppExpression]) -> CppExpression {
    let [key, other] = order.smaller_first(&candidates[0], &candidates[2]);
    let is_less = |a: &CppExpression, b: &CppExpression| {
        operation(Operation::OrderedLess, ty, &[a.clone(), b.clone()])
    };
    let not = |code: CppExpression| CppExpression::loose(format!("!{}", code.operand()));
    let places = CppExpression::binary(&candidates[1], "<", &candidates[3]);
    let is_first = CppExpression::binary(&not(is_less(other, key)), "&", &places);
    CppExpression::binary(&is_less(key, other), "|", &is_first)
}

/// The index that stands for one that may lie outside of an extent.
pub(super) fn outside(
    boundary: Boundary,
    index: &CppExpression,
    offset: &str,
    extent: &CppExpression,
) -> CppExpression {
    let name = match boundary {
        Boundary::Clamp => "nearest",
        Boundary::Wrap => "wrapped",
        Boundary::Mirror => "mirrored",
    };
    CppExpression::call(name, &[index, &CppExpression::whole(offset), extent])
}

/// A method of a primitive type, in its total form.
fn method(name: &str, ty: ScalarType, operands: &[&CppExpression]) -> CppExpression {
    if ty == ScalarType::Bool {
        let symbol = if name == "min" { "&&" } else { "||" };
        return CppExpression::binary(operands[0], symbol, operands[1]);
    }
    let own = match name {
        "from_bits" => "accel::from_bits",
        "clamp" => "clamp",
        float if ty.is_float() => return CppExpression::call(&format!("accel::{float}"), operands),
        "min" => "min_of",
        "max" => "max_of",
        "pow" => "wrapping_pow",
        "abs" | "wrapping_abs" => "abs_of",
        "wrapping_div" => "divide",
        "wrapping_rem" => "remainder_of",
        "rem_euclid" => "remainder_euclid",
        "div_euclid" => "divide_euclid",
        other => other,
    };
    CppExpression::call(own, operands)
}
