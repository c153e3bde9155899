//! `cvt`: conversions between all types, with rounding and saturation.
//!
//! There are many pairs of types, so that most conversions take two steps: the operand is first
//! extended to 64 bits, or rounded to an integer, and then converted.

use super::rounding::{self, Rounded, Rounding};
use super::{
    Alu, AluFunction, Half, Representation, Single, by_float, by_integer, extension, half,
    lanewise, truncation,
};
use crate::program::Modifiers;
use crate::ptx::{PtxError, ScalarType};

/// The conversion that the modifiers describe, if it is one.
pub(super) fn select(modifiers: &mut Modifiers<'_>) -> Result<Option<Alu>, PtxError> {
    if modifiers.opcode() != "cvt" {
        return Ok(None);
    }
    let integral = modifiers.take_one_of(&["rni", "rzi", "rmi", "rpi"]);
    let rounding = modifiers.rounding();
    let flush = modifiers.take("ftz");
    let saturate = modifiers.take("sat");
    let to = modifiers.scalar()?;
    let scalar = modifiers.scalar()?;
    if to == ScalarType::F16x2 {
        // The first operand becomes the upper half.
        let function = lanewise!(|a: Single<false, false>, b: Single<false, false>| -> u32 {
            (Half::write(f64::from(a)) << 16 | Half::write(f64::from(b))) as u32
        });
        return Ok(Some(Alu { prepare: None, function, operands: 2, scalar, result: to }));
    }
    let mode = rounding.unwrap_or(Rounding::Nearest);
    let steps = match (scalar.is_float(), to.is_float()) {
        (false, false) => between_integers(scalar, to, saturate),
        (false, true) => from_integer(scalar, to, mode, saturate),
        (true, false) => to_integer(scalar, to, integral, flush),
        (true, true) if scalar == to => {
            integral_value(scalar, integral, flush, saturate).map(|function| (None, function))
        }
        (true, true) => between_floats(scalar, to, mode, flush, saturate),
    };
    let (prepare, function) = steps.ok_or_else(|| modifiers.unknown())?;
    Ok(Some(Alu { prepare, function, operands: 1, scalar, result: to }))
}

/// A first step, if there is one, and the last.
type Steps = Option<(Option<AluFunction>, AluFunction)>;

/// Extends an integer to 64 bits.
fn widened(from: ScalarType) -> Option<AluFunction> {
    extension(from).or_else(|| truncation(from.size()))
}

fn between_integers(from: ScalarType, to: ScalarType, saturate: bool) -> Steps {
    if saturate {
        let clamp = if from.is_signed() {
            by_integer!(to, [u8, i8, u16, i16, u32, i32, u64, i64], T => lanewise!(|a: i64| -> T {
                i128::from(a).clamp(T::MIN as i128, T::MAX as i128) as T
            }))
        } else {
            by_integer!(to, [u8, i8, u16, i16, u32, i32, u64, i64], T => lanewise!(|a: u64| -> T {
                i128::from(a).min(T::MAX as i128) as T
            }))
        };
        return clamp.map(|clamp| (widened(from), clamp));
    }
    let copy = lanewise!(|a: u64| -> u64 { a });
    Some(if to.size() <= from.size() {
        (None, truncation(to.size()).unwrap_or(copy))
    } else {
        (widened(from), truncation(to.size()).unwrap_or(copy))
    })
}

fn from_integer(from: ScalarType, to: ScalarType, rounding: Rounding, saturate: bool) -> Steps {
    if rounding == Rounding::Nearest && !saturate {
        let direct = match (from, to) {
            (ScalarType::S32, ScalarType::F32) => {
                Some(lanewise!(|a: i32| -> Single<false, false> { a as f32 }))
            }
            (ScalarType::U32, ScalarType::F32) => {
                Some(lanewise!(|a: u32| -> Single<false, false> { a as f32 }))
            }
            (ScalarType::S32, ScalarType::F64) => Some(lanewise!(|a: i32| -> f64 { f64::from(a) })),
            (ScalarType::U32, ScalarType::F64) => Some(lanewise!(|a: u32| -> f64 { f64::from(a) })),
            _ => None,
        };
        if let Some(direct) = direct {
            return Some((None, direct));
        }
    }
    macro_rules! rounded {
        ($from:ident, $mode:ident) => {
            match (to, saturate) {
                (ScalarType::F16, false) => lanewise!(|a: $from| -> u16 {
                    // Integers beyond 53 bits overflow anyway.
                    half::from_double(a as f64, Rounding::$mode)
                }),
                (ScalarType::F32, false) => lanewise!(|a: $from| -> Single<false, false> {
                    single_of(i128::from(a), Rounding::$mode)
                }),
                (ScalarType::F32, true) => lanewise!(|a: $from| -> Single<false, true> {
                    single_of(i128::from(a), Rounding::$mode)
                }),
                (ScalarType::F64, false) => {
                    lanewise!(|a: $from| -> f64 { double_of(i128::from(a), Rounding::$mode) })
                }
                _ => return None,
            }
        };
    }
    let function = match (from.is_signed(), rounding) {
        (true, Rounding::Nearest) => rounded!(i64, Nearest),
        (true, Rounding::Zero) => rounded!(i64, Zero),
        (true, Rounding::Down) => rounded!(i64, Down),
        (true, Rounding::Up) => rounded!(i64, Up),
        (false, Rounding::Nearest) => rounded!(u64, Nearest),
        (false, Rounding::Zero) => rounded!(u64, Zero),
        (false, Rounding::Down) => rounded!(u64, Down),
        (false, Rounding::Up) => rounded!(u64, Up),
    };
    Some((widened(from), function))
}

#[inline(never)]
fn single_of(exact: i128, rounding: Rounding) -> f32 {
    let nearest = exact as f32;
    let error = (exact - nearest as i128).signum() as f32;
    nearest.directed(error, rounding)
}

#[inline(never)]
fn double_of(exact: i128, rounding: Rounding) -> f64 {
    let nearest = exact as f64;
    let error = (exact - nearest as i128).signum() as f64;
    nearest.directed(error, rounding)
}

fn to_integer(from: ScalarType, to: ScalarType, integral: Option<&str>, flush: bool) -> Steps {
    macro_rules! truncated {
        ($from:ty) => {
            by_integer!(to, [u8, i8, u16, i16, u32, i32, u64, i64], T => lanewise!(|a: $from| -> T {
                // A NaN becomes zero, unless one of the types is wide.
                let wide = size_of_val(&a) == 8 || T::BITS == 64;
                if wide && a.is_nan() { 1 << (T::BITS - 1) } else { a as T }
            }))
        };
    }
    let function = match from {
        // As `f32`, so that its NaN counts as one of a narrow type.
        ScalarType::F16 => truncated!(HalfAsSingle),
        ScalarType::F32 => truncated!(Single<false, false>),
        _ => truncated!(f64),
    };
    let prepare = match integral? {
        "rzi" => None,
        other => Some(integral_value(from, Some(other), flush, false)?),
    };
    function.map(|function| (prepare, function))
}

/// An `f16` that is read as an `f32`.
struct HalfAsSingle;

impl Representation for HalfAsSingle {
    type Value = f32;

    fn read(slot: u64) -> f32 {
        half::to_double(slot as u16) as f32
    }

    fn write(value: f32) -> u64 {
        Half::write(f64::from(value))
    }
}

/// Rounds to an integer, or only flushes and saturates.
fn integral_value(
    scalar: ScalarType,
    integral: Option<&str>,
    flush: bool,
    saturate: bool,
) -> Option<AluFunction> {
    by_float!(scalar, flush, saturate, T => match integral {
        None => lanewise!(|a: T| -> T { a }),
        Some("rni") => lanewise!(|a: T| -> T { a.round_ties_even() }),
        Some("rzi") => lanewise!(|a: T| -> T { a.trunc() }),
        Some("rmi") => lanewise!(|a: T| -> T { a.floor() }),
        Some(_) => lanewise!(|a: T| -> T { a.ceil() }),
    })
}

/// Through `f64`, which has the values of all types.
fn between_floats(
    from: ScalarType,
    to: ScalarType,
    rounding: Rounding,
    flush: bool,
    saturate: bool,
) -> Steps {
    let widened = match (from, flush) {
        (ScalarType::F16, _) => Some(lanewise!(|a: Half| -> f64 { a })),
        (ScalarType::F32, false) => {
            Some(lanewise!(|a: Single<false, false>| -> f64 { f64::from(a) }))
        }
        (ScalarType::F32, true) => {
            Some(lanewise!(|a: Single<true, false>| -> f64 { f64::from(a) }))
        }
        _ => None,
    };
    macro_rules! to_single {
        ($mode:ident) => {
            lanewise!(|a: f64| -> Single<false, false> {
                rounding::from_double(a, 0.0, Rounding::$mode)
            })
        };
    }
    macro_rules! to_half {
        ($mode:ident) => {
            lanewise!(|a: f64| -> u16 { half::from_double(a, Rounding::$mode) })
        };
    }
    let function = match (to, rounding, flush, saturate) {
        (ScalarType::F64, _, _, false) => return widened.map(|function| (None, function)),
        (ScalarType::F32, Rounding::Nearest, false, false) => to_single!(Nearest),
        (ScalarType::F32, Rounding::Zero, _, false) => to_single!(Zero),
        (ScalarType::F32, Rounding::Down, _, false) => to_single!(Down),
        (ScalarType::F32, Rounding::Up, _, false) => to_single!(Up),
        (ScalarType::F32, Rounding::Nearest, true, false) => {
            lanewise!(|a: f64| -> Single<true, false> { a as f32 })
        }
        (ScalarType::F32, Rounding::Nearest, _, true) => {
            lanewise!(|a: f64| -> Single<false, true> { a as f32 })
        }
        (ScalarType::F16, Rounding::Nearest, _, false) => to_half!(Nearest),
        (ScalarType::F16, Rounding::Zero, _, false) => to_half!(Zero),
        (ScalarType::F16, Rounding::Down, _, false) => to_half!(Down),
        (ScalarType::F16, Rounding::Up, _, false) => to_half!(Up),
        _ => return None,
    };
    Some((widened, function))
}
