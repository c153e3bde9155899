//! The inverse circular functions.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use super::polynomial::polynomial;

/// The angle of a vector that points to the right or upwards: both coordinates are not negative.
/// The angle of zero by zero is zero.
#[inline(always)]
fn angle(y: f64, x: f64) -> f64 {
    // tan(π/8): the angle is measured from the nearest of 0, π/4 and π/2.
    const EIGHTH: f64 = 0.414_213_562_373_095_03;
    let low = y <= EIGHTH * x;
    let high = x < EIGHTH * y;
    let up = if high { -x } else { y - x };
    let up = if low { y } else { up };
    let along = if high { y } else { y + x };
    let along = if low { x } else { along };
    let from = if high { FRAC_PI_2 } else { FRAC_PI_4 };
    let from = if low { 0.0 } else { from };
    let along = if along == 0.0 { 1.0 } else { along };
    let tangent = up / along;
    let square = tangent * tangent;
    let rest = polynomial(
        square,
        [
            -0.333_333_333_314_394_96,
            0.199_999_989_166_905_62,
            -0.142_856_124_652_752_52,
            0.111_074_938_534_327_03,
            -0.090_289_675_621_104_18,
            0.071_352_346_474_640_41,
            -0.040_430_336_961_471_07,
        ],
    );
    from + (tangent + tangent * (square * rest))
}

/// The angle whose tangent this is.
#[inline(always)]
pub fn atan(x: f32) -> f32 {
    // The tangent of π/2 is as good as infinite long before 2^100.
    let tangent = f64::from(x.abs());
    let tangent = if tangent > 1e30 { 1e30 } else { tangent };
    (angle(tangent, 1.0) as f32).copysign(x)
}

/// The angle of the vector `(x, y)`.
#[inline(always)]
pub fn atan2(y: f32, x: f32) -> f32 {
    // Infinite coordinates outweigh all others, and each other not.
    let finite = |x: f32| if x == f32::INFINITY { f64::MAX.sqrt() } else { f64::from(x) };
    let angle = angle(finite(y.abs()), finite(x.abs()));
    let angle = if x.is_sign_negative() { PI - angle } else { angle };
    (angle as f32).copysign(y)
}

/// The angle whose sine this is.
#[inline(always)]
pub fn asin(x: f32) -> f32 {
    let sine = f64::from(x.abs());
    (angle(sine, ((1.0 - sine) * (1.0 + sine)).sqrt()) as f32).copysign(x)
}

/// The angle whose cosine this is.
#[inline(always)]
pub fn acos(x: f32) -> f32 {
    let cosine = f64::from(x);
    (2.0 * angle((1.0 - cosine).sqrt(), (1.0 + cosine).sqrt())) as f32
}
