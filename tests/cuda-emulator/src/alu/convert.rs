//! `cvt`: conversions between all types, with rounding and saturation.

use super::rounding::{self, Rounding};
use super::{Alu, AluFunction, Half, Representation, Single, by_float, by_integer, half, lanewise};
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
    if to == ScalarType::F16x2 {
        modifiers.scalar()?;
        // The first operand becomes the upper half.
        let function = lanewise!(|a: Single<false, false>, b: Single<false, false>| -> u32 {
            (Half::write(f64::from(a)) << 16 | Half::write(f64::from(b))) as u32
        });
        return Ok(Some(Alu { function, operands: 2, scalar: ScalarType::F32, result: to }));
    }
    let from = modifiers.scalar()?;
    let function = match (from.is_float(), to.is_float()) {
        (false, false) => between_integers(from, to, saturate),
        (false, true) => from_integer(from, to, rounding.unwrap_or(Rounding::Nearest), saturate),
        (true, false) => to_integer(from, to, integral, flush),
        (true, true) => between_floats(from, to, integral, rounding, flush, saturate),
    };
    let function = function.ok_or_else(|| modifiers.unknown())?;
    Ok(Some(Alu { function, operands: 1, scalar: from, result: to }))
}

fn between_integers(from: ScalarType, to: ScalarType, saturate: bool) -> Option<AluFunction> {
    by_integer!(from, [u8, i8, u16, i16, u32, i32, u64, i64], F => {
        by_integer!(to, [u8, i8, u16, i16, u32, i32, u64, i64], T => if saturate {
            lanewise!(|a: F| -> T { (a as i128).clamp(T::MIN as i128, T::MAX as i128) as T })
        } else {
            lanewise!(|a: F| -> T { a as T })
        })?
    })
}

/// An integer's value as a float in a rounding mode; `exact` is the integer.
fn single_of(exact: i128, rounding: Rounding) -> f32 {
    let nearest = exact as f32;
    step(nearest, (nearest as i128).cmp(&exact), rounding)
}

fn double_of(exact: i128, rounding: Rounding) -> f64 {
    use rounding::Rounded;
    let nearest = exact as f64;
    let error = match exact.cmp(&(nearest as i128)) {
        std::cmp::Ordering::Less => -1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => 1.0,
    };
    nearest.directed(error, rounding)
}

fn step(nearest: f32, against: std::cmp::Ordering, rounding: Rounding) -> f32 {
    use rounding::Rounded;
    let error = match against {
        std::cmp::Ordering::Greater => -1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Less => 1.0,
    };
    nearest.directed(error, rounding)
}

fn from_integer(
    from: ScalarType,
    to: ScalarType,
    rounding: Rounding,
    saturate: bool,
) -> Option<AluFunction> {
    macro_rules! rounded {
        ($mode:ident, $from:ident) => {
            match (to, saturate) {
                (ScalarType::F16, false) => lanewise!(|a: $from| -> u16 {
                    half::from_double(double_of(a as i128, Rounding::$mode), Rounding::$mode)
                }),
                (ScalarType::F32, false) => lanewise!(|a: $from| -> Single<false, false> {
                    single_of(a as i128, Rounding::$mode)
                }),
                (ScalarType::F32, true) => lanewise!(|a: $from| -> Single<false, true> {
                    single_of(a as i128, Rounding::$mode)
                }),
                (ScalarType::F64, false) => {
                    lanewise!(|a: $from| -> f64 { double_of(a as i128, Rounding::$mode) })
                }
                _ => return None,
            }
        };
    }
    by_integer!(from, [u8, i8, u16, i16, u32, i32, u64, i64], F => match (rounding, to) {
        (Rounding::Nearest, ScalarType::F32) if !saturate => {
            lanewise!(|a: F| -> Single<false, false> { a as f32 })
        }
        (Rounding::Nearest, ScalarType::F64) => lanewise!(|a: F| -> f64 { a as f64 }),
        (Rounding::Nearest, _) => rounded!(Nearest, F),
        (Rounding::Zero, _) => rounded!(Zero, F),
        (Rounding::Down, _) => rounded!(Down, F),
        (Rounding::Up, _) => rounded!(Up, F),
    })
}

fn to_integer(
    from: ScalarType,
    to: ScalarType,
    integral: Option<&str>,
    flush: bool,
) -> Option<AluFunction> {
    // What a NaN becomes: zero, unless one of the types is wide.
    let wide = from == ScalarType::F64 || to.size() == 8;
    by_float!(from, flush, false, F => {
        by_integer!(to, [u8, i8, u16, i16, u32, i32, u64, i64], T => {
            macro_rules! rounded {
                ($round:ident) => {
                    if wide {
                        lanewise!(|a: F| -> T {
                            if a.is_nan() { 1 << (T::BITS - 1) } else { a.$round() as T }
                        })
                    } else {
                        lanewise!(|a: F| -> T { a.$round() as T })
                    }
                };
            }
            match integral? {
                "rni" => rounded!(round_ties_even),
                "rzi" => rounded!(trunc),
                "rmi" => rounded!(floor),
                _ => rounded!(ceil),
            }
        })?
    })
}

fn between_floats(
    from: ScalarType,
    to: ScalarType,
    integral: Option<&str>,
    rounding: Option<Rounding>,
    flush: bool,
    saturate: bool,
) -> Option<AluFunction> {
    if from == to {
        return by_float!(from, flush, saturate, T => match integral {
            None => lanewise!(|a: T| -> T { a }),
            Some("rni") => lanewise!(|a: T| -> T { a.round_ties_even() }),
            Some("rzi") => lanewise!(|a: T| -> T { a.trunc() }),
            Some("rmi") => lanewise!(|a: T| -> T { a.floor() }),
            Some(_) => lanewise!(|a: T| -> T { a.ceil() }),
        });
    }
    macro_rules! narrowed {
        ($from:ty, $to:ty) => {
            lanewise!(|a: $from| -> $to { f64::from(a) as f32 })
        };
    }
    by_float!(from, flush, false, F => match to {
        ScalarType::F64 if !saturate => lanewise!(|a: F| -> f64 { f64::from(a) }),
        ScalarType::F32 => match rounding.unwrap_or(Rounding::Nearest) {
            Rounding::Nearest => match (flush, saturate) {
                (false, false) => narrowed!(F, Single<false, false>),
                (true, false) => narrowed!(F, Single<true, false>),
                (false, true) => narrowed!(F, Single<false, true>),
                (true, true) => narrowed!(F, Single<true, true>),
            },
            Rounding::Zero if !saturate => lanewise!(|a: F| -> Single<false, false> {
                rounding::from_double(f64::from(a), 0.0, Rounding::Zero)
            }),
            Rounding::Down if !saturate => lanewise!(|a: F| -> Single<false, false> {
                rounding::from_double(f64::from(a), 0.0, Rounding::Down)
            }),
            Rounding::Up if !saturate => lanewise!(|a: F| -> Single<false, false> {
                rounding::from_double(f64::from(a), 0.0, Rounding::Up)
            }),
            _ => return None,
        },
        ScalarType::F16 if !saturate => match rounding.unwrap_or(Rounding::Nearest) {
            Rounding::Nearest => lanewise!(|a: F| -> Half { f64::from(a) }),
            Rounding::Zero => {
                lanewise!(|a: F| -> u16 { half::from_double(f64::from(a), Rounding::Zero) })
            }
            Rounding::Down => {
                lanewise!(|a: F| -> u16 { half::from_double(f64::from(a), Rounding::Down) })
            }
            Rounding::Up => {
                lanewise!(|a: F| -> u16 { half::from_double(f64::from(a), Rounding::Up) })
            }
        },
        _ => return None,
    })
}
