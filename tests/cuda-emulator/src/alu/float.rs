//! Floating-point arithmetic and the approximate functions.
//!
//! An approximate function gives the correctly rounded or nearly so result, where hardware is off by
//! a few units in the last place.

use super::rounding::{Rounded, Rounding};
use super::{Alu, AluFunction, Half, Representation, Single, by_float, by_wide_float, lanewise};
use crate::program::Modifiers;
use crate::ptx::{PtxError, ScalarType};

/// The floating-point instruction that the modifiers describe, if it is one.
pub(super) fn select(modifiers: &mut Modifiers<'_>) -> Result<Option<Alu>, PtxError> {
    let opcode = modifiers.opcode();
    let operands = match opcode {
        "abs" | "neg" | "sqrt" | "rsqrt" | "rcp" | "ex2" | "lg2" | "sin" | "cos" | "tanh" => 1,
        "add" | "sub" | "mul" | "div" | "min" | "max" | "copysign" => 2,
        "fma" | "mad" => 3,
        _ => return Ok(None),
    };
    let Some(scalar) = modifiers.last_scalar().filter(|scalar| scalar.is_float()) else {
        return Ok(None);
    };
    let approximate = modifiers.take_one_of(&["approx", "full"]).is_some();
    let rounding = modifiers.rounding().unwrap_or(Rounding::Nearest);
    let flush = modifiers.take("ftz");
    let saturate = modifiers.take("sat");
    let propagate = modifiers.take("NaN");
    modifiers.scalar()?;
    let function = match opcode {
        "abs" | "neg" | "copysign" => sign(opcode, scalar, flush),
        "min" | "max" => extremum(opcode, scalar, flush, propagate),
        "add" | "sub" | "mul" | "fma" | "mad" => {
            arithmetic(opcode, scalar, flush, saturate, rounding)
        }
        "div" | "sqrt" | "rcp" if !approximate => division(opcode, scalar, flush, rounding),
        _ => approximation(opcode, scalar, flush),
    };
    let function = function.ok_or_else(|| modifiers.unknown())?;
    Ok(Some(Alu { prepare: None, function, operands, scalar, result: scalar }))
}

/// Instructions that touch the sign bit alone, so that the bits of a NaN stay.
fn sign(opcode: &str, scalar: ScalarType, flush: bool) -> Option<AluFunction> {
    if flush && scalar == ScalarType::F32 {
        return Some(match opcode {
            "abs" => lanewise!(|a: Single<true, false>| -> Single<true, false> { a.abs() }),
            "neg" => lanewise!(|a: Single<true, false>| -> Single<true, false> { -a }),
            _ => return None,
        });
    }
    macro_rules! on_bits {
        ($bits:ident) => {{
            const SIGN: $bits = 1 << ($bits::BITS - 1);
            match opcode {
                "abs" => lanewise!(|a: $bits| -> $bits { a & !SIGN }),
                "neg" => lanewise!(|a: $bits| -> $bits { a ^ SIGN }),
                // The sign comes from the first operand.
                _ => lanewise!(|a: $bits, b: $bits| -> $bits { (a & SIGN) | (b & !SIGN) }),
            }
        }};
    }
    Some(match scalar {
        ScalarType::F16 => on_bits!(u16),
        ScalarType::F32 => on_bits!(u32),
        ScalarType::F64 => on_bits!(u64),
        _ => return None,
    })
}

fn extremum(opcode: &str, scalar: ScalarType, flush: bool, propagate: bool) -> Option<AluFunction> {
    by_float!(scalar, flush, false, T => match (opcode, propagate) {
        ("min", false) => lanewise!(|a: T, b: T| -> T { smaller(a, b) }),
        ("max", false) => lanewise!(|a: T, b: T| -> T { -smaller(-a, -b) }),
        ("min", true) => lanewise!(|a: T, b: T| -> T { if a.is_nan() || b.is_nan() { a + b } else { smaller(a, b) } }),
        _ => lanewise!(|a: T, b: T| -> T { if a.is_nan() || b.is_nan() { a + b } else { -smaller(-a, -b) } }),
    })
}

/// The operations that `min` needs of a type.
trait Ordered: Copy + PartialOrd {
    fn is_negative(self) -> bool;
}

impl Ordered for f32 {
    fn is_negative(self) -> bool {
        self.is_sign_negative()
    }
}

impl Ordered for f64 {
    fn is_negative(self) -> bool {
        self.is_sign_negative()
    }
}

/// The smaller, where -0 is below +0 and a NaN gives way to a number.
#[inline(always)]
#[expect(clippy::eq_op, reason = "only a NaN differs from itself")]
fn smaller<T: Ordered>(a: T, b: T) -> T {
    if a < b || b != b || (a == b && a.is_negative()) { a } else { b }
}

fn arithmetic(
    opcode: &str,
    scalar: ScalarType,
    flush: bool,
    saturate: bool,
    rounding: Rounding,
) -> Option<AluFunction> {
    macro_rules! rounded {
        ($type:ident, $mode:ident) => {
            match opcode {
                "add" => lanewise!(|a: $type, b: $type| -> $type { a.sum(b, Rounding::$mode) }),
                "sub" => lanewise!(|a: $type, b: $type| -> $type { a.sum(-b, Rounding::$mode) }),
                "mul" => lanewise!(|a: $type, b: $type| -> $type { a.product(b, Rounding::$mode) }),
                _ => lanewise!(|a: $type, b: $type, c: $type| -> $type {
                    a.fused(b, c, Rounding::$mode)
                }),
            }
        };
    }
    match rounding {
        Rounding::Nearest => by_float!(scalar, flush, saturate, T => rounded!(T, Nearest)),
        _ if saturate => None,
        Rounding::Zero => by_wide_float!(scalar, flush, T => rounded!(T, Zero)),
        Rounding::Down => by_wide_float!(scalar, flush, T => rounded!(T, Down)),
        Rounding::Up => by_wide_float!(scalar, flush, T => rounded!(T, Up)),
    }
}

fn division(
    opcode: &str,
    scalar: ScalarType,
    flush: bool,
    rounding: Rounding,
) -> Option<AluFunction> {
    macro_rules! rounded {
        ($type:ident, $mode:ident) => {
            match opcode {
                "div" => {
                    lanewise!(|a: $type, b: $type| -> $type { a.quotient(b, Rounding::$mode) })
                }
                "sqrt" => lanewise!(|a: $type| -> $type { a.root(Rounding::$mode) }),
                _ => lanewise!(|a: $type| -> $type {
                    <<$type as Representation>::Value as From<i8>>::from(1)
                        .quotient(a, Rounding::$mode)
                }),
            }
        };
    }
    match rounding {
        Rounding::Nearest => by_wide_float!(scalar, flush, T => rounded!(T, Nearest)),
        Rounding::Zero => by_wide_float!(scalar, flush, T => rounded!(T, Zero)),
        Rounding::Down => by_wide_float!(scalar, flush, T => rounded!(T, Down)),
        Rounding::Up => by_wide_float!(scalar, flush, T => rounded!(T, Up)),
    }
}

fn approximation(opcode: &str, scalar: ScalarType, flush: bool) -> Option<AluFunction> {
    if scalar == ScalarType::F64 {
        // These two opcodes keep the upper half of the bits and flush subnormal numbers.
        return Some(match opcode {
            "rcp" => lanewise!(|a: f64| -> f64 { upper_half(1.0 / flushed(a)) }),
            "rsqrt" => lanewise!(|a: f64| -> f64 { upper_half(1.0 / flushed(a).sqrt()) }),
            _ => return None,
        });
    }
    if scalar == ScalarType::F16 {
        return Some(match opcode {
            "ex2" => lanewise!(|a: Half| -> Half { a.exp2() }),
            "tanh" => lanewise!(|a: Half| -> Half { a.tanh() }),
            _ => return None,
        });
    }
    macro_rules! approximate {
        ($single:ty) => {
            match opcode {
                "div" => lanewise!(|a: $single, b: $single| -> $single { a / b }),
                "rcp" => lanewise!(|a: $single| -> $single { 1.0 / a }),
                "sqrt" => lanewise!(|a: $single| -> $single { a.sqrt() }),
                "rsqrt" => {
                    lanewise!(|a: $single| -> $single { (1.0 / f64::from(a).sqrt()) as f32 })
                }
                "ex2" => lanewise!(|a: $single| -> $single { a.exp2() }),
                "lg2" => lanewise!(|a: $single| -> $single { a.log2() }),
                "sin" => lanewise!(|a: $single| -> $single { a.sin() }),
                "cos" => lanewise!(|a: $single| -> $single { a.cos() }),
                "tanh" => lanewise!(|a: $single| -> $single { a.tanh() }),
                _ => return None,
            }
        };
    }
    Some(if flush { approximate!(Single<true, false>) } else { approximate!(Single<false, false>) })
}

fn flushed(value: f64) -> f64 {
    if value.is_subnormal() { 0.0_f64.copysign(value) } else { value }
}

fn upper_half(value: f64) -> f64 {
    flushed(f64::from_bits(value.to_bits() & !0xffff_ffff))
}
