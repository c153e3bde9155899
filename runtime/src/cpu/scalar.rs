//! Scalar operations that Rust's own do not cover: total ones, and those of stencils.

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
    if offset < 0 {
        index.saturating_sub(offset.unsigned_abs())
    } else {
        index.wrapping_add(offset as usize).min(extent.saturating_sub(1))
    }
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

/// Whether the index at an offset is inside.
#[inline(always)]
pub fn inside(index: usize, offset: isize, extent: usize) -> bool {
    index.wrapping_add_signed(offset) < extent
}
