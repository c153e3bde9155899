//! Logarithms.

use std::f64::consts::{LN_2, LOG2_E, LOG10_2, LOG10_E};

use super::polynomial::polynomial;

/// A logarithm as that of a number near 1, and that of a power of 2.
#[derive(Clone, Copy)]
pub(super) struct Logarithm {
    near_one: f64,
    exponent: f64,
}

impl Logarithm {
    /// The logarithm of a number above 0 which is finite and not subnormal, as no `f32` is among `f64`.
    #[inline(always)]
    pub(super) fn of(x: f64) -> Logarithm {
        let (fraction, exponent) = parts(x);
        Logarithm { near_one: near_one(fraction), exponent }
    }

    /// The logarithm of `1 + x`, exact also for small `x`.
    #[inline(always)]
    fn of_one_and(x: f64) -> Logarithm {
        let (fraction, exponent) = parts(1.0 + x);
        let small = x.abs() < 0.25;
        let fraction = if small { x } else { fraction };
        let exponent = if small { 0.0 } else { exponent };
        Logarithm { near_one: near_one(fraction), exponent }
    }

    #[inline(always)]
    fn base_e(self) -> f64 {
        self.near_one + self.exponent * LN_2
    }

    #[inline(always)]
    pub(super) fn base_two(self) -> f64 {
        self.near_one * LOG2_E + self.exponent
    }

    #[inline(always)]
    fn base_ten(self) -> f64 {
        self.near_one * LOG10_E + self.exponent * LOG10_2
    }
}

/// `x` as `(1 + fraction) · 2^exponent`, where `1 + fraction` is between √½ and √2.
#[inline(always)]
fn parts(x: f64) -> (f64, f64) {
    const ROOT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
    const MANTISSA: u64 = (1 << 52) - 1;
    let bits = x.to_bits().wrapping_sub(ROOT_HALF);
    let number = f64::from_bits((bits & MANTISSA).wrapping_add(ROOT_HALF));
    // The exponent, as the lowest bits of a float, which vectors of any width convert: 2^52 + 2^11.
    const SHIFTED: u64 = 0x4330_0000_0000_0800;
    let exponent = f64::from_bits(SHIFTED.wrapping_add_signed((bits as i64) >> 52));
    (number - 1.0, exponent - f64::from_bits(SHIFTED))
}

/// `ln(1 + x)` as `2 · artanh(x / (2 + x))`, for `1 + x` between √½ and √2.
#[inline(always)]
fn near_one(x: f64) -> f64 {
    let s = x / (2.0 + x);
    let square = s * s;
    let rest = polynomial(
        square,
        [
            0.333_333_333_336_877_26,
            0.199_999_993_984_243_37,
            0.142_858_773_178_663_8,
            0.110_956_972_465_875_28,
            0.096_813_884_183_737_67,
        ],
    );
    let s = 2.0 * s;
    s + s * (square * rest)
}

/// The logarithm of an argument: `finite` where that is the answer.
#[inline(always)]
fn of_any(x: f32, finite: f64, zero: f32) -> f32 {
    let result = if x == zero { f32::NEG_INFINITY } else { finite as f32 };
    let result = if x < f32::INFINITY { result } else { x };
    if x < zero { f32::NAN } else { result }
}

/// The natural logarithm.
#[inline(always)]
pub fn ln(x: f32) -> f32 {
    of_any(x, Logarithm::of(f64::from(x)).base_e(), 0.0)
}

/// The natural logarithm of `1 + x`.
#[inline(always)]
pub fn ln_1p(x: f32) -> f32 {
    let result = of_any(x, Logarithm::of_one_and(f64::from(x)).base_e(), -1.0);
    if x == 0.0 { x } else { result }
}

/// The logarithm to the base 2.
#[inline(always)]
pub fn log2(x: f32) -> f32 {
    of_any(x, Logarithm::of(f64::from(x)).base_two(), 0.0)
}

/// The logarithm to the base 10.
#[inline(always)]
pub fn log10(x: f32) -> f32 {
    of_any(x, Logarithm::of(f64::from(x)).base_ten(), 0.0)
}

/// The logarithm to any base, as the standard library has it.
#[inline(always)]
pub fn log(x: f32, base: f32) -> f32 {
    ln(x) / ln(base)
}
