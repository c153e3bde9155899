//! Elementary functions of `f32`, in a form that vectorises: without calls and without branches.
//!
//! They compute in `f64`, so that what they round to `f32` at the end is the nearest number but for
//! one argument in a million: they are exact to 0.501 units in the last place, zeros, infinities,
//! NaN and subnormal numbers included. The bits are the same at every level of instructions, since
//! no operation is contracted.
//!
//! Everything here is for generated code; `f64` has the functions of the standard library.

mod circular;
mod exponential;
mod inverse;
mod logarithm;
mod power;

pub use circular::{cos, sin, tan};
pub use exponential::{cosh, exp, exp_m1, exp2, sinh, tanh};
pub use inverse::{acos, asin, atan, atan2};
pub use logarithm::{ln, ln_1p, log, log2, log10};
pub use power::{hypot, powf};

/// Adding it rounds to an integer, which the lowest bits of the sum then hold: 1.5 · 2^52.
const ROUND: f64 = 6_755_399_441_055_744.0;

/// The nearest integer of a number that is smaller than 2^51, and a number whose lowest bits hold it.
#[inline(always)]
fn nearest(x: f64) -> (f64, u64) {
    let sum = x + ROUND;
    (sum - ROUND, sum.to_bits())
}

/// A polynomial: the even and the odd powers have a chain of operations each.
#[inline(always)]
fn polynomial<const N: usize>(x: f64, coefficients: [f64; N]) -> f64 {
    let square = x * x;
    let (mut even, mut odd) = (0.0, 0.0);
    for power in (0..N).rev() {
        let sum = if power % 2 == 0 { &mut even } else { &mut odd };
        *sum = *sum * square + coefficients[power];
    }
    even + x * odd
}

#[cfg(test)]
mod tests;
