//! Integer arithmetic.

use super::{Alu, AluFunction, as_unsigned, by_integer, lanewise};
use crate::program::Modifiers;
use crate::ptx::{PtxError, ScalarType};

/// The integer instruction that the modifiers describe, if it is one.
pub(super) fn select(modifiers: &mut Modifiers<'_>) -> Result<Option<Alu>, PtxError> {
    let opcode = modifiers.opcode();
    let operands = match opcode {
        "abs" | "neg" => 1,
        "add" | "sub" | "mul" | "mul24" | "div" | "rem" | "min" | "max" => 2,
        "mad" | "mad24" | "sad" | "dp4a" | "dp2a" => 3,
        _ => return Ok(None),
    };
    if modifiers.last_scalar().is_none_or(ScalarType::is_float) {
        return Ok(None);
    }
    match opcode {
        "mul" | "mad" => product(modifiers).map(Some),
        "mul24" | "mad24" => product_of_24_bits(modifiers).map(Some),
        "dp4a" | "dp2a" => dot_product(modifiers).map(Some),
        _ => {
            let saturate = modifiers.take("sat");
            let scalar = modifiers.scalar()?;
            let function = match opcode {
                "add" | "sub" if saturate => saturating(opcode, scalar),
                _ if saturate => None,
                _ => simple(opcode, scalar),
            };
            let function = function.ok_or_else(|| modifiers.unknown())?;
            Ok(Some(Alu { prepare: None, function, operands, scalar, result: scalar }))
        }
    }
}

fn saturating(opcode: &str, scalar: ScalarType) -> Option<AluFunction> {
    match (opcode, scalar) {
        ("add", ScalarType::S32) => {
            Some(lanewise!(|a: i32, b: i32| -> i32 { a.saturating_add(b) }))
        }
        ("sub", ScalarType::S32) => {
            Some(lanewise!(|a: i32, b: i32| -> i32 { a.saturating_sub(b) }))
        }
        _ => None,
    }
}

fn simple(opcode: &str, scalar: ScalarType) -> Option<AluFunction> {
    // Signed types only: unsigned ones are refused.
    let signed = match opcode {
        "abs" => {
            by_integer!(scalar, [i16, i32, i64], T => lanewise!(|a: T| -> T { a.wrapping_abs() }))
        }
        "neg" => {
            by_integer!(scalar, [i16, i32, i64], T => lanewise!(|a: T| -> T { a.wrapping_neg() }))
        }
        _ => None,
    };
    if signed.is_some() {
        return signed;
    }
    by_integer!(scalar, [u16, i16, u32, i32, u64, i64], T => match opcode {
        "add" => lanewise!(|a: T, b: T| -> T { a.wrapping_add(b) }),
        "sub" => lanewise!(|a: T, b: T| -> T { a.wrapping_sub(b) }),
        // The result of a division by zero is unspecified; the hardware gives all ones, and the dividend as
        // the remainder.
        "div" => lanewise!(|a: T, b: T| -> T { if b == 0 { !0 } else { a.wrapping_div(b) } }),
        "rem" => lanewise!(|a: T, b: T| -> T { if b == 0 { a } else { a.wrapping_rem(b) } }),
        "min" => lanewise!(|a: T, b: T| -> T { a.min(b) }),
        "max" => lanewise!(|a: T, b: T| -> T { a.max(b) }),
        "sad" => lanewise!(|a: T, b: T, c: T| -> T { c.wrapping_add(a.abs_diff(b) as T) }),
        _ => return None,
    })
}

fn product(modifiers: &mut Modifiers<'_>) -> Result<Alu, PtxError> {
    let part = modifiers.take_one_of(&["lo", "hi", "wide"]);
    let saturate = modifiers.take("sat");
    let scalar = modifiers.scalar()?;
    let accumulate = modifiers.opcode() == "mad";
    let function = match part {
        Some("lo") if !saturate => low_product(as_unsigned(scalar)),
        Some("hi") if saturate => match scalar {
            ScalarType::S32 => Some(lanewise!(|a: i32, b: i32, c: i32| -> i32 {
                (((i64::from(a) * i64::from(b)) >> 32) as i32).saturating_add(c)
            })),
            _ => None,
        },
        Some("hi") => high_product(scalar, accumulate),
        Some("wide") => wide_product(scalar, accumulate),
        _ => None,
    };
    let function =
        if part == Some("lo") && accumulate { low_sum(as_unsigned(scalar)) } else { function };
    let result = if part == Some("wide") { wider(scalar) } else { scalar };
    Ok(Alu {
        prepare: None,
        function: function.ok_or_else(|| modifiers.unknown())?,
        operands: if accumulate { 3 } else { 2 },
        scalar,
        result,
    })
}

fn wider(scalar: ScalarType) -> ScalarType {
    match scalar {
        ScalarType::U16 => ScalarType::U32,
        ScalarType::S16 => ScalarType::S32,
        ScalarType::U32 => ScalarType::U64,
        _ => ScalarType::S64,
    }
}

fn low_product(unsigned: ScalarType) -> Option<AluFunction> {
    by_integer!(unsigned, [u16, u32, u64], T => lanewise!(|a: T, b: T| -> T { a.wrapping_mul(b) }))
}

fn low_sum(unsigned: ScalarType) -> Option<AluFunction> {
    by_integer!(unsigned, [u16, u32, u64], T => lanewise!(|a: T, b: T, c: T| -> T {
        a.wrapping_mul(b).wrapping_add(c)
    }))
}

fn high_product(scalar: ScalarType, accumulate: bool) -> Option<AluFunction> {
    macro_rules! high {
        ($narrow:ident, $wide:ident) => {
            if accumulate {
                lanewise!(|a: $narrow, b: $narrow, c: $narrow| -> $narrow {
                    let high = ($wide::from(a) * $wide::from(b)) >> $narrow::BITS;
                    (high as $narrow).wrapping_add(c)
                })
            } else {
                lanewise!(|a: $narrow, b: $narrow| -> $narrow {
                    (($wide::from(a) * $wide::from(b)) >> $narrow::BITS) as $narrow
                })
            }
        };
    }
    Some(match scalar {
        ScalarType::U16 => high!(u16, u32),
        ScalarType::S16 => high!(i16, i32),
        ScalarType::U32 => high!(u32, u64),
        ScalarType::S32 => high!(i32, i64),
        ScalarType::U64 => high!(u64, u128),
        ScalarType::S64 => high!(i64, i128),
        _ => return None,
    })
}

fn wide_product(scalar: ScalarType, accumulate: bool) -> Option<AluFunction> {
    macro_rules! wide {
        ($narrow:ident, $wide:ident) => {
            if accumulate {
                lanewise!(|a: $narrow, b: $narrow, c: $wide| -> $wide {
                    ($wide::from(a) * $wide::from(b)).wrapping_add(c)
                })
            } else {
                lanewise!(|a: $narrow, b: $narrow| -> $wide { $wide::from(a) * $wide::from(b) })
            }
        };
    }
    Some(match scalar {
        ScalarType::U16 => wide!(u16, u32),
        ScalarType::S16 => wide!(i16, i32),
        ScalarType::U32 => wide!(u32, u64),
        ScalarType::S32 => wide!(i32, i64),
        _ => return None,
    })
}

fn product_of_24_bits(modifiers: &mut Modifiers<'_>) -> Result<Alu, PtxError> {
    let low = modifiers.take("lo") || !modifiers.take("hi");
    let scalar = modifiers.scalar()?;
    let accumulate = modifiers.opcode() == "mad24";
    let function = match (scalar, low) {
        (ScalarType::U32, true) => lanewise!(|a: u32, b: u32, c: u32| -> u32 {
            (unsigned_24(a) * unsigned_24(b)).wrapping_add(u64::from(c)) as u32
        }),
        (ScalarType::U32, false) => lanewise!(|a: u32, b: u32, c: u32| -> u32 {
            ((unsigned_24(a) * unsigned_24(b)) >> 16).wrapping_add(u64::from(c)) as u32
        }),
        (ScalarType::S32, true) => lanewise!(|a: i32, b: i32, c: i32| -> i32 {
            (signed_24(a) * signed_24(b)).wrapping_add(i64::from(c)) as i32
        }),
        (ScalarType::S32, false) => lanewise!(|a: i32, b: i32, c: i32| -> i32 {
            ((signed_24(a) * signed_24(b)) >> 16).wrapping_add(i64::from(c)) as i32
        }),
        _ => return Err(modifiers.unknown()),
    };
    // Operands that are absent read as zeros, so that a product is a sum with zero.
    Ok(Alu {
        prepare: None,
        function,
        operands: if accumulate { 3 } else { 2 },
        scalar,
        result: scalar,
    })
}

fn unsigned_24(value: u32) -> u64 {
    u64::from(value & 0xff_ffff)
}

fn signed_24(value: i32) -> i64 {
    i64::from(value << 8 >> 8)
}

fn dot_product(modifiers: &mut Modifiers<'_>) -> Result<Alu, PtxError> {
    let four = modifiers.opcode() == "dp4a";
    let low = four || modifiers.take("lo") || !modifiers.take("hi");
    let first = modifiers.scalar()?;
    let second = modifiers.scalar()?;
    macro_rules! dot {
        ($a:ident, $b:ident, $wide:ident) => {
            match (four, low) {
                (true, _) => lanewise!(|a: u32, b: u32, c: i32| -> i32 {
                    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
                    (0..4).fold(c, |sum, i| {
                        sum.wrapping_add(i32::from(a[i] as $a) * i32::from(b[i] as $b))
                    })
                }),
                (false, true) => lanewise!(|a: u32, b: u32, c: i32| -> i32 {
                    let b = b.to_le_bytes();
                    c.wrapping_add(i32::from(a as $wide) * i32::from(b[0] as $b))
                        .wrapping_add(i32::from((a >> 16) as $wide) * i32::from(b[1] as $b))
                }),
                (false, false) => lanewise!(|a: u32, b: u32, c: i32| -> i32 {
                    let b = b.to_le_bytes();
                    c.wrapping_add(i32::from(a as $wide) * i32::from(b[2] as $b))
                        .wrapping_add(i32::from((a >> 16) as $wide) * i32::from(b[3] as $b))
                }),
            }
        };
    }
    let function = match (first, second) {
        (ScalarType::U32, ScalarType::U32) => dot!(u8, u8, u16),
        (ScalarType::U32, ScalarType::S32) => dot!(u8, i8, u16),
        (ScalarType::S32, ScalarType::U32) => dot!(i8, u8, i16),
        (ScalarType::S32, ScalarType::S32) => dot!(i8, i8, i16),
        _ => return Err(modifiers.unknown()),
    };
    Ok(Alu { prepare: None, function, operands: 3, scalar: first, result: ScalarType::S32 })
}
