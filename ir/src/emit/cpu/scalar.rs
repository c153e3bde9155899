//! Scalar operations, casts and constants as Rust expressions.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::expression::{RustExpression, Strength};
use super::names::ident;
use crate::core::operation::{Boundary, KeyOrder};
use crate::core::{Constant, Operation, ScalarType};

/// A type.
pub(crate) fn scalar_type(ty: ScalarType) -> TokenStream {
    let name = ident(ty.name());
    quote!(#name)
}

/// A constant that says its type.
pub(super) fn constant(constant: Constant) -> RustExpression {
    literal(constant, true)
}

/// A constant whose type is known from where it stands.
pub(super) fn plain_constant(constant: Constant) -> RustExpression {
    literal(constant, false)
}

fn literal(constant: Constant, suffix: bool) -> RustExpression {
    let ty = scalar_type(constant.ty());
    match constant {
        Constant::Bool(value) => RustExpression::whole(quote!(#value)),
        Constant::Usize(u64::MAX) => RustExpression::whole(quote!(usize::MAX)),
        Constant::F32(value) if !value.is_finite() => {
            let bits = Literal::u32_unsuffixed(value.to_bits());
            special(value.into(), &ty)
                .unwrap_or(RustExpression::whole(quote!(f32::from_bits(#bits))))
        }
        Constant::F64(value) if !value.is_finite() => {
            let bits = Literal::u64_unsuffixed(value.to_bits());
            special(value, &ty).unwrap_or(RustExpression::whole(quote!(f64::from_bits(#bits))))
        }
        Constant::F32(value) => {
            let digits = match suffix {
                true => Literal::f32_suffixed(value.abs()),
                false => Literal::f32_unsuffixed(value.abs()),
            };
            signed(digits, value.is_sign_negative())
        }
        Constant::F64(value) => {
            let digits = match suffix {
                true => Literal::f64_suffixed(value.abs()),
                false => Literal::f64_unsuffixed(value.abs()),
            };
            signed(digits, value.is_sign_negative())
        }
        other => {
            let value = other.integer().unwrap_or_default();
            let digits = match suffix {
                true => format!("{}{}", value.unsigned_abs(), other.ty().name()),
                false => value.unsigned_abs().to_string(),
            };
            let digits = digits.parse().unwrap_or(Literal::u128_unsuffixed(value.unsigned_abs()));
            signed(digits, value < 0)
        }
    }
}

fn signed(digits: Literal, negative: bool) -> RustExpression {
    if negative {
        RustExpression::new(quote!(-#digits), Strength::Unary).with_operations(0)
    } else {
        RustExpression::whole(quote!(#digits))
    }
}

fn special(value: f64, ty: &TokenStream) -> Option<RustExpression> {
    if value == f64::INFINITY {
        Some(RustExpression::whole(quote!(#ty::INFINITY)))
    } else if value == f64::NEG_INFINITY {
        Some(RustExpression::whole(quote!(#ty::NEG_INFINITY)))
    } else {
        None
    }
}

/// `value as ty`.
pub(super) fn cast(value: &RustExpression, from: ScalarType, ty: ScalarType) -> RustExpression {
    let name = scalar_type(ty);
    // `bool as f32` is no Rust.
    if from == ScalarType::Bool && ty.is_float() {
        let value = value.operand(Strength::Unary);
        return RustExpression::new(quote!(#value as u8 as #name), Strength::Cast);
    }
    let operations = value.operations + 1;
    let value = value.operand(Strength::Unary);
    RustExpression::new(quote!(#value as #name), Strength::Cast).with_operations(operations)
}

/// `if condition { then } else { otherwise }`.
pub(super) fn select(
    condition: &RustExpression,
    then: &RustExpression,
    otherwise: &RustExpression,
) -> RustExpression {
    let operations = condition.operations + then.operations + otherwise.operations + 1;
    let (condition, then, otherwise) = (&condition.text, &then.text, &otherwise.text);
    let tokens = quote!(if #condition { #then } else { #otherwise });
    RustExpression::new(tokens, Strength::Block).with_operations(operations)
}

/// The same in all lanes of a tile, without a branch: a value that a lane keeps is stored again. Of a branch
/// LLVM would make a store of the lanes that change only, which takes much longer.
pub(super) fn select_in_lanes(
    condition: &RustExpression,
    then: &RustExpression,
    otherwise: &RustExpression,
) -> RustExpression {
    let operations = select(condition, then, otherwise).operations;
    let (condition, then, otherwise) = (&condition.text, &then.text, &otherwise.text);
    RustExpression::whole(quote!(cpu::scalar::select(#condition, #then, #otherwise)))
        .with_operations(operations)
}

/// The condition that the first of two candidates, each a key and a place, comes before the other one.
fn precedes(order: KeyOrder, ty: ScalarType, candidates: &[RustExpression]) -> RustExpression {
    let [key, other] = order.smaller_first(&candidates[0], &candidates[2]);
    let is_less = |a: &RustExpression, b: &RustExpression| {
        operation(Operation::OrderedLess, ty, &[a.clone(), b.clone()], None)
    };
    let places =
        RustExpression::binary(&candidates[1], quote!(<), &candidates[3], Strength::Comparison);
    let not_behind = unary(quote!(!), &is_less(other, key));
    let is_first = RustExpression::binary(&not_behind, quote!(&), &places, Strength::And);
    RustExpression::binary(&is_less(key, other), quote!(|), &is_first, Strength::Or)
}

/// An operation whose first operand has the type `ty`. `known` is the last operand, if it is a
/// constant.
pub(super) fn operation(
    operation: Operation,
    ty: ScalarType,
    operands: &[RustExpression],
    known: Option<Constant>,
) -> RustExpression {
    use Operation::*;
    let first = &operands[0];
    let float = ty.is_float();
    let integer = ty.is_integer();
    let wrapping = |method| RustExpression::method(first, method, &[&operands[1]]);
    let binary = |symbol, strength| RustExpression::binary(first, symbol, &operands[1], strength);
    match operation {
        Add if integer => wrapping("wrapping_add"),
        Subtract | RowLength if integer => wrapping("wrapping_sub"),
        Multiply if integer => wrapping("wrapping_mul"),
        Add => binary(quote!(+), Strength::Sum),
        Subtract | RowLength => binary(quote!(-), Strength::Sum),
        Multiply => binary(quote!(*), Strength::Product),
        Divide if float || safe_divisor(known) => binary(quote!(/), Strength::Product),
        Remainder if float || safe_divisor(known) => binary(quote!(%), Strength::Product),
        Divide => RustExpression::call(quote!(cpu::scalar::divide), &[first, &operands[1]]),
        Remainder => RustExpression::call(quote!(cpu::scalar::remainder), &[first, &operands[1]]),
        And => binary(quote!(&), Strength::And),
        Or => binary(quote!(|), Strength::Or),
        Xor => binary(quote!(^), Strength::Xor),
        ShiftLeft => wrapping("wrapping_shl"),
        ShiftRight => wrapping("wrapping_shr"),
        Equal => binary(quote!(==), Strength::Comparison),
        NotEqual => binary(quote!(!=), Strength::Comparison),
        OrderedLess if float => {
            let operations = first.operations + operands[1].operations + 2;
            let (a, b) = (first.operand(Strength::Whole), operands[1].operand(Strength::Unary));
            RustExpression::whole(quote!(#a.total_cmp(&#b).is_lt())).with_operations(operations)
        }
        Precedes(order) => precedes(order, ty, operands),
        Less | OrderedLess => binary(quote!(<), Strength::Comparison),
        LessEqual => binary(quote!(<=), Strength::Comparison),
        Negate if integer => RustExpression::method(first, "wrapping_neg", &[]),
        Negate => unary(quote!(-), first),
        Not => unary(quote!(!), first),
        Rank => RustExpression::call(quote!(cpu::scalar::rank), &[first]),
        OfRank => RustExpression::call(quote!(cpu::scalar::of_rank), &[first]),
        Boundary(boundary, offset) => {
            let function = match boundary {
                self::Boundary::Clamp => quote!(cpu::scalar::nearest),
                self::Boundary::Wrap => quote!(cpu::scalar::wrapped),
                self::Boundary::Mirror => quote!(cpu::scalar::mirrored),
            };
            RustExpression::call(function, &[first, &offset_of(offset), &operands[1]])
        }
        Inside(offset) => RustExpression::call(
            quote!(cpu::scalar::inside),
            &[first, &offset_of(offset), &operands[1]],
        ),
        Function(function) => method(function.name, ty, operands),
    }
}

fn offset_of(offset: i32) -> RustExpression {
    plain_constant(Constant::I32(offset))
}

/// Returns true if a division by this value can neither fail nor overflow.
fn safe_divisor(divisor: Option<Constant>) -> bool {
    divisor.and_then(Constant::integer).is_some_and(|value| value != 0 && value != -1)
}

fn unary(symbol: TokenStream, operand: &RustExpression) -> RustExpression {
    let operations = operand.operations + 1;
    let operand = operand.operand(Strength::Unary);
    RustExpression::new(quote!(#symbol #operand), Strength::Unary).with_operations(operations)
}

/// A method of a primitive type, in its total form.
fn method(name: &str, ty: ScalarType, operands: &[RustExpression]) -> RustExpression {
    let first = &operands[0];
    let rest: Vec<&RustExpression> = operands[1..].iter().collect();
    let all: Vec<&RustExpression> = operands.iter().collect();
    let total = |name: &str| {
        let name = ident(name);
        RustExpression::call(quote!(cpu::scalar::#name), &all)
    };
    // `checked_f(…).unwrap_or(0)`.
    let checked = |name: &str| {
        let attempt = RustExpression::method(first, name, &rest);
        RustExpression::method(&attempt, "unwrap_or", &[&RustExpression::whole(quote!(0))])
    };
    let integer = ty.is_integer();
    match name {
        "clamp" => total("clamp"),
        "min" if ty == ScalarType::Bool => {
            RustExpression::binary(first, quote!(&), rest[0], Strength::And)
        }
        "max" if ty == ScalarType::Bool => {
            RustExpression::binary(first, quote!(|), rest[0], Strength::Or)
        }
        "pow" => RustExpression::method(first, "wrapping_pow", &rest),
        "abs" if integer => RustExpression::method(first, "wrapping_abs", &rest),
        "wrapping_div" => total("divide"),
        "wrapping_rem" => total("remainder"),
        "rem_euclid" if integer => total("remainder_euclid"),
        "div_euclid" if integer => total("divide_euclid"),
        "div_ceil" => total("divide_up"),
        "ilog2" => checked("checked_ilog2"),
        "ilog10" => checked("checked_ilog10"),
        "isqrt" if ty.is_signed() => checked("checked_isqrt"),
        "next_power_of_two" => checked("checked_next_power_of_two"),
        "next_multiple_of" => checked("checked_next_multiple_of"),
        "from_bits" => {
            let float = if ty == ScalarType::U32 { quote!(f32) } else { quote!(f64) };
            RustExpression::call(quote!(#float::from_bits), &all)
        }
        _ if ty == ScalarType::F32 && ELEMENTARY.contains(&name) => {
            let name = ident(name);
            RustExpression::call(quote!(cpu::elementary::#name), &all)
        }
        _ => RustExpression::method(first, name, &rest),
    }
}

/// The functions of `f32` that have a form which vectorises.
const ELEMENTARY: &[&str] = &[
    "exp", "exp2", "exp_m1", "sinh", "cosh", "tanh", "ln", "ln_1p", "log", "log2", "log10", "sin",
    "cos", "tan", "asin", "acos", "atan", "atan2", "powf", "hypot",
];
