//! Powers, and the length of a vector.

use super::exponential::{Power, within};
use super::logarithm::Logarithm;
use super::polynomial::nearest;

/// `x^y`.
#[inline(always)]
pub fn powf(x: f32, y: f32) -> f32 {
    let base = f64::from(x.abs());
    // So large an exponent gives zero or infinity, but for bases of 1, and is even.
    let y = within(f64::from(y), (1u64 << 40) as f64);
    let logarithm = Logarithm::of(base).base_two();
    let logarithm = if base == 0.0 { f64::NEG_INFINITY } else { logarithm };
    let logarithm = if base < f64::INFINITY { logarithm } else { base };
    let logarithm = if base == 1.0 { 0.0 } else { logarithm };
    let size = Power::of_two(within(y * logarithm, 160.0)).value() as f32;
    // Numbers below zero have powers that are integers; odd ones keep the sign, also that of zero.
    let is_integer = nearest(y).0 == y;
    let is_odd = is_integer && nearest(0.5 * y).0 != 0.5 * y;
    let size = if x < 0.0 && x > f32::NEG_INFINITY && !is_integer { f32::NAN } else { size };
    let power = if is_odd { size.copysign(x) } else { size };
    if y == 0.0 || x == 1.0 { 1.0 } else { power }
}

/// `√(x² + y²)`.
#[inline(always)]
pub fn hypot(x: f32, y: f32) -> f32 {
    let (x, y) = (f64::from(x).abs(), f64::from(y).abs());
    let length = (x * x + y * y).sqrt() as f32;
    if x == f64::INFINITY || y == f64::INFINITY { f32::INFINITY } else { length }
}
