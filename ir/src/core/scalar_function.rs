//! The methods of Rust's primitive types: a table of their receivers, operands, results, preconditions and
//! meanings.
//!
//! All functions are total, as all [operations](super::operation) are: where Rust's would panic, a check
//! comes before.

use std::fmt;

use super::scalar::{Constant, ScalarType};
use ScalarType::*;

/// The class of a function's receivers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Class {
    Float,
    Integer,
    Signed,
    Unsigned,
    Logical,
    /// The bits of a float, for `from_bits`.
    Bits,
    /// `u8`, which stands for an ASCII character.
    Byte,
}

impl Class {
    /// Returns true if a value of the type belongs to the class.
    pub fn accepts(self, ty: ScalarType) -> bool {
        match self {
            Class::Float => ty.is_float(),
            Class::Integer => ty.is_integer(),
            Class::Signed => ty.is_signed(),
            Class::Unsigned => ty.is_unsigned(),
            Class::Logical => ty == Bool,
            Class::Bits => matches!(ty, U32 | U64),
            Class::Byte => ty == U8,
        }
    }
}

/// The type of a parameter or of the result, relative to the receiver's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kind {
    Same,
    Bool,
    U32,
    I32,
    Unsigned,
    Signed,
    /// The float of these bits.
    FromBits,
}

impl Kind {
    /// The type that it means for the receiver type `ty`.
    pub fn resolve(self, ty: ScalarType) -> ScalarType {
        match self {
            Kind::Same => ty,
            Kind::Bool => Bool,
            Kind::U32 => U32,
            Kind::I32 => I32,
            Kind::Unsigned => ty.unsigned(),
            Kind::Signed => ty.signed(),
            Kind::FromBits => {
                if ty == U32 {
                    F32
                } else {
                    F64
                }
            }
        }
    }
}

/// A condition that must hold before a function is applied; otherwise it is an error at run time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precondition {
    /// Nothing.
    None,
    /// The second operand is not zero.
    DivisorNotZero,
    /// The receiver is greater than zero.
    Positive,
    /// The receiver is not negative.
    NotNegative,
    /// The second operand is not above the third (and neither is NaN).
    BoundsOrdered,
}

/// A method of Rust's primitive types.
pub struct Function {
    /// The name in the language.
    pub name: &'static str,
    /// The receivers.
    pub receiver: Class,
    /// The parameters.
    pub parameters: &'static [Kind],
    /// The result.
    pub result: Kind,
    /// The condition that must hold before.
    pub precondition: Precondition,
    /// A rough price in additions.
    pub cost: u32,
    pub(super) evaluate: fn(&[Constant]) -> Constant,
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.receiver == other.receiver
    }
}

impl Eq for Function {}

impl std::hash::Hash for Function {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Function {
    /// The function of this name for receivers of this type.
    pub fn find(name: &str, ty: ScalarType) -> Option<&'static Function> {
        all().find(|f| f.name == name && f.receiver.accepts(ty))
    }

    /// All functions of this name; they differ in their receivers.
    pub fn named(name: &str) -> impl Iterator<Item = &'static Function> {
        all().filter(move |function| function.name == name)
    }

    /// The names of the functions for receivers of this type, for suggestions.
    pub fn names(ty: ScalarType) -> impl Iterator<Item = &'static str> {
        all().filter(move |f| f.receiver.accepts(ty)).map(|f| f.name)
    }
}

/// A Rust type behind some scalar types; `isize` and `usize` have 64 bits in constants.
trait Native {
    fn of(constant: Constant) -> Self;
}

macro_rules! native {
    ($($t:ident: $first:ident $(| $other:ident)?;)*) => { $(
        impl Native for $t {
            fn of(constant: Constant) -> $t {
                match constant {
                    Constant::$first(value) $(| Constant::$other(value))? => value,
                    other => unreachable!("{other} is not a {}", stringify!($t)),
                }
            }
        }
        impl From<$t> for Constant {
            fn from(value: $t) -> Constant { Constant::$first(value) }
        }
    )* };
}

native! {
    bool: Bool; i8: I8; i16: I16; i32: I32; i64: I64 | Isize;
    u8: U8; u16: U16; u32: U32; u64: U64 | Usize; f32: F32; f64: F64;
}

/// A table of functions: price, name, operands (the receiver first), result, precondition, and the
/// computation, once for each receiver type.
macro_rules! functions {
    ($class:ident $types:tt; $(
        $cost:literal $name:ident |$x:ident $(, $p:ident: $kind:ident)*| -> $result:ident
        $(if $condition:ident)? { $body:expr }
    )*) => { &[$(Function {
        name: stringify!($name),
        receiver: Class::$class,
        parameters: &[$(Kind::$kind),*],
        result: Kind::$result,
        precondition: functions!(@precondition $($condition)?),
        cost: $cost,
        evaluate: |operands| {
            let ty = operands[0].ty();
            functions!(@receivers $types ty operands ($x $($p $kind)*) $body)
                .cast(Kind::$result.resolve(ty))
        },
    }),*] };
    (@precondition) => { Precondition::None };
    (@precondition $condition:ident) => { Precondition::$condition };
    (@receivers [$($t:ident)*] $ty:ident $operands:ident $names:tt $body:expr) => {
        $(if functions!(@is $t $ty) { functions!(@apply $t $operands $names $body) } else)* {
            unreachable!("the receiver belongs to the class")
        }
    };
    (@is i64 $ty:ident) => { matches!($ty, I64 | Isize) };
    (@is u64 $ty:ident) => { matches!($ty, U64 | Usize) };
    (@is $t:ident $ty:ident) => { $ty.name() == stringify!($t) };
    (@apply $t:ident $operands:ident ($x:ident $($p:ident $kind:ident)*) $body:expr) => {{
        let mut rest = $operands.iter().copied();
        let mut next = || rest.next().unwrap_or(Constant::Bool(false));
        let $x = <$t as Native>::of(next());
        $(let $p = <functions!(@type $kind $t) as Native>::of(next());)*
        Constant::from($body)
    }};
    (@type Same $t:ident) => { $t };
    (@type U32 $t:ident) => { u32 };
    (@type I32 $t:ident) => { i32 };
}

static FLOAT: &[Function] = functions! { Float [f32 f64];
    1 abs |x| -> Same { x.abs() }
    8 sqrt |x| -> Same { x.sqrt() }
    20 cbrt |x| -> Same { x.cbrt() }
    12 exp |x| -> Same { x.exp() }
    12 exp2 |x| -> Same { x.exp2() }
    16 exp_m1 |x| -> Same { x.exp_m1() }
    12 ln |x| -> Same { x.ln() }
    16 ln_1p |x| -> Same { x.ln_1p() }
    12 log2 |x| -> Same { x.log2() }
    14 log10 |x| -> Same { x.log10() }
    24 log |x, base: Same| -> Same { x.log(base) }
    16 sin |x| -> Same { x.sin() }
    16 cos |x| -> Same { x.cos() }
    20 tan |x| -> Same { x.tan() }
    20 asin |x| -> Same { x.asin() }
    20 acos |x| -> Same { x.acos() }
    20 atan |x| -> Same { x.atan() }
    20 sinh |x| -> Same { x.sinh() }
    20 cosh |x| -> Same { x.cosh() }
    20 tanh |x| -> Same { x.tanh() }
    24 asinh |x| -> Same { x.asinh() }
    24 acosh |x| -> Same { x.acosh() }
    24 atanh |x| -> Same { x.atanh() }
    1 floor |x| -> Same { x.floor() }
    1 ceil |x| -> Same { x.ceil() }
    2 round |x| -> Same { x.round() }
    1 round_ties_even |x| -> Same { x.round_ties_even() }
    1 trunc |x| -> Same { x.trunc() }
    2 fract |x| -> Same { x.fract() }
    4 recip |x| -> Same { x.recip() }
    2 signum |x| -> Same { x.signum() }
    1 to_degrees |x| -> Same { x.to_degrees() }
    1 to_radians |x| -> Same { x.to_radians() }
    24 atan2 |x, y: Same| -> Same { x.atan2(y) }
    30 powf |x, y: Same| -> Same { x.powf(y) }
    12 powi |x, n: I32| -> Same { x.powi(n) }
    12 hypot |x, y: Same| -> Same { x.hypot(y) }
    1 min |x, y: Same| -> Same { x.min(y) }
    1 max |x, y: Same| -> Same { x.max(y) }
    1 copysign |x, y: Same| -> Same { x.copysign(y) }
    8 rem_euclid |x, y: Same| -> Same { x.rem_euclid(y) }
    8 div_euclid |x, y: Same| -> Same { x.div_euclid(y) }
    1 mul_add |x, a: Same, b: Same| -> Same { x.mul_add(a, b) }
    2 clamp |x, low: Same, high: Same| -> Same if BoundsOrdered {
        { let x = if x < low { low } else { x }; if x > high { high } else { x } }
    }
    1 is_nan |x| -> Bool { x.is_nan() }
    1 is_infinite |x| -> Bool { x.is_infinite() }
    1 is_finite |x| -> Bool { x.is_finite() }
    1 is_normal |x| -> Bool { x.is_normal() }
    1 is_subnormal |x| -> Bool { x.is_subnormal() }
    1 is_sign_positive |x| -> Bool { x.is_sign_positive() }
    1 is_sign_negative |x| -> Bool { x.is_sign_negative() }
    1 to_bits |x| -> Unsigned { x.to_bits() }
};

static INTEGER: &[Function] = functions! { Integer [i8 i16 i32 i64 u8 u16 u32 u64];
    1 min |x, y: Same| -> Same { x.min(y) }
    1 max |x, y: Same| -> Same { x.max(y) }
    2 clamp |x, low: Same, high: Same| -> Same if BoundsOrdered { x.max(low).min(high) }
    8 pow |x, n: U32| -> Same { x.wrapping_pow(n) }
    8 wrapping_pow |x, n: U32| -> Same { x.wrapping_pow(n) }
    8 saturating_pow |x, n: U32| -> Same { x.saturating_pow(n) }
    1 wrapping_add |x, y: Same| -> Same { x.wrapping_add(y) }
    1 wrapping_sub |x, y: Same| -> Same { x.wrapping_sub(y) }
    1 wrapping_mul |x, y: Same| -> Same { x.wrapping_mul(y) }
    1 wrapping_neg |x| -> Same { x.wrapping_neg() }
    10 wrapping_div |x, y: Same| -> Same if DivisorNotZero {
        if y == 0 { 0 } else { x.wrapping_div(y) }
    }
    10 wrapping_rem |x, y: Same| -> Same if DivisorNotZero {
        if y == 0 { 0 } else { x.wrapping_rem(y) }
    }
    1 wrapping_shl |x, n: U32| -> Same { x.wrapping_shl(n) }
    1 wrapping_shr |x, n: U32| -> Same { x.wrapping_shr(n) }
    2 saturating_add |x, y: Same| -> Same { x.saturating_add(y) }
    2 saturating_sub |x, y: Same| -> Same { x.saturating_sub(y) }
    3 saturating_mul |x, y: Same| -> Same { x.saturating_mul(y) }
    1 rotate_left |x, n: U32| -> Same { x.rotate_left(n) }
    1 rotate_right |x, n: U32| -> Same { x.rotate_right(n) }
    1 count_ones |x| -> U32 { x.count_ones() }
    1 count_zeros |x| -> U32 { x.count_zeros() }
    1 leading_zeros |x| -> U32 { x.leading_zeros() }
    1 trailing_zeros |x| -> U32 { x.trailing_zeros() }
    1 leading_ones |x| -> U32 { x.leading_ones() }
    1 trailing_ones |x| -> U32 { x.trailing_ones() }
    1 swap_bytes |x| -> Same { x.swap_bytes() }
    2 reverse_bits |x| -> Same { x.reverse_bits() }
    12 rem_euclid |x, y: Same| -> Same if DivisorNotZero {
        if y == 0 { 0 } else { x.wrapping_rem_euclid(y) }
    }
    12 div_euclid |x, y: Same| -> Same if DivisorNotZero {
        if y == 0 { 0 } else { x.wrapping_div_euclid(y) }
    }
    2 midpoint |x, y: Same| -> Same { x.midpoint(y) }
    2 abs_diff |x, y: Same| -> Unsigned { x.abs_diff(y) }
    2 ilog2 |x| -> U32 if Positive { x.checked_ilog2().unwrap_or(0) }
    8 ilog10 |x| -> U32 if Positive { x.checked_ilog10().unwrap_or(0) }
};

static SIGNED: &[Function] = functions! { Signed [i8 i16 i32 i64];
    1 abs |x| -> Same { x.wrapping_abs() }
    1 wrapping_abs |x| -> Same { x.wrapping_abs() }
    1 unsigned_abs |x| -> Unsigned { x.unsigned_abs() }
    1 signum |x| -> Same { x.signum() }
    1 is_positive |x| -> Bool { x.is_positive() }
    1 is_negative |x| -> Bool { x.is_negative() }
    1 cast_unsigned |x| -> Unsigned { x.cast_unsigned() }
    12 isqrt |x| -> Same if NotNegative { x.checked_isqrt().unwrap_or(0) }
};

static UNSIGNED: &[Function] = functions! { Unsigned [u8 u16 u32 u64];
    12 isqrt |x| -> Same { x.isqrt() }
    1 is_power_of_two |x| -> Bool { x.is_power_of_two() }
    2 next_power_of_two |x| -> Same { x.checked_next_power_of_two().unwrap_or(0) }
    10 div_ceil |x, y: Same| -> Same if DivisorNotZero {
        if y == 0 { 0 } else { x.div_ceil(y) }
    }
    12 next_multiple_of |x, y: Same| -> Same if DivisorNotZero {
        x.checked_next_multiple_of(y).unwrap_or(0)
    }
    10 is_multiple_of |x, y: Same| -> Bool { x.is_multiple_of(y) }
    1 cast_signed |x| -> Signed { x.cast_signed() }
};

static BYTE: &[Function] = functions! { Byte [u8];
    1 is_ascii |x| -> Bool { x.is_ascii() }
    2 is_ascii_alphabetic |x| -> Bool { x.is_ascii_alphabetic() }
    2 is_ascii_uppercase |x| -> Bool { x.is_ascii_uppercase() }
    2 is_ascii_lowercase |x| -> Bool { x.is_ascii_lowercase() }
    4 is_ascii_alphanumeric |x| -> Bool { x.is_ascii_alphanumeric() }
    2 is_ascii_digit |x| -> Bool { x.is_ascii_digit() }
    4 is_ascii_hexdigit |x| -> Bool { x.is_ascii_hexdigit() }
    6 is_ascii_punctuation |x| -> Bool { x.is_ascii_punctuation() }
    2 is_ascii_graphic |x| -> Bool { x.is_ascii_graphic() }
    4 is_ascii_whitespace |x| -> Bool { x.is_ascii_whitespace() }
    2 is_ascii_control |x| -> Bool { x.is_ascii_control() }
    2 to_ascii_uppercase |x| -> Same { x.to_ascii_uppercase() }
    2 to_ascii_lowercase |x| -> Same { x.to_ascii_lowercase() }
};

static BITS: &[Function] = &[Function {
    name: "from_bits",
    receiver: Class::Bits,
    parameters: &[],
    result: Kind::FromBits,
    precondition: Precondition::None,
    cost: 1,
    evaluate: |operands| match operands[0] {
        Constant::U32(bits) => Constant::F32(f32::from_bits(bits)),
        Constant::U64(bits) => Constant::F64(f64::from_bits(bits)),
        other => unreachable!("from_bits takes bits, not {other}"),
    },
}];

static LOGICAL: &[Function] = functions! { Logical [bool];
    1 min |x, y: Same| -> Same { x & y }
    1 max |x, y: Same| -> Same { x | y }
};

/// All functions.
fn all() -> impl Iterator<Item = &'static Function> {
    [FLOAT, INTEGER, SIGNED, UNSIGNED, BYTE, LOGICAL, BITS].into_iter().flatten()
}
