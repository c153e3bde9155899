//! Scalar types and scalar values.

use std::fmt;
use std::hash::{Hash, Hasher};

/// The scalar types of the language (docs/language.md, "Types").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[expect(missing_docs, reason = "they are Rust's types")]
pub enum ScalarType {
    Bool,
    I8,
    I16,
    I32,
    I64,
    Isize,
    U8,
    U16,
    U32,
    U64,
    Usize,
    F32,
    F64,
}

use ScalarType::*;

impl ScalarType {
    /// Every scalar type.
    pub const ALL: [ScalarType; 13] =
        [Bool, I8, I16, I32, I64, Isize, U8, U16, U32, U64, Usize, F32, F64];

    /// The name in Rust.
    pub fn name(self) -> &'static str {
        match self {
            Bool => "bool",
            I8 => "i8",
            I16 => "i16",
            I32 => "i32",
            I64 => "i64",
            Isize => "isize",
            U8 => "u8",
            U16 => "u16",
            U32 => "u32",
            U64 => "u64",
            Usize => "usize",
            F32 => "f32",
            F64 => "f64",
        }
    }

    /// The type that Rust writes so.
    pub fn from_name(name: &str) -> Option<ScalarType> {
        ScalarType::ALL.into_iter().find(|ty| ty.name() == name)
    }

    /// `f32` and `f64`.
    pub fn is_float(self) -> bool {
        matches!(self, F32 | F64)
    }

    /// All but `bool` and the floats.
    pub fn is_integer(self) -> bool {
        !self.is_float() && self != Bool
    }

    /// Signed integers.
    pub fn is_signed(self) -> bool {
        matches!(self, I8 | I16 | I32 | I64 | Isize)
    }

    /// Unsigned integers.
    pub fn is_unsigned(self) -> bool {
        self.is_integer() && !self.is_signed()
    }

    /// The number of bytes of one value in memory.
    pub fn bytes(self) -> usize {
        match self {
            Bool | I8 | U8 => 1,
            I16 | U16 => 2,
            I32 | U32 | F32 => 4,
            I64 | U64 | Isize | Usize | F64 => 8,
        }
    }

    /// The unsigned type of the same width, for `abs_diff` and `to_bits`.
    pub fn unsigned(self) -> ScalarType {
        match self {
            I8 | U8 | Bool => U8,
            I16 | U16 => U16,
            I32 | U32 | F32 => U32,
            I64 | U64 | F64 => U64,
            Isize | Usize => Usize,
        }
    }

    /// The signed type of the same width.
    pub fn signed(self) -> ScalarType {
        match self {
            I8 | U8 | Bool => I8,
            I16 | U16 => I16,
            I32 | U32 | F32 => I32,
            I64 | U64 | F64 => I64,
            Isize | Usize => Isize,
        }
    }

    /// The smallest value of an integer type.
    pub fn minimum(self) -> i128 {
        if self.is_signed() { -(1i128 << (self.bytes() * 8 - 1)) } else { 0 }
    }

    /// The largest value of an integer type.
    pub fn maximum(self) -> i128 {
        let bits = self.bytes() * 8;
        (1i128 << if self.is_signed() { bits - 1 } else { bits }) - 1
    }

    /// The value `0`, `0.0` or `false`.
    pub fn zero(self) -> Constant {
        Constant::from_integer(self, 0)
    }

    /// Returns true if `self as to` is Rust.
    pub fn casts_to(self, to: ScalarType) -> bool {
        match (self, to) {
            (from, to) if from == to => true,
            (Bool, to) => to.is_integer(),
            (_, Bool) => false,
            _ => true,
        }
    }
}

impl fmt::Display for ScalarType {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A scalar value. Floats compare and hash by their bits, so that equal means interchangeable.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "one variant a type")]
pub enum Constant {
    Bool(bool),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    Isize(i64),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    Usize(u64),
    F32(f32),
    F64(f64),
}

impl Constant {
    /// The value's type.
    pub fn ty(self) -> ScalarType {
        match self {
            Constant::Bool(_) => Bool,
            Constant::I8(_) => I8,
            Constant::I16(_) => I16,
            Constant::I32(_) => I32,
            Constant::I64(_) => I64,
            Constant::Isize(_) => Isize,
            Constant::U8(_) => U8,
            Constant::U16(_) => U16,
            Constant::U32(_) => U32,
            Constant::U64(_) => U64,
            Constant::Usize(_) => Usize,
            Constant::F32(_) => F32,
            Constant::F64(_) => F64,
        }
    }

    /// The number `value` in type `ty`, wrapped or rounded into it.
    pub fn from_integer(ty: ScalarType, value: i128) -> Constant {
        match ty {
            Bool => Constant::Bool(value != 0),
            I8 => Constant::I8(value as i8),
            I16 => Constant::I16(value as i16),
            I32 => Constant::I32(value as i32),
            I64 => Constant::I64(value as i64),
            Isize => Constant::Isize(value as i64),
            U8 => Constant::U8(value as u8),
            U16 => Constant::U16(value as u16),
            U32 => Constant::U32(value as u32),
            U64 => Constant::U64(value as u64),
            Usize => Constant::Usize(value as u64),
            F32 => Constant::F32(value as f32),
            F64 => Constant::F64(value as f64),
        }
    }

    /// The number `value` in the float type `ty`.
    pub fn from_float(ty: ScalarType, value: f64) -> Constant {
        if ty == F32 { Constant::F32(value as f32) } else { Constant::F64(value) }
    }

    /// The value of an integer or a `bool`.
    pub fn integer(self) -> Option<i128> {
        Some(match self {
            Constant::Bool(v) => v.into(),
            Constant::I8(v) => v.into(),
            Constant::I16(v) => v.into(),
            Constant::I32(v) => v.into(),
            Constant::I64(v) | Constant::Isize(v) => v.into(),
            Constant::U8(v) => v.into(),
            Constant::U16(v) => v.into(),
            Constant::U32(v) => v.into(),
            Constant::U64(v) | Constant::Usize(v) => v.into(),
            Constant::F32(_) | Constant::F64(_) => return None,
        })
    }

    /// The value of a float.
    pub fn float(self) -> Option<f64> {
        match self {
            Constant::F32(v) => Some(v.into()),
            Constant::F64(v) => Some(v),
            _ => None,
        }
    }

    /// The value of a `bool`.
    pub fn truth(self) -> bool {
        matches!(self, Constant::Bool(true))
    }

    /// The value of a `usize`.
    pub fn size(self) -> usize {
        match self {
            Constant::Usize(v) => v as usize,
            other => panic!("a size is a usize, not {}", other.ty()),
        }
    }

    /// `self as ty`.
    pub fn cast(self, ty: ScalarType) -> Constant {
        if self.ty() == ty {
            return self;
        }
        match (self, self.integer()) {
            (_, Some(value)) => Constant::from_integer(ty, value),
            (Constant::F32(v), None) => cast_float(v.into(), ty),
            (Constant::F64(v), None) => cast_float(v, ty),
            _ => unreachable!("a constant is a number"),
        }
    }

    /// Returns true if the value is this number.
    pub fn is_number(self, number: i128) -> bool {
        match self.integer() {
            Some(value) => value == number && self.ty() != Bool,
            None => self.float() == Some(number as f64),
        }
    }

    /// The value's bits, for comparing and hashing.
    fn bits(self) -> (ScalarType, u64) {
        let bits = match self {
            Constant::F32(v) => v.to_bits().into(),
            Constant::F64(v) => v.to_bits(),
            other => other.integer().unwrap_or_default() as u64,
        };
        (self.ty(), bits)
    }
}

/// `as` from a float: saturates, and NaN is 0.
fn cast_float(value: f64, ty: ScalarType) -> Constant {
    match ty {
        F32 => Constant::F32(value as f32),
        F64 => Constant::F64(value),
        Bool => Constant::Bool(value != 0.0),
        _ => Constant::from_integer(ty, (value as i128).clamp(ty.minimum(), ty.maximum())),
    }
}

impl PartialEq for Constant {
    fn eq(&self, other: &Self) -> bool {
        self.bits() == other.bits()
    }
}

impl Eq for Constant {}

impl Hash for Constant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits().hash(state);
    }
}

impl fmt::Display for Constant {
    /// Writes a Rust literal with its suffix, `1u32`, `2.5f64`; the special floats as `f64::NAN`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let ty = self.ty();
        match self {
            Constant::Bool(value) => write!(f, "{value}"),
            Constant::F32(value) => float(f, (*value).into(), format!("{value:?}"), ty),
            Constant::F64(value) => float(f, *value, format!("{value:?}"), ty),
            other => write!(f, "{}{ty}", other.integer().unwrap_or_default()),
        }
    }
}

fn float(f: &mut fmt::Formatter, value: f64, digits: String, ty: ScalarType) -> fmt::Result {
    match value {
        _ if value.is_nan() => write!(f, "{ty}::NAN"),
        f64::INFINITY => write!(f, "{ty}::INFINITY"),
        f64::NEG_INFINITY => write!(f, "{ty}::NEG_INFINITY"),
        _ => write!(f, "{digits}{ty}"),
    }
}
