//! Scalar operations: the operators of Rust and the methods of its primitive types.
//!
//! Every operation is **total**: integers wrap, a division by zero gives zero. A case that must not happen
//! is excluded by a [check](super::Check) of its own, made before; so operations can be moved and evaluated
//! early without a thought.

use std::fmt;

use super::scalar::{Constant, ScalarType};
use ScalarType::*;

pub use super::scalar_function::{Class, Function, Kind, Precondition};

/// A scalar operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "they are Rust's operators")]
pub enum Operation {
    Add,
    Subtract,
    /// The length of a row of a ragged array: the offset at which the row ends, less the one at which it
    /// begins. An axis of this extent is a row of the descriptor that the offsets were read from.
    RowLength,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Negate,
    Not,
    /// `a.total_cmp(b) == Less` for floats, `a < b` for the others: the order of `min`, `sort`, ….
    OrderedLess,
    /// The condition that a candidate comes before another one in a stable sort by their keys. The operands
    /// are key and place of the one, key and place of the other.
    Precedes(KeyOrder),
    /// The signed integer, of the same width as a float, that has the float's place in the order of `sort`.
    Rank,
    /// The float of such an integer.
    OfRank,
    /// The index that lies at an offset from a lane's index, brought back inside the lane's extent in this
    /// way.
    Boundary(Boundary, i32),
    /// The condition that the index at an offset from a lane's index lies inside the lane's extent.
    Inside(i32),
    /// A method of a primitive type.
    Function(&'static Function),
}

/// The direction of a sort by keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KeyOrder {
    /// The smallest key comes first.
    Ascending,
    /// The largest key comes first.
    Descending,
}

impl KeyOrder {
    /// The two keys, of which the first is smaller if it comes before the second.
    pub fn smaller_first<T>(self, key: T, other: T) -> [T; 2] {
        match self {
            KeyOrder::Ascending => [key, other],
            KeyOrder::Descending => [other, key],
        }
    }
}

/// The rule that brings an index outside of an array back inside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Boundary {
    /// To the nearest index inside.
    Clamp,
    /// To the other end.
    Wrap,
    /// Mirrored at the first or last element, which is not repeated.
    Mirror,
}

impl Boundary {
    /// The name in the textual form of the IR.
    pub fn name(self) -> &'static str {
        match self {
            Boundary::Clamp => "clamp",
            Boundary::Wrap => "wrap",
            Boundary::Mirror => "mirror",
        }
    }

    /// The index meant by `index + offset` in an array of `extent` elements; 0 if there are none.
    pub fn apply(self, index: i128, offset: i128, extent: i128) -> i128 {
        if extent == 0 {
            return 0;
        }
        let position = index + offset;
        match self {
            Boundary::Clamp => position.clamp(0, extent - 1),
            Boundary::Wrap => position.rem_euclid(extent),
            Boundary::Mirror if extent == 1 => 0,
            Boundary::Mirror => {
                let period = 2 * (extent - 1);
                let position = position.rem_euclid(period);
                if position < extent { position } else { period - position }
            }
        }
    }
}

use Operation::*;

impl Operation {
    /// A sum of integers that stays at the greatest one where it would wrap around.
    pub fn saturating_add(ty: ScalarType) -> Operation {
        Function::find("saturating_add", ty).map_or(Add, Self::Function)
    }

    /// The operation by whose rules an operation computes: a row's length is a difference like others.
    pub fn arithmetic(self) -> Operation {
        if self == RowLength { Subtract } else { self }
    }

    /// The name in the textual form of the IR, without the offset of a boundary.
    pub fn name(self) -> &'static str {
        match self {
            Boundary(boundary, _) => boundary.name(),
            Inside(_) => "inside",
            Add => "add",
            Subtract => "sub",
            RowLength => "row_length",
            Multiply => "mul",
            Divide => "div",
            Remainder => "rem",
            And => "and",
            Or => "or",
            Xor => "xor",
            ShiftLeft => "shl",
            ShiftRight => "shr",
            Equal => "eq",
            NotEqual => "ne",
            Less => "lt",
            LessEqual => "le",
            Negate => "neg",
            Not => "not",
            OrderedLess => "ordered_lt",
            Precedes(KeyOrder::Ascending) => "precedes_ascending",
            Precedes(KeyOrder::Descending) => "precedes_descending",
            Rank => "rank",
            OfRank => "of_rank",
            Function(function) => function.name,
        }
    }

    /// The operation of this name, for operands of the type `ty`.
    pub fn from_name(name: &str, ty: ScalarType) -> Option<Operation> {
        if let Some((name, offset)) = name.split_once('@') {
            let offset = offset.parse().ok()?;
            return Some(match name {
                "clamp" => Boundary(self::Boundary::Clamp, offset),
                "wrap" => Boundary(self::Boundary::Wrap, offset),
                "mirror" => Boundary(self::Boundary::Mirror, offset),
                "inside" => Inside(offset),
                _ => return None,
            });
        }
        let operators = [
            Add,
            Subtract,
            RowLength,
            Multiply,
            Divide,
            Remainder,
            And,
            Or,
            Xor,
            ShiftLeft,
            ShiftRight,
            Equal,
            NotEqual,
            Less,
            LessEqual,
            Negate,
            Not,
            OrderedLess,
            Precedes(KeyOrder::Ascending),
            Precedes(KeyOrder::Descending),
            Rank,
            OfRank,
        ];
        let operator = operators.into_iter().find(|operator| operator.name() == name);
        operator.or_else(|| self::Function::find(name, ty).map(Function))
    }

    /// The number of operands.
    pub fn arity(self) -> usize {
        match self {
            Negate | Not | Rank | OfRank => 1,
            Precedes(_) => 4,
            Function(function) => 1 + function.parameters.len(),
            _ => 2,
        }
    }

    /// The types of its operands and of its result, if the first operand has the type `ty`;
    /// `None` where it does not apply to that type.
    pub fn signature(self, ty: ScalarType) -> Option<(Vec<ScalarType>, ScalarType)> {
        let same = |result| Some((vec![ty, ty], result));
        match self {
            Add | Subtract | Multiply | Divide | Remainder if ty != Bool => same(ty),
            RowLength if ty == Usize => same(Usize),
            And | Or | Xor if !ty.is_float() => same(ty),
            ShiftLeft | ShiftRight if ty.is_integer() => Some((vec![ty, U32], ty)),
            Equal | NotEqual | Less | LessEqual | OrderedLess => same(Bool),
            Precedes(_) => Some((vec![ty, Usize, ty, Usize], Bool)),
            Negate if ty != Bool => Some((vec![ty], ty)),
            Not if !ty.is_float() => Some((vec![ty], ty)),
            Rank if ty.is_float() => Some((vec![ty], ty.signed())),
            OfRank => ranked(ty).map(|float| (vec![ty], float)),
            Boundary(..) if ty == Usize => same(Usize),
            Inside(_) if ty == Usize => same(Bool),
            Function(function) if function.receiver.accepts(ty) => {
                let mut operands = vec![ty];
                operands.extend(function.parameters.iter().map(|kind| kind.resolve(ty)));
                Some((operands, function.result.resolve(ty)))
            }
            _ => None,
        }
    }

    /// Returns true if `op(a, b) == op(b, a)`, and `op` is associative (up to rounding): reductions by it
    /// may combine elements in any order.
    pub fn is_commutative_monoid(self, ty: ScalarType) -> bool {
        match self {
            Add | Multiply | And | Or | Xor => true,
            Function(function) => {
                matches!(function.name, "min" | "max")
                    || (ty.is_integer() && matches!(function.name, "wrapping_add" | "wrapping_mul"))
            }
            _ => false,
        }
    }

    /// Returns true if `op(a, b) == op(b, a)`.
    pub fn is_commutative(self, ty: ScalarType) -> bool {
        matches!(self, Equal | NotEqual) || self.is_commutative_monoid(ty)
    }

    /// A rough price in additions, by which passes decide if it pays to fuse, move or split.
    pub fn cost(self, ty: ScalarType) -> u32 {
        match self {
            Divide | Remainder => {
                if ty.is_float() {
                    4
                } else {
                    10
                }
            }
            Function(function) => function.cost,
            Boundary(..) | Rank | OfRank => 2,
            // Two comparisons of keys, one of places, and what combines these.
            Precedes(_) => 6,
            _ => 1,
        }
    }

    /// The result for constant operands, which must fit [`Operation::signature`].
    pub fn evaluate(self, operands: &[Constant]) -> Constant {
        let first = operands[0];
        match self {
            Negate => evaluate_negate(first),
            Not => match first {
                Constant::Bool(value) => Constant::Bool(!value),
                other => Constant::from_integer(other.ty(), !integer(other)),
            },
            Rank => turned_over(match first {
                Constant::F32(value) => Constant::I32(value.to_bits() as i32),
                Constant::F64(value) => Constant::I64(value.to_bits() as i64),
                other => unreachable!("{other} is no float"),
            }),
            OfRank => match turned_over(first) {
                Constant::I32(bits) => Constant::F32(f32::from_bits(bits as u32)),
                Constant::I64(bits) => Constant::F64(f64::from_bits(bits as u64)),
                other => unreachable!("{other} is no rank"),
            },
            Precedes(order) => {
                let [key, other] = order.smaller_first(first, operands[2]);
                let less = |a, b| OrderedLess.evaluate(&[a, b]).truth();
                let is_first = || Less.evaluate(&[operands[1], operands[3]]).truth();
                Constant::Bool(less(key, other) || !less(other, key) && is_first())
            }
            Function(function) => (function.evaluate)(operands),
            Boundary(boundary, offset) => {
                let index = boundary.apply(integer(first), offset.into(), integer(operands[1]));
                Constant::from_integer(Usize, index)
            }
            Inside(offset) => {
                let position = integer(first) + i128::from(offset);
                Constant::Bool(0 <= position && position < integer(operands[1]))
            }
            ShiftLeft | ShiftRight => {
                let bits = first.ty().bytes() as u32 * 8;
                let amount = (integer(operands[1]) as u32) & (bits - 1);
                let value = integer(first);
                let shifted = if self == ShiftLeft { value << amount } else { value >> amount };
                Constant::from_integer(first.ty(), shifted)
            }
            _ => evaluate_binary(self, first, operands[1]),
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Boundary(_, offset) | Inside(offset) => write!(f, "{}@{offset}", self.name()),
            _ => f.write_str(self.name()),
        }
    }
}

/// The floats whose ranks are of this type.
fn ranked(ty: ScalarType) -> Option<ScalarType> {
    match ty {
        I32 => Some(F32),
        I64 => Some(F64),
        _ => None,
    }
}

/// Turns the bits of negative floats over, but for the sign: of these floats, those with the larger bits
/// come first. Bits turned twice are the original ones.
fn turned_over(bits: Constant) -> Constant {
    let (ty, number) = (bits.ty(), integer(bits));
    Constant::from_integer(ty, if number < 0 { number ^ ty.maximum() } else { number })
}

fn integer(constant: Constant) -> i128 {
    constant.integer().expect("an operation on integers has integer operands")
}

fn evaluate_negate(operand: Constant) -> Constant {
    match operand {
        Constant::F32(value) => Constant::F32(-value),
        Constant::F64(value) => Constant::F64(-value),
        other => Constant::from_integer(other.ty(), -integer(other)),
    }
}

fn evaluate_binary(operation: Operation, left: Constant, right: Constant) -> Constant {
    if let (Constant::F32(a), Constant::F32(b)) = (left, right) {
        let value = match operation {
            Add => a + b,
            Subtract => a - b,
            Multiply => a * b,
            Divide => a / b,
            Remainder => a % b,
            _ => return compare_floats(operation, a.into(), b.into(), a.total_cmp(&b).is_lt()),
        };
        return Constant::F32(value);
    }
    if let (Constant::F64(a), Constant::F64(b)) = (left, right) {
        let value = match operation {
            Add => a + b,
            Subtract => a - b,
            Multiply => a * b,
            Divide => a / b,
            Remainder => a % b,
            _ => return compare_floats(operation, a, b, a.total_cmp(&b).is_lt()),
        };
        return Constant::F64(value);
    }
    let (a, b) = (integer(left), integer(right));
    let value = match operation {
        Add => a + b,
        Subtract | RowLength => a - b,
        // The product of two 64-bit numbers fits 128 bits, signed.
        Multiply => a.wrapping_mul(b),
        Divide => a.checked_div(b).unwrap_or(0),
        Remainder => a.checked_rem(b).unwrap_or(0),
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Equal => return Constant::Bool(a == b),
        NotEqual => return Constant::Bool(a != b),
        Less | OrderedLess => return Constant::Bool(a < b),
        LessEqual => return Constant::Bool(a <= b),
        _ => unreachable!("{operation} is not a binary operator"),
    };
    Constant::from_integer(left.ty(), value)
}

fn compare_floats(operation: Operation, a: f64, b: f64, total_less: bool) -> Constant {
    Constant::Bool(match operation {
        Equal => a == b,
        NotEqual => a != b,
        Less => a < b,
        LessEqual => a <= b,
        OrderedLess => total_less,
        _ => unreachable!("{operation} does not apply to floats"),
    })
}
