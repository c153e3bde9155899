//! Instructions on bits: logic, shifts, fields, counts and permutations of bytes.

use super::{Alu, AluFunction, as_unsigned, by_integer, lanewise};
use crate::program::Modifiers;
use crate::ptx::{PtxError, ScalarType};

/// The instruction on bits that the modifiers describe, if it is one.
pub(super) fn select(modifiers: &mut Modifiers<'_>) -> Result<Option<Alu>, PtxError> {
    let opcode = modifiers.opcode();
    let operands = match opcode {
        "not" | "cnot" | "popc" | "clz" | "bfind" | "brev" => 1,
        "and" | "or" | "xor" | "shl" | "shr" | "bmsk" | "szext" => 2,
        "bfe" | "shf" | "prmt" | "fns" => 3,
        "bfi" | "lop3" => 4,
        _ => return Ok(None),
    };
    if modifiers.last_scalar() == Some(ScalarType::Pred) {
        return Ok(None);
    }
    let function = match opcode {
        "shf" => funnel_shift(modifiers),
        "prmt" => permutation(modifiers),
        "bmsk" | "szext" => mask_or_extension(modifiers),
        "bfind" => find_leading(modifiers)?,
        _ => None,
    };
    let scalar = modifiers.scalar()?;
    let result = match opcode {
        "popc" | "clz" | "bfind" => ScalarType::U32,
        _ => scalar,
    };
    let function = function
        .or_else(|| logic(opcode, as_unsigned(scalar)))
        .or_else(|| shift_or_field(opcode, scalar))
        .ok_or_else(|| modifiers.unknown())?;
    Ok(Some(Alu { prepare: None, function, operands, scalar, result }))
}

fn logic(opcode: &str, unsigned: ScalarType) -> Option<AluFunction> {
    by_integer!(unsigned, [u16, u32, u64], T => match opcode {
        "and" => lanewise!(|a: T, b: T| -> T { a & b }),
        "or" => lanewise!(|a: T, b: T| -> T { a | b }),
        "xor" => lanewise!(|a: T, b: T| -> T { a ^ b }),
        "not" => lanewise!(|a: T| -> T { !a }),
        "cnot" => lanewise!(|a: T| -> T { T::from(a == 0) }),
        "shl" => lanewise!(|a: T, b: u32| -> T { a.checked_shl(b).unwrap_or(0) }),
        "popc" => lanewise!(|a: T| -> u32 { a.count_ones() }),
        "clz" => lanewise!(|a: T| -> u32 { a.leading_zeros() }),
        "brev" => lanewise!(|a: T| -> T { a.reverse_bits() }),
        "bfi" => lanewise!(|a: T, b: T, c: u32, d: u32| -> T {
            let field = field_mask(c & 0xff, d & 0xff, T::BITS) as T;
            (b & !field) | (a.checked_shl(c & 0xff).unwrap_or(0) & field)
        }),
        "lop3" => lanewise!(|a: T, b: T, c: T, d: u32| -> T {
            (0..8).filter(|row| d >> row & 1 == 1).fold(0, |found, row| {
                let pick = |bit: u32, value: T| if row >> bit & 1 == 1 { value } else { !value };
                found | (pick(2, a) & pick(1, b) & pick(0, c))
            })
        }),
        "fns" => lanewise!(|a: u32, b: u32, c: i32| -> u32 { find_set_bit(a, b, c) }),
        _ => return None,
    })
}

/// `bmsk` gives a mask from a position and a width, `szext` extends a field of a width. Widths beyond
/// the type count as all of it, or wrap.
fn mask_or_extension(modifiers: &mut Modifiers<'_>) -> Option<AluFunction> {
    let wraps = modifiers.take_one_of(&["clamp", "wrap"])? == "wrap";
    let signed = modifiers.last_scalar() == Some(ScalarType::S32);
    Some(match (modifiers.opcode(), wraps, signed) {
        ("bmsk", false, _) => {
            lanewise!(|a: u32, b: u32| -> u32 { field_mask(a.min(32), b.min(32), 32) as u32 })
        }
        ("bmsk", true, _) => {
            lanewise!(|a: u32, b: u32| -> u32 { field_mask(a & 31, b & 31, 32) as u32 })
        }
        (_, false, false) => lanewise!(|a: u32, b: u32| -> u32 {
            extract_field(i128::from(a), 0, b.min(32), 32, false) as u32
        }),
        (_, true, false) => lanewise!(|a: u32, b: u32| -> u32 {
            extract_field(i128::from(a), 0, b & 31, 32, false) as u32
        }),
        (_, false, true) => lanewise!(|a: i32, b: u32| -> i32 {
            extract_field(i128::from(a), 0, b.min(32), 32, true) as i32
        }),
        (_, true, true) => lanewise!(|a: i32, b: u32| -> i32 {
            extract_field(i128::from(a), 0, b & 31, 32, true) as i32
        }),
    })
}

/// The ones from a position on, as many as the length says, that fit into the type.
fn field_mask(position: u32, length: u32, bits: u32) -> u64 {
    let end = (position + length).min(bits);
    if position >= end {
        return 0;
    }
    let below = |count: u32| if count == 64 { u64::MAX } else { (1_u64 << count) - 1 };
    below(end) & !below(position)
}

fn find_set_bit(mask: u32, base: u32, offset: i32) -> u32 {
    let set = |bit: i64| (0..32).contains(&bit) && mask >> bit & 1 == 1;
    if offset == 0 {
        return if set(i64::from(base)) { base } else { u32::MAX };
    }
    let step = i64::from(offset.signum());
    let mut left = offset.unsigned_abs();
    let mut bit = i64::from(base);
    while (0..32).contains(&bit) {
        if set(bit) {
            left -= 1;
            if left == 0 {
                return bit as u32;
            }
        }
        bit += step;
    }
    u32::MAX
}

fn shift_or_field(opcode: &str, scalar: ScalarType) -> Option<AluFunction> {
    let scalar = match scalar {
        ScalarType::B16 | ScalarType::B32 | ScalarType::B64 => as_unsigned(scalar),
        other => other,
    };
    by_integer!(scalar, [u16, i16, u32, i32, u64, i64], T => match opcode {
        // Shifts by the width or more leave zeros, or copies of the sign.
        "shr" => lanewise!(|a: T, b: u32| -> T {
            a.checked_shr(b).unwrap_or(a >> (T::BITS - 1) >> 1)
        }),
        "bfe" => lanewise!(|a: T, b: u32, c: u32| -> T {
            extract_field(a as i128, b & 0xff, c & 0xff, T::BITS, T::MIN != 0) as T
        }),
        _ => return None,
    })
}

fn extract_field(value: i128, position: u32, length: u32, bits: u32, signed: bool) -> i128 {
    if length == 0 {
        return 0;
    }
    // Bits past the end are copies of the sign, which for unsigned values is zero.
    let shifted =
        if position >= bits { if signed && value < 0 { -1 } else { 0 } } else { value >> position };
    let length = length.min(bits);
    let field = shifted & ((1_i128 << length) - 1);
    let sign_at = (position + length - 1).min(bits - 1);
    let negative = signed && value >> sign_at & 1 == 1;
    if negative { field | (-1_i128 << length) } else { field }
}

fn find_leading(modifiers: &mut Modifiers<'_>) -> Result<Option<AluFunction>, PtxError> {
    let amount = modifiers.take("shiftamt");
    macro_rules! find {
        ($type:ident, $meaningful:expr) => {{
            if amount {
                lanewise!(|a: $type| -> u32 {
                    let zeros = ($meaningful)(a).leading_zeros();
                    if zeros == $type::BITS { u32::MAX } else { zeros }
                })
            } else {
                lanewise!(|a: $type| -> u32 {
                    ($type::BITS - 1).wrapping_sub(($meaningful)(a).leading_zeros())
                })
            }
        }};
    }
    Ok(match modifiers.last_scalar() {
        Some(ScalarType::U32) => Some(find!(u32, |a: u32| a)),
        Some(ScalarType::U64) => Some(find!(u64, |a: u64| a)),
        Some(ScalarType::S32) => Some(find!(i32, |a: i32| if a < 0 { !a } else { a })),
        Some(ScalarType::S64) => Some(find!(i64, |a: i64| if a < 0 { !a } else { a })),
        _ => return Err(modifiers.unknown()),
    })
}

fn funnel_shift(modifiers: &mut Modifiers<'_>) -> Option<AluFunction> {
    let direction = modifiers.take_one_of(&["l", "r"])?;
    let mode = modifiers.take_one_of(&["clamp", "wrap"])?;
    Some(match (direction, mode) {
        ("l", "wrap") => lanewise!(|a: u32, b: u32, c: u32| -> u32 { funnel_left(a, b, c & 31) }),
        ("l", _) => lanewise!(|a: u32, b: u32, c: u32| -> u32 { funnel_left(a, b, c.min(32)) }),
        (_, "wrap") => lanewise!(|a: u32, b: u32, c: u32| -> u32 { funnel_right(a, b, c & 31) }),
        _ => lanewise!(|a: u32, b: u32, c: u32| -> u32 { funnel_right(a, b, c.min(32)) }),
    })
}

fn pair(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

fn funnel_left(low: u32, high: u32, by: u32) -> u32 {
    (u128::from(pair(low, high)) << by >> 32) as u32
}

fn funnel_right(low: u32, high: u32, by: u32) -> u32 {
    (pair(low, high) >> by) as u32
}

fn permutation(modifiers: &mut Modifiers<'_>) -> Option<AluFunction> {
    let mode = modifiers.take_one_of(&["f4e", "b4e", "rc8", "ecl", "ecr", "rc16"]);
    macro_rules! by_selector {
        ($bytes:expr) => {
            lanewise!(|a: u32, b: u32, c: u32| -> u32 {
                let choose: fn(usize) -> [usize; 4] = $bytes;
                let bytes = pair(a, b).to_le_bytes();
                u32::from_le_bytes(choose(c as usize & 3).map(|byte| bytes[byte]))
            })
        };
    }
    Some(match mode {
        None => lanewise!(|a: u32, b: u32, c: u32| -> u32 { permute(pair(a, b), c) }),
        Some("f4e") => by_selector!(|s| [s, s + 1, s + 2, s + 3]),
        Some("b4e") => by_selector!(|s| [s, (s + 7) & 7, (s + 6) & 7, (s + 5) & 7]),
        Some("rc8") => by_selector!(|s| [s; 4]),
        Some("ecl") => by_selector!(|s| [s, 1.max(s), 2.max(s), 3]),
        Some("ecr") => by_selector!(|s| [0, s.min(1), s.min(2), s]),
        Some(_) => by_selector!(|s| [(s & 1) * 2, (s & 1) * 2 + 1, (s & 1) * 2, (s & 1) * 2 + 1]),
    })
}

/// The general mode: each nibble of the selector picks a byte, or copies of its sign.
fn permute(bytes: u64, selector: u32) -> u32 {
    let bytes = bytes.to_le_bytes();
    let chosen = [0, 4, 8, 12].map(|at| {
        let nibble = selector >> at;
        let byte = bytes[nibble as usize & 7];
        if nibble & 8 == 0 { byte } else { ((byte as i8) >> 7) as u8 }
    });
    u32::from_le_bytes(chosen)
}
