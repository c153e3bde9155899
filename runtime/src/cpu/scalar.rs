//! Scalar operations that Rust's own do not cover: total ones, those of stencils, and the ranks of floats.

use std::ops::BitXor;

/// Integer division without panics: by zero it gives zero, and it wraps.
pub trait Integer: Copy + PartialEq {
    /// `self / other`.
    fn quotient(self, other: Self) -> Self;
    /// `self % other`.
    fn remainder(self, other: Self) -> Self;
    /// `self.div_euclid(other)`.
    fn quotient_euclid(self, other: Self) -> Self;
    /// `self.rem_euclid(other)`.
    fn remainder_euclid(self, other: Self) -> Self;
}

macro_rules! integers {
    ($($t:ident)*) => { $(impl Integer for $t {
        #[inline(always)]
        fn quotient(self, other: $t) -> $t {
            if other == 0 { 0 } else { self.wrapping_div(other) }
        }

        #[inline(always)]
        fn remainder(self, other: $t) -> $t {
            if other == 0 { 0 } else { self.wrapping_rem(other) }
        }

        #[inline(always)]
        fn quotient_euclid(self, other: $t) -> $t {
            if other == 0 { 0 } else { self.wrapping_div_euclid(other) }
        }

        #[inline(always)]
        fn remainder_euclid(self, other: $t) -> $t {
            if other == 0 { 0 } else { self.wrapping_rem_euclid(other) }
        }
    })* };
}

integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

/// A float, which has a place in the order of `sort`, from the negative ones with the largest bits on.
pub trait Float {
    /// The signed integer of the same width.
    type Rank;
    /// The integer that has this place among integers.
    fn rank(self) -> Self::Rank;
}

/// The rank of a float.
pub trait Rank {
    /// The float of the same width.
    type Float;
    /// The float that has this rank.
    fn float(self) -> Self::Float;
}

macro_rules! ranks {
    ($($float:ident $rank:ident $bits:ident;)*) => { $(
        impl Float for $float {
            type Rank = $rank;

            #[inline(always)]
            fn rank(self) -> $rank {
                turned_over(self.to_bits() as $rank, $rank::MAX)
            }
        }

        impl Rank for $rank {
            type Float = $float;

            #[inline(always)]
            fn float(self) -> $float {
                $float::from_bits(turned_over(self, $rank::MAX) as $bits)
            }
        }
    )* };
}

ranks! {
    f32 i32 u32;
    f64 i64 u64;
}

/// The bits, without the sign turned over if that is set; turned twice, they are the same again.
#[inline(always)]
pub(super) fn turned_over<T>(bits: T, all: T) -> T
where
    T: Copy + PartialOrd + Default + BitXor<Output = T>,
{
    if bits < T::default() { bits ^ all } else { bits }
}

/// The place of a float in the order of `sort`.
#[inline(always)]
pub fn rank<T: Float>(float: T) -> T::Rank {
    float.rank()
}

/// The float at a place in the order of `sort`.
#[inline(always)]
pub fn of_rank<T: Rank>(rank: T) -> T::Float {
    rank.float()
}

/// One of two values, without a branch.
#[inline(always)]
pub fn select<T: Copy>(condition: bool, then: T, otherwise: T) -> T {
    std::hint::select_unpredictable(condition, then, otherwise)
}

/// Integer division; a divisor of zero gives zero.
#[inline(always)]
pub fn divide<T: Integer>(a: T, b: T) -> T {
    a.quotient(b)
}

/// Integer remainder; a divisor of zero gives zero.
#[inline(always)]
pub fn remainder<T: Integer>(a: T, b: T) -> T {
    a.remainder(b)
}

/// Division rounded so that the remainder is not negative; a divisor of zero gives zero.
#[inline(always)]
pub fn divide_euclid<T: Integer>(a: T, b: T) -> T {
    a.quotient_euclid(b)
}

/// The remainder that is not negative; a divisor of zero gives zero.
#[inline(always)]
pub fn remainder_euclid<T: Integer>(a: T, b: T) -> T {
    a.remainder_euclid(b)
}

/// Division rounded up, of unsigned integers; a divisor of zero gives zero.
#[inline(always)]
pub fn divide_up<T: Integer + Unsigned>(a: T, b: T) -> T {
    a.quotient_up(b)
}

/// An unsigned integer.
pub trait Unsigned {
    /// `self / other`, rounded up.
    fn quotient_up(self, other: Self) -> Self;
}

macro_rules! unsigned {
    ($($t:ident)*) => { $(impl Unsigned for $t {
        #[inline(always)]
        fn quotient_up(self, other: $t) -> $t {
            if other == 0 { 0 } else { self.div_ceil(other) }
        }
    })* };
}

unsigned!(u8 u16 u32 u64 usize);

/// `clamp` that is total.
#[inline(always)]
pub fn clamp<T: PartialOrd>(x: T, low: T, high: T) -> T {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

/// The index at an offset, brought to the nearest inside.
#[inline(always)]
pub fn nearest(index: usize, offset: isize, extent: usize) -> usize {
    index.saturating_add_signed(offset).min(extent.saturating_sub(1))
}

/// The index at an offset, from the other end where it is outside.
#[inline(always)]
pub fn wrapped(index: usize, offset: isize, extent: usize) -> usize {
    let position = index.wrapping_add_signed(offset);
    if position < extent { position } else { wrapped_far(index, offset, extent) }
}

#[cold]
fn wrapped_far(index: usize, offset: isize, extent: usize) -> usize {
    if extent == 0 {
        return 0;
    }
    (index as i128 + offset as i128).rem_euclid(extent as i128) as usize
}

/// The index at an offset, mirrored at the first or last element where it is outside.
#[inline(always)]
pub fn mirrored(index: usize, offset: isize, extent: usize) -> usize {
    let position = index.wrapping_add_signed(offset);
    if position < extent { position } else { mirrored_far(index, offset, extent) }
}

#[cold]
fn mirrored_far(index: usize, offset: isize, extent: usize) -> usize {
    if extent <= 1 {
        return 0;
    }
    let period = 2 * (extent as i128 - 1);
    let position = (index as i128 + offset as i128).rem_euclid(period);
    position.min(period - position) as usize
}

/// Returns true if `index + offset` is below `extent`, and not negative.
#[inline(always)]
pub fn inside(index: usize, offset: isize, extent: usize) -> bool {
    index.wrapping_add_signed(offset) < extent
}
