//! Additions, subtractions and products with a carry from one instruction to the next.

use super::{Lanes, Mask, Representation, Sources, WARP_SIZE, as_unsigned, by_integer, lanes_of};
use crate::program::Modifiers;
use crate::ptx::{PtxError, ScalarType};

/// Computes the lanes of the mask (the last argument) with the carries in; gives carries out too.
pub type CarryFunction = fn(&Sources<'_>, Mask, Mask) -> (Lanes, Mask);

/// An instruction with a carry.
#[derive(Clone, Copy)]
pub struct Carry {
    /// The function that the instruction computes.
    pub function: CarryFunction,
    /// The number of operands.
    pub operands: usize,
    /// The type of operands and result.
    pub scalar: ScalarType,
    /// True if the instruction reads the carry.
    pub reads: bool,
    /// True if the instruction writes the carry.
    pub writes: bool,
}

/// The instruction with a carry that the modifiers describe, if it is one.
pub fn select(modifiers: &mut Modifiers<'_>) -> Result<Option<Carry>, PtxError> {
    let opcode = modifiers.opcode();
    let (base, reads) = match opcode {
        "add" | "sub" | "mad" if modifiers.has("cc") => (opcode, false),
        "addc" => ("add", true),
        "subc" => ("sub", true),
        "madc" => ("mad", true),
        _ => return Ok(None),
    };
    let high = base == "mad" && modifiers.take_one_of(&["lo", "hi"]) == Some("hi");
    let writes = modifiers.take("cc");
    let scalar = modifiers.scalar()?;
    let function = if high { high_product(scalar) } else { low(base, scalar) };
    Ok(Some(Carry {
        function: function.ok_or_else(|| modifiers.unknown())?,
        operands: if base == "mad" { 3 } else { 2 },
        scalar,
        reads,
        writes,
    }))
}

macro_rules! with_carry {
    (|$a:ident : $type:ty, $b:ident, $c:ident, $carry:ident| $body:expr) => {{
        fn apply(sources: &Sources<'_>, carry_in: Mask, mask: Mask) -> (Lanes, Mask) {
            let mut result = [0; WARP_SIZE];
            let mut carry_out = 0;
            for lane in lanes_of(mask) {
                let [$a, $b, $c, _] =
                    sources.map(|source| <$type as Representation>::read(source[lane]));
                let $carry = carry_in >> lane & 1 == 1;
                let (value, carry): ($type, bool) = $body;
                result[lane] = <$type as Representation>::write(value);
                carry_out |= Mask::from(carry) << lane;
            }
            (result, carry_out)
        }
        apply as CarryFunction
    }};
}

fn low(base: &str, scalar: ScalarType) -> Option<CarryFunction> {
    by_integer!(as_unsigned(scalar), [u32, u64], T => match base {
        "add" => with_carry!(|a: T, b, _c, carry| a.carrying_add(b, carry)),
        "sub" => with_carry!(|a: T, b, _c, borrow| a.borrowing_sub(b, borrow)),
        _ => with_carry!(|a: T, b, c, carry| a.wrapping_mul(b).carrying_add(c, carry)),
    })
}

fn high_product(scalar: ScalarType) -> Option<CarryFunction> {
    macro_rules! high {
        ($narrow:ident, $wide:ident, $unsigned:ident) => {
            with_carry!(|a: $narrow, b, c, carry| {
                let high = (($wide::from(a) * $wide::from(b)) >> $narrow::BITS) as $unsigned;
                let (value, carry) = high.carrying_add(c as $unsigned, carry);
                (value as $narrow, carry)
            })
        };
    }
    Some(match scalar {
        ScalarType::U32 => high!(u32, u64, u32),
        ScalarType::S32 => high!(i32, i64, u32),
        ScalarType::U64 => high!(u64, u128, u64),
        ScalarType::S64 => high!(i64, i128, u64),
        _ => return None,
    })
}
