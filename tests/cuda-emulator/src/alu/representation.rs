//! The representation of each type in a slot of a register.

use super::half;
use super::rounding::Rounding;

/// A type that is read from and written to a slot.
pub trait Representation {
    /// The type to compute with.
    type Value: Copy;
    /// Reads the low bits of a slot.
    fn read(slot: u64) -> Self::Value;
    /// The slot of a value, zero-extended.
    fn write(value: Self::Value) -> u64;
}

macro_rules! integer_representations {
    ($($name:ident as $unsigned:ident),+) => {$(
        impl Representation for $name {
            type Value = $name;
            #[inline(always)]
            fn read(slot: u64) -> $name {
                slot as $name
            }
            #[inline(always)]
            fn write(value: $name) -> u64 {
                u64::from(value as $unsigned)
            }
        }
    )+};
}
integer_representations!(
    u8 as u8, u16 as u16, u32 as u32, u64 as u64, i8 as u8, i16 as u16, i32 as u32, i64 as u64
);

/// `f32`; with `FLUSH`, subnormal numbers count as zeros; with `SATURATE`, results are in 0 … 1.
pub struct Single<const FLUSH: bool, const SATURATE: bool>;

impl<const FLUSH: bool, const SATURATE: bool> Representation for Single<FLUSH, SATURATE> {
    type Value = f32;

    #[inline(always)]
    fn read(slot: u64) -> f32 {
        flushed::<FLUSH>(f32::from_bits(slot as u32))
    }

    #[inline(always)]
    fn write(value: f32) -> u64 {
        // The hardware has one NaN for results; saturation makes it 0.
        let value = if SATURATE { if value > 0.0 { value.min(1.0) } else { 0.0 } } else { value };
        let bits = if value.is_nan() { 0x7fff_ffff } else { flushed::<FLUSH>(value).to_bits() };
        u64::from(bits)
    }
}

#[inline(always)]
fn flushed<const FLUSH: bool>(value: f32) -> f32 {
    if FLUSH && value.abs() < f32::MIN_POSITIVE { 0.0_f32.copysign(value) } else { value }
}

impl Representation for f64 {
    type Value = f64;
    #[inline(always)]
    fn read(slot: u64) -> f64 {
        f64::from_bits(slot)
    }
    #[inline(always)]
    fn write(value: f64) -> u64 {
        value.to_bits()
    }
}

/// `f16`, which is computed with as `f64` and rounded once.
pub struct Half;

impl Representation for Half {
    type Value = f64;
    #[inline(always)]
    fn read(slot: u64) -> f64 {
        half::to_double(slot as u16)
    }
    #[inline(always)]
    fn write(value: f64) -> u64 {
        u64::from(half::from_double(value, Rounding::Nearest))
    }
}
