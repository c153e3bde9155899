//! Floating-point arithmetic in the four rounding modes of IEEE 754.
//!
//! Rust computes to nearest. The other modes start from that result and the sign of its error,
//! which an exact residual gives, and step to the neighbour if it lies on the wrong side.

/// A rounding mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest, ties to even: `.rn`.
    Nearest,
    /// Towards zero: `.rz`.
    Zero,
    /// Towards negative infinity: `.rm`.
    Down,
    /// Towards positive infinity: `.rp`.
    Up,
}

/// The operations whose result depends on the rounding mode.
pub trait Rounded: Copy {
    /// `self + other`.
    fn sum(self, other: Self, rounding: Rounding) -> Self;
    /// `self * other`.
    fn product(self, other: Self, rounding: Rounding) -> Self;
    /// `self * factor + addend`, rounded once.
    fn fused(self, factor: Self, addend: Self, rounding: Rounding) -> Self;
    /// `self / other`.
    fn quotient(self, other: Self, rounding: Rounding) -> Self;
    /// The square root.
    fn root(self, rounding: Rounding) -> Self;
    /// The value nearest to zero, infinity or the like by mode, given the sign of exact − self.
    fn directed(self, error: Self, rounding: Rounding) -> Self;
}

macro_rules! directed {
    () => {
        #[inline(always)]
        fn directed(self, error: Self, rounding: Rounding) -> Self {
            let towards_zero = rounding == Rounding::Zero;
            let down = rounding == Rounding::Down || (towards_zero && self > 0.0);
            let up = rounding == Rounding::Up || (towards_zero && self < 0.0);
            if error < 0.0 && down {
                self.next_down()
            } else if error > 0.0 && up {
                self.next_up()
            } else {
                self
            }
        }
    };
}

/// What an exact sum of two terms is zero of: `-0` when rounding down, but for `-0 + -0`.
macro_rules! zero_sum {
    ($nearest:expr, $a:expr, $b:expr, $rounding:expr) => {
        if $nearest == 0.0
            && $rounding == Rounding::Down
            && $a == -$b
            && ($a != 0.0 || $a.is_sign_negative() != $b.is_sign_negative())
        {
            -0.0
        } else {
            $nearest
        }
    };
}

impl Rounded for f64 {
    #[inline(always)]
    fn sum(self, other: f64, rounding: Rounding) -> f64 {
        let nearest = self + other;
        if rounding == Rounding::Nearest || !self.is_finite() || !other.is_finite() {
            return nearest;
        }
        let nearest = zero_sum!(nearest, self, other, rounding);
        let error =
            if nearest.is_finite() { two_sum_error(self, other, nearest) } else { -nearest };
        nearest.directed(error, rounding)
    }

    #[inline(always)]
    fn product(self, other: f64, rounding: Rounding) -> f64 {
        let nearest = self * other;
        if rounding == Rounding::Nearest || !self.is_finite() || !other.is_finite() {
            return nearest;
        }
        let error = if nearest.is_finite() { self.mul_add(other, -nearest) } else { -nearest };
        // The residual of a product that underflows vanishes, but its sign is known.
        let error = if error == 0.0 && nearest == 0.0 && self != 0.0 && other != 0.0 {
            nearest.signum()
        } else {
            error
        };
        nearest.directed(error, rounding)
    }

    #[inline(always)]
    fn fused(self, factor: f64, addend: f64, rounding: Rounding) -> f64 {
        let nearest = self.mul_add(factor, addend);
        let finite = self.is_finite() && factor.is_finite() && addend.is_finite();
        if rounding == Rounding::Nearest || !finite {
            return nearest;
        }
        if !nearest.is_finite() {
            return nearest.directed(-nearest, rounding);
        }
        // Exact: self·factor = high + low, then high + addend = upper + lower.
        let high = self * factor;
        let low = self.mul_add(factor, -high);
        let upper = high + addend;
        let lower = two_sum_error(high, addend, upper);
        let rest = (upper - nearest) + lower;
        nearest.directed(rest + low, rounding)
    }

    #[inline(always)]
    fn quotient(self, other: f64, rounding: Rounding) -> f64 {
        let nearest = self / other;
        if rounding == Rounding::Nearest || !self.is_finite() || !other.is_finite() || other == 0.0
        {
            return nearest;
        }
        if !nearest.is_finite() {
            return nearest.directed(-nearest, rounding);
        }
        let residual = (-nearest).mul_add(other, self);
        nearest.directed(if other < 0.0 { -residual } else { residual }, rounding)
    }

    #[inline(always)]
    fn root(self, rounding: Rounding) -> f64 {
        let nearest = self.sqrt();
        if rounding == Rounding::Nearest || !nearest.is_finite() {
            return nearest;
        }
        nearest.directed((-nearest).mul_add(nearest, self), rounding)
    }

    directed!();
}

/// The error of `a + b` rounded to `sum` (Knuth): exact, and of the sign of exact − sum.
#[inline(always)]
fn two_sum_error(a: f64, b: f64, sum: f64) -> f64 {
    let from_b = sum - a;
    let from_a = sum - from_b;
    (a - from_a) + (b - from_b)
}

impl Rounded for f32 {
    #[inline(always)]
    fn sum(self, other: f32, rounding: Rounding) -> f32 {
        if rounding == Rounding::Nearest {
            return self + other;
        }
        single(f64::from(self), 1.0, f64::from(other), rounding)
    }

    #[inline(always)]
    fn product(self, other: f32, rounding: Rounding) -> f32 {
        if rounding == Rounding::Nearest {
            return self * other;
        }
        from_double(f64::from(self) * f64::from(other), 0.0, rounding)
    }

    #[inline(always)]
    fn fused(self, factor: f32, addend: f32, rounding: Rounding) -> f32 {
        if rounding == Rounding::Nearest {
            return self.mul_add(factor, addend);
        }
        single(f64::from(self), f64::from(factor), f64::from(addend), rounding)
    }

    #[inline(always)]
    fn quotient(self, other: f32, rounding: Rounding) -> f32 {
        let nearest = self / other;
        if rounding == Rounding::Nearest || !self.is_finite() || !other.is_finite() || other == 0.0
        {
            return nearest;
        }
        if !nearest.is_finite() {
            return nearest.directed(-nearest, rounding);
        }
        let residual = (-f64::from(nearest)).mul_add(f64::from(other), f64::from(self));
        let error = if other < 0.0 { -residual } else { residual };
        nearest.directed(error.signum_or_zero(), rounding)
    }

    #[inline(always)]
    fn root(self, rounding: Rounding) -> f32 {
        let nearest = self.sqrt();
        if rounding == Rounding::Nearest || !nearest.is_finite() {
            return nearest;
        }
        let wide = f64::from(nearest);
        nearest.directed((-wide).mul_add(wide, f64::from(self)).signum_or_zero(), rounding)
    }

    directed!();
}

/// The sign of a residual that may be too small for an `f32`.
trait SignumOrZero {
    fn signum_or_zero(self) -> f32;
}

impl SignumOrZero for f64 {
    #[inline(always)]
    fn signum_or_zero(self) -> f32 {
        if self > 0.0 {
            1.0
        } else if self < 0.0 {
            -1.0
        } else {
            0.0
        }
    }
}

/// `a · b + c` of single-precision values: the product is exact in double precision.
#[inline(always)]
fn single(a: f64, b: f64, c: f64, rounding: Rounding) -> f32 {
    let product = a * b;
    let sum = product + c;
    if !sum.is_finite() {
        return sum as f32;
    }
    let sum = zero_sum!(sum, product, c, rounding);
    from_double(sum, two_sum_error(product, c, sum), rounding)
}

/// Rounds `value + tail` to single precision, where the tail is below the value's last place.
#[inline(always)]
pub fn from_double(value: f64, tail: f64, rounding: Rounding) -> f32 {
    let nearest = value as f32;
    if rounding == Rounding::Nearest || !value.is_finite() {
        return nearest;
    }
    let difference = value - f64::from(nearest);
    let error = if difference == 0.0 { tail } else { difference };
    nearest.directed(error.signum_or_zero(), rounding)
}
