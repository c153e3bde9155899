//! Rounding to integers, and polynomials: the parts of all elementary functions.

/// Adding it rounds to an integer, which the lowest bits of the sum then hold: 1.5 · 2^52.
const ROUND: f64 = 6_755_399_441_055_744.0;

/// The nearest integer of a number that is smaller than 2^51, and a number whose lowest bits hold it.
#[inline(always)]
pub(super) fn nearest(x: f64) -> (f64, u64) {
    let sum = x + ROUND;
    (sum - ROUND, sum.to_bits())
}

/// A polynomial: the even and the odd powers have a chain of operations each.
#[inline(always)]
pub(super) fn polynomial<const N: usize>(x: f64, coefficients: [f64; N]) -> f64 {
    let square = x * x;
    let (mut even, mut odd) = (0.0, 0.0);
    for power in (0..N).rev() {
        let sum = if power % 2 == 0 { &mut even } else { &mut odd };
        *sum = *sum * square + coefficients[power];
    }
    even + x * odd
}
