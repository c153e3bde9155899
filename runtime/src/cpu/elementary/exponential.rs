//! Powers of `e` and of 2, and the hyperbolic functions.

use std::f64::consts::{LN_2, LOG2_E};

use super::polynomial::{nearest, polynomial};

/// A power as `(fraction + 1) · scale`, where the scale is a power of 2: the rest of powers near 1 when 1 is
/// taken away is as exact as others.
#[derive(Clone, Copy)]
pub(super) struct Power {
    fraction: f64,
    scale: f64,
}

impl Power {
    /// `2^k · e^r`, for an integer `k` of which the lowest bits are given, and `|r| <= ln(2) / 2`.
    #[inline(always)]
    fn of(k: u64, r: f64) -> Power {
        // The remainder of the series of `e^r`: its distance from 1 and `r`, over `r^2`.
        let rest = polynomial(
            r,
            [
                0.5,
                0.166_666_667_190_289_36,
                0.041_666_666_719_012_26,
                0.008_333_298_469_800_59,
                0.001_388_885_403_566_671,
                0.000_198_992_855_758_962_82,
                2.485_958_983_458_905_6e-5,
            ],
        );
        Power { fraction: r + r * r * rest, scale: f64::from_bits(k.wrapping_add(1023) << 52) }
    }

    /// `e^x`, for `|x| < 700`.
    #[inline(always)]
    fn of_e(x: f64) -> Power {
        let (n, k) = nearest(x * LOG2_E);
        Power::of(k, x - n * LN_2)
    }

    /// `2^x`, for `|x| < 1000`.
    #[inline(always)]
    pub(super) fn of_two(x: f64) -> Power {
        let (n, k) = nearest(x);
        Power::of(k, (x - n) * LN_2)
    }

    #[inline(always)]
    pub(super) fn value(self) -> f64 {
        self.scale + self.fraction * self.scale
    }

    /// The power less 1.
    #[inline(always)]
    fn less_one(self) -> f64 {
        (self.scale - 1.0) + self.fraction * self.scale
    }
}

/// Limits the argument of a power to where the results of `f32` are neither zero nor infinite, and a
/// bit further. It leaves NaN alone.
#[inline(always)]
pub(super) fn within(x: f64, limit: f64) -> f64 {
    let x = if x < -limit { -limit } else { x };
    if x > limit { limit } else { x }
}

/// `e^x`.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    Power::of_e(within(f64::from(x), 110.0)).value() as f32
}

/// `2^x`.
#[inline(always)]
pub fn exp2(x: f32) -> f32 {
    Power::of_two(within(f64::from(x), 160.0)).value() as f32
}

/// `e^x - 1`.
#[inline(always)]
pub fn exp_m1(x: f32) -> f32 {
    (Power::of_e(within(f64::from(x), 110.0)).less_one() as f32).copysign(x)
}

/// The hyperbolic sine.
#[inline(always)]
pub fn sinh(x: f32) -> f32 {
    let less_one = Power::of_e(within(f64::from(x).abs(), 110.0)).less_one();
    let sinh = 0.5 * (less_one + less_one / (less_one + 1.0));
    (sinh as f32).copysign(x)
}

/// The hyperbolic cosine.
#[inline(always)]
pub fn cosh(x: f32) -> f32 {
    let power = Power::of_e(within(f64::from(x), 110.0)).value();
    (0.5 * (power + 1.0 / power)) as f32
}

/// The hyperbolic tangent.
#[inline(always)]
pub fn tanh(x: f32) -> f32 {
    let less_one = Power::of_e(within(2.0 * f64::from(x).abs(), 110.0)).less_one();
    ((less_one / (less_one + 2.0)) as f32).copysign(x)
}
