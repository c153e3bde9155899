//! Identity elements of operators: combining with one changes nothing.

use super::operators::{ByKey, Component, by_key, components};
use crate::core::operation::KeyOrder;
use crate::core::{Constant, Lambda, Operation, ScalarType, Variables};

/// The identity element of an operator, one for each accumulator, if its components are
/// operations that are known to have one. Combining with it changes no bit: that of a sum of
/// floats is `-0.0`.
pub fn identity_of(operator: &Lambda, variables: &Variables) -> Option<Vec<Constant>> {
    match components(operator, variables) {
        Some(components) => components.into_iter().map(Component::identity).collect(),
        None => identity_by_key(operator, variables),
    }
}

/// The identity element of `argmin`, `max_by_key`, …: it has the key that no other is behind, and is behind all
/// places; the values that come with these do not matter.
fn identity_by_key(operator: &Lambda, variables: &Variables) -> Option<Vec<Constant>> {
    let ByKey { key, order, .. } = by_key(operator, variables)?;
    let key = match order {
        KeyOrder::Ascending => last(key),
        KeyOrder::Descending => first(key),
    };
    let left = &operator.parameters[..operator.parameters.len() / 2];
    let more = left[2..].iter().map(|var| variables.ty(*var).element().zero());
    Some([key, Constant::Usize(u64::MAX)].into_iter().chain(more).collect())
}

impl Component {
    /// Returns the constant that changes nothing when it is combined.
    fn identity(self) -> Option<Constant> {
        match self {
            Component::Operation(operation, ty) => of_operation(operation, ty),
            Component::Smaller(ty) => Some(last(ty)),
            Component::Greater(ty) => Some(first(ty)),
        }
    }
}

fn of_operation(operation: Operation, ty: ScalarType) -> Option<Constant> {
    let number = |value| Some(Constant::from_integer(ty, value));
    match operation {
        Operation::Add => Some(match ty {
            ScalarType::F32 => Constant::F32(-0.0),
            ScalarType::F64 => Constant::F64(-0.0),
            _ => ty.zero(),
        }),
        Operation::Multiply => Some(match ty {
            ScalarType::F32 => Constant::F32(1.0),
            ScalarType::F64 => Constant::F64(1.0),
            _ => Constant::from_integer(ty, 1),
        }),
        Operation::And if ty == ScalarType::Bool => Some(Constant::Bool(true)),
        Operation::And => number(-1),
        Operation::Or | Operation::Xor => Some(ty.zero()),
        Operation::Function(function) => match function.name {
            "min" => Some(if ty.is_float() { nan(ty) } else { last(ty) }),
            "max" => Some(if ty.is_float() { nan(ty) } else { first(ty) }),
            "wrapping_add" => number(0),
            "wrapping_mul" => number(1),
            _ => None,
        },
        _ => None,
    }
}

fn nan(ty: ScalarType) -> Constant {
    if ty == ScalarType::F32 { Constant::F32(f32::NAN) } else { Constant::F64(f64::NAN) }
}

/// The last value in the order of `sort`.
fn last(ty: ScalarType) -> Constant {
    match ty {
        ScalarType::Bool => Constant::Bool(true),
        ScalarType::F32 => Constant::F32(f32::from_bits(u32::MAX >> 1)),
        ScalarType::F64 => Constant::F64(f64::from_bits(u64::MAX >> 1)),
        _ => Constant::from_integer(ty, ty.maximum()),
    }
}

/// The first value in the order of `sort`.
fn first(ty: ScalarType) -> Constant {
    match ty {
        ScalarType::Bool => Constant::Bool(false),
        ScalarType::F32 => Constant::F32(f32::from_bits(u32::MAX)),
        ScalarType::F64 => Constant::F64(f64::from_bits(u64::MAX)),
        _ => Constant::from_integer(ty, ty.minimum()),
    }
}
