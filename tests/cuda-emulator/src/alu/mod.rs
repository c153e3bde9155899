//! The arithmetic of PTX: each instruction that computes lane by lane becomes one function.
//!
//! A register holds a 64-bit slot per lane; a value narrower than that is zero-extended. The
//! [`Representation`] of a type says how a slot is read and written as that type, so that flushing subnormal
//! numbers and saturation are said once, and not by each instruction.

mod bits;
mod carry;
mod compare;
mod convert;
mod float;
mod half;
mod integer;
mod read_modify_write;
mod representation;
mod rounding;

pub use carry::{Carry, CarryFunction, select as select_carry};
pub use compare::{BELOW, CompareFunction, at_least, select as select_comparison, select_test};
pub use read_modify_write::{ReadModifyWrite, select as select_read_modify_write};
pub use representation::{Half, Representation, Single};
pub use rounding::Rounding;

use crate::program::Modifiers;
use crate::ptx::{PtxError, ScalarType};

/// A function over lanes from an expression over their values:
/// `lanewise!(|a: i32, b: u32| -> i32 { … })`, each type being a [`Representation`].
macro_rules! lanewise {
    (|$($name:ident : $from:ty),+| -> $to:ty { $($body:tt)* }) => {{
        fn apply(
            sources: &$crate::alu::Sources<'_>,
            mask: $crate::alu::Mask,
            result: &mut $crate::alu::Lanes,
        ) {
            let [$($name,)+ ..] = *sources;
            $crate::alu::each_lane(mask, result, |lane| {
                $(let $name = <$from as $crate::alu::Representation>::read($name[lane]);)+
                <$to as $crate::alu::Representation>::write({ $($body)* })
            });
        }
        apply as $crate::alu::AluFunction
    }};
}
use lanewise;

/// The lanes of a warp.
pub const WARP_SIZE: usize = 32;

/// One slot per lane.
pub type Lanes = [u64; WARP_SIZE];

/// A set of lanes, one bit each.
pub type Mask = u32;

/// The operands of an instruction; those that it does not have are zeros.
pub type Sources<'a> = [&'a Lanes; 4];

/// Computes an instruction in the lanes of the mask; the results of the other lanes mean nothing.
pub type AluFunction = fn(&Sources<'_>, Mask, &mut Lanes);

/// An instruction's function, and how its operands are to be read.
#[derive(Clone, Copy)]
pub struct Alu {
    /// A first step on the only operand.
    pub prepare: Option<AluFunction>,
    /// The function that the instruction computes.
    pub function: AluFunction,
    /// The number of operands.
    pub operands: usize,
    /// The type of constants among the operands.
    pub scalar: ScalarType,
    /// The type of the result, which extends it to a wider register.
    pub result: ScalarType,
}

/// The lane-wise instruction of this name, or nothing if there is none.
pub fn select(modifiers: &mut Modifiers<'_>) -> Result<Option<Alu>, PtxError> {
    for table in [integer::select, bits::select, float::select, convert::select] {
        if let Some(alu) = table(modifiers)? {
            return Ok(Some(alu));
        }
    }
    Ok(None)
}

/// The function that extends a result of this type to wider registers; none where zeros do it.
pub fn extension(scalar: ScalarType) -> Option<AluFunction> {
    match scalar {
        ScalarType::S8 => Some(lanewise!(|a: i8| -> i64 { i64::from(a) })),
        ScalarType::S16 => Some(lanewise!(|a: i16| -> i64 { i64::from(a) })),
        ScalarType::S32 => Some(lanewise!(|a: i32| -> i64 { i64::from(a) })),
        _ => None,
    }
}

/// The function that cuts slots to a register of this many bytes.
pub fn truncation(bytes: u32) -> Option<AluFunction> {
    match bytes {
        1 => Some(lanewise!(|a: u8| -> u8 { a })),
        2 => Some(lanewise!(|a: u16| -> u16 { a })),
        4 => Some(lanewise!(|a: u32| -> u32 { a })),
        _ => None,
    }
}

/// Copies slots.
pub const COPY: AluFunction = |sources, _, result| *result = *sources[0];

/// `a + b` of addresses.
pub const ADD: AluFunction = lanewise!(|a: u64, b: u64| -> u64 { a.wrapping_add(b) });

/// `a - b` of addresses.
pub const SUBTRACT: AluFunction = lanewise!(|a: u64, b: u64| -> u64 { a.wrapping_sub(b) });

/// Adds to `a` the bits of `b` under a mask, shifted left.
pub const INSERT_FIELD: AluFunction =
    lanewise!(|a: u64, b: u64, mask: u64, shift: u64| -> u64 { a | (b & mask) << shift });

/// Takes the bits of `a` from a shift on, under a mask.
pub const EXTRACT_FIELD: AluFunction =
    lanewise!(|a: u64, mask: u64, shift: u64| -> u64 { a >> shift & mask });

/// The lanes of a mask, lowest first.
#[inline(always)]
pub fn lanes_of(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let lane = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            lane
        })
    })
}

/// Computes the lanes of a mask; a full mask is a plain loop, which vectorises.
#[inline(always)]
pub fn each_lane(mask: Mask, result: &mut Lanes, compute: impl Fn(usize) -> u64) {
    if mask == Mask::MAX {
        for (lane, slot) in result.iter_mut().enumerate() {
            *slot = compute(lane);
        }
    } else {
        for lane in lanes_of(mask) {
            result[lane] = compute(lane);
        }
    }
}

/// Picks an expression by an integer type: inside, `$name` is the Rust type.
macro_rules! by_integer {
    ($scalar:expr, [$($case:ident),+], $name:ident => $body:expr) => {
        match $scalar {
            $(scalar if scalar == $crate::alu::integer_case!($case) => {
                type $name = $case;
                Some($body)
            })+
            _ => None,
        }
    };
}
use by_integer;

/// The PTX type of a Rust integer type.
macro_rules! integer_case {
    (u8) => {
        $crate::ptx::ScalarType::U8
    };
    (u16) => {
        $crate::ptx::ScalarType::U16
    };
    (u32) => {
        $crate::ptx::ScalarType::U32
    };
    (u64) => {
        $crate::ptx::ScalarType::U64
    };
    (i8) => {
        $crate::ptx::ScalarType::S8
    };
    (i16) => {
        $crate::ptx::ScalarType::S16
    };
    (i32) => {
        $crate::ptx::ScalarType::S32
    };
    (i64) => {
        $crate::ptx::ScalarType::S64
    };
}
use integer_case;

/// Picks an expression by a floating-point type and the modifiers `.ftz` and `.sat`.
macro_rules! by_float {
    ($scalar:expr, $flush:expr, $saturate:expr, $name:ident => $body:expr) => {
        match ($scalar, $flush, $saturate) {
            ($crate::ptx::ScalarType::F32, false, false) => {
                type $name = $crate::alu::Single<false, false>;
                Some($body)
            }
            ($crate::ptx::ScalarType::F32, true, false) => {
                type $name = $crate::alu::Single<true, false>;
                Some($body)
            }
            ($crate::ptx::ScalarType::F32, false, true) => {
                type $name = $crate::alu::Single<false, true>;
                Some($body)
            }
            ($crate::ptx::ScalarType::F32, true, true) => {
                type $name = $crate::alu::Single<true, true>;
                Some($body)
            }
            ($crate::ptx::ScalarType::F64, false, false) => {
                type $name = f64;
                Some($body)
            }
            ($crate::ptx::ScalarType::F16, _, false) => {
                type $name = $crate::alu::Half;
                Some($body)
            }
            _ => None,
        }
    };
}
use by_float;

/// Picks an expression by `f32`, which may be flushed, or `f64`.
macro_rules! by_wide_float {
    ($scalar:expr, $flush:expr, $name:ident => $body:expr) => {
        match ($scalar, $flush) {
            ($crate::ptx::ScalarType::F32, false) => {
                type $name = $crate::alu::Single<false, false>;
                Some($body)
            }
            ($crate::ptx::ScalarType::F32, true) => {
                type $name = $crate::alu::Single<true, false>;
                Some($body)
            }
            ($crate::ptx::ScalarType::F64, false) => {
                type $name = f64;
                Some($body)
            }
            _ => None,
        }
    };
}
use by_wide_float;

/// The unsigned type of the same size; instructions on bits do not know a sign.
fn as_unsigned(scalar: ScalarType) -> ScalarType {
    match scalar {
        ScalarType::B8 | ScalarType::S8 => ScalarType::U8,
        ScalarType::B16 | ScalarType::S16 => ScalarType::U16,
        ScalarType::B32 | ScalarType::S32 => ScalarType::U32,
        ScalarType::B64 | ScalarType::S64 => ScalarType::U64,
        other => other,
    }
}
