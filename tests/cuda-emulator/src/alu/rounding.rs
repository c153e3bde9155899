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

/// Gives the sum of two terms, rounded; if the terms cancel, it is `-0` when rounding down.
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
        match rounding {
            Rounding::Nearest => self + other,
            _ => directed_fused(self, 1.0, other, rounding),
        }
    }

    #[inline(always)]
    fn product(self, other: f64, rounding: Rounding) -> f64 {
        match rounding {
            Rounding::Nearest => self * other,
            _ => directed_product(self, other, rounding),
        }
    }

    #[inline(always)]
    fn fused(self, factor: f64, addend: f64, rounding: Rounding) -> f64 {
        match rounding {
            Rounding::Nearest => self.mul_add(factor, addend),
            _ => directed_fused(self, factor, addend, rounding),
        }
    }

    #[inline(always)]
    fn quotient(self, other: f64, rounding: Rounding) -> f64 {
        match rounding {
            Rounding::Nearest => self / other,
            _ => directed_quotient(self, other, rounding),
        }
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

#[inline(never)]
fn directed_product(a: f64, b: f64, rounding: Rounding) -> f64 {
    let nearest = a * b;
    if !a.is_finite() || !b.is_finite() {
        return nearest;
    }
    let error = match nearest {
        _ if !nearest.is_finite() => -nearest,
        // The residual of a product that underflows vanishes, but its sign is known.
        0.0 if a != 0.0 && b != 0.0 => nearest.signum(),
        _ => a.mul_add(b, -nearest),
    };
    if nearest == 0.0 && error != 0.0 {
        // Stepping away from a zero must keep to its side.
        let away = (rounding == Rounding::Down) == (error < 0.0) && rounding != Rounding::Zero;
        return if away { f64::from_bits(1).copysign(error) } else { nearest };
    }
    nearest.directed(error, rounding)
}

#[inline(never)]
fn directed_fused(a: f64, b: f64, c: f64, rounding: Rounding) -> f64 {
    let nearest = a.mul_add(b, c);
    if !a.is_finite() || !b.is_finite() || !c.is_finite() {
        return nearest;
    }
    if !nearest.is_finite() {
        return nearest.directed(-nearest, rounding);
    }
    // Exact: a · b = high + low, then high + c = upper + lower.
    let high = a * b;
    let low = a.mul_add(b, -high);
    let nearest = zero_sum!(nearest, high, c, rounding);
    let upper = high + c;
    let lower = two_sum_error(high, c, upper);
    let rest = (upper - nearest) + lower;
    nearest.directed(rest + low, rounding)
}

#[inline(never)]
fn directed_quotient(a: f64, b: f64, rounding: Rounding) -> f64 {
    let nearest = a / b;
    if !a.is_finite() || !b.is_finite() || b == 0.0 {
        return nearest;
    }
    if !nearest.is_finite() {
        return nearest.directed(-nearest, rounding);
    }
    let residual = (-nearest).mul_add(b, a);
    nearest.directed(if b < 0.0 { -residual } else { residual }, rounding)
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
        match rounding {
            Rounding::Nearest => self / other,
            _ => directed_quotient_single(self, other, rounding),
        }
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

#[inline(never)]
fn directed_quotient_single(a: f32, b: f32, rounding: Rounding) -> f32 {
    let nearest = a / b;
    if !a.is_finite() || !b.is_finite() || b == 0.0 {
        return nearest;
    }
    if !nearest.is_finite() {
        return nearest.directed(-nearest, rounding);
    }
    let residual = (-f64::from(nearest)).mul_add(f64::from(b), f64::from(a));
    let error = if b < 0.0 { -residual } else { residual };
    nearest.directed(error.signum_or_zero(), rounding)
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
#[inline(never)]
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
    if rounding == Rounding::Nearest {
        value as f32
    } else {
        directed_single(value, tail, rounding)
    }
}

#[inline(never)]
fn directed_single(value: f64, tail: f64, rounding: Rounding) -> f32 {
    let nearest = value as f32;
    if !value.is_finite() {
        return nearest;
    }
    let difference = value - f64::from(nearest);
    let error = if difference == 0.0 { tail } else { difference };
    nearest.directed(error.signum_or_zero(), rounding)
}
