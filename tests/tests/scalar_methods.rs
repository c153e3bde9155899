//! The scalar methods and operators of Rust's primitive types give what Rust's own give, on every type that
//! has them, for all pairs of telling values.

#![allow(missing_docs)]

/// A module for a list of expressions over `$x` and `$y`: accel evaluates them on arrays, Rust
/// on the elements, and both print the same. With `in $wide`, Rust evaluates them in a wider type
/// and rounds.
macro_rules! same {
    ($name:ident, $t:ident $(in $wide:ident)?, $values:expr,
        |$x:ident, $y:ident| $($e:expr => $r:ident),* $(,)?) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            accel::accel! {
                pub fn on_arrays(xs: &[$t; n], ys: &[$t; n]) -> [($($r),*); n] {
                    zip(xs, ys).map(|($x, $y)| ($($e),*))
                }
            }

            #[test]
            fn same_as_rust() {
                let values: &[$t] = &$values;
                let pairs: Vec<($t, $t)> =
                    values.iter().flat_map(|x| values.iter().map(|y| (*x, *y))).collect();
                let (xs, ys): (Vec<$t>, Vec<$t>) = pairs.iter().copied().unzip();
                let found = on_arrays(&xs, &ys).to_vec();
                assert_eq!(found.len(), pairs.len());
                for (($x, $y), found) in pairs.into_iter().zip(found) {
                    $(let ($x, $y) = ($wide::from($x), $wide::from($y));)?
                    #[allow(clippy::unnecessary_cast)]
                    let expected = ($(($e) as $r),*);
                    assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{} and {}", $x, $y);
                }
            }
        }
    };
}

macro_rules! floats {
    ($t:ident $bits:ident:
        $rounding:ident $powers:ident $circle:ident $hyperbolic:ident $inexact:ident $tests:ident $binary:ident
    ) => {
        same!($rounding, $t, floats(), |x, y|
            x.abs() => $t, x.floor() => $t, x.ceil() => $t, x.round() => $t, x.trunc() => $t,
            x.round_ties_even() => $t, x.fract() => $t, x.signum() => $t, x.recip() => $t,
            x.copysign(y) => $t, x.min(y) => $t, x.max(y) => $t);
        // A method of `f32` is as exact as that of `f64`, rounded.
        same!($powers, $t in f64, floats(), |x, y|
            x.sqrt() => $t, x.exp() => $t, x.exp2() => $t, x.exp_m1() => $t,
            x.ln() => $t, x.ln_1p() => $t, x.log2() => $t, x.log10() => $t,
            x.powf(y) => $t, x.hypot(y) => $t);
        same!($circle, $t in f64, floats(), |x, y|
            x.sin() => $t, x.cos() => $t, x.tan() => $t, x.asin() => $t, x.acos() => $t,
            x.atan() => $t, x.atan2(y) => $t, x.sin_cos().1 => $t);
        same!($hyperbolic, $t in f64, floats(), |x, y|
            x.sinh() => $t, x.cosh() => $t, x.tanh().copysign(y) => $t);
        same!($inexact, $t, floats(), |x, y|
            x.cbrt() => $t, x.powi(3) => $t, x.to_degrees() => $t, x.to_radians() => $t,
            x.asinh() => $t, x.acosh() => $t, x.atanh() => $t, x.log(y) => $t,
            x.rem_euclid(y) => $t, x.div_euclid(y) => $t, x.mul_add(y, x) => $t,
            x.clamp(-1.0, 2.0) => $t);
        same!($tests, $t, floats(), |x, y|
            x.is_nan() => bool, x.is_infinite() => bool, x.is_finite() => bool,
            x.is_normal() => bool, x.is_sign_positive() => bool, x.is_sign_negative() => bool,
            x.to_bits() => $bits, x.to_bits().rotate_left(3) => $bits, x == y => bool,
            x != y => bool, x < y => bool, x >= y => bool);
        same!($binary, $t, floats(), |x, y|
            x + y => $t, x - y => $t, x * y => $t, x / y => $t, x % y => $t, -x => $t,
            x as i32 => i32, x as u8 => u8, x as i64 => i64, x as f32 => f32,
            $t::from_bits(x.to_bits()) => $t, x as usize => usize);
    };
}

/// Zeros, halves, ties, large and small numbers, and NaN.
macro_rules! float_values {
    ($t:ident) => {
        [
            0.0,
            -0.0,
            0.5,
            -0.5,
            1.0,
            -1.5,
            2.5,
            -3.75,
            1e10,
            -7e20,
            1e-30,
            $t::MAX,
            $t::MIN_POSITIVE,
            $t::INFINITY,
            $t::NEG_INFINITY,
            $t::NAN,
        ]
    };
}

mod single {
    fn floats() -> [f32; 16] {
        float_values!(f32)
    }
    floats!(f32 u32: rounding powers circle hyperbolic inexact tests binary);
}

mod double {
    fn floats() -> [f64; 16] {
        float_values!(f64)
    }
    floats!(f64 u64: rounding powers circle hyperbolic inexact tests binary);
}

macro_rules! integers {
    ($t:ident $unsigned:ident: $arithmetic:ident $bits:ident $wrapping:ident $conversions:ident) => {
        same!($arithmetic, $t, some(), |x, y|
            x.min(y) => $t, x.max(y) => $t, x.clamp(1, 5) => $t, x.abs_diff(y) => $unsigned,
            x.saturating_add(y) => $t, x.saturating_sub(y) => $t, x.saturating_mul(y) => $t,
            x.saturating_pow(2) => $t, x == y => bool, x < y => bool, x <= y => bool,
            (x > y) | (x >= y) & (x != y) => bool);
        same!($bits, $t, some(), |x, y|
            x.count_ones() => u32, x.count_zeros() => u32, x.leading_zeros() => u32,
            x.trailing_zeros() => u32, x.leading_ones() => u32, x.trailing_ones() => u32,
            x.swap_bytes() => $t, x.reverse_bits() => $t, x.rotate_left(3) => $t,
            x.rotate_right(5) => $t, (x & y) ^ (x | y) => $t, !x => $t);
        same!($wrapping, $t, some(), |x, y|
            x.wrapping_add(y) => $t, x.wrapping_sub(y) => $t, x.wrapping_mul(y) => $t,
            x.wrapping_neg() => $t, x.wrapping_pow(3) => $t, x.wrapping_shl(35) => $t,
            x.wrapping_shr(67) => $t, x << 2 => $t, x >> 3 => $t, x.midpoint(y) => $t);
        same!($conversions, $t, some(), |x, y|
            x as i8 => i8, x as u8 => u8, x as i16 => i16, x as u16 => u16, x as i32 => i32,
            x as u32 => u32, x as i64 => i64, x as u64 => u64, x as isize => isize,
            x as usize => usize, x as f32 => f32, y as f64 => f64);
    };
}

macro_rules! signed {
    ($module:ident $t:ident $unsigned:ident) => {
        mod $module {
            fn some() -> [$t; 8] {
                [$t::MIN, $t::MIN + 1, -7, -1, 0, 1, 6, $t::MAX]
            }
            fn not_least() -> [$t; 7] {
                [$t::MIN + 1, -7, -1, 1, 6, 11, $t::MAX]
            }
            integers!($t $unsigned: arithmetic bits wrapping conversions);
            same!(division, $t, not_least(), |x, y|
                x / y => $t, x % y => $t, x.wrapping_div(y) => $t, x.wrapping_rem(y) => $t,
                x.rem_euclid(y) => $t, x.div_euclid(y) => $t, x.abs() => $t, -x => $t);
            same!(sign, $t, some(), |x, y|
                x.signum() => $t, x.is_positive() => bool, x.is_negative() => bool,
                x.unsigned_abs() => $unsigned, x.wrapping_abs() => $t,
                x.cast_unsigned() => $unsigned, (x % 11).wrapping_add(y % 2) => $t);
        }
    };
}

macro_rules! unsigned {
    ($module:ident $t:ident $signed:ident) => {
        mod $module {
            fn some() -> [$t; 7] {
                [0, 1, 2, 6, 100, $t::MAX / 2 + 1, $t::MAX]
            }
            fn positive() -> [$t; 5] {
                [1, 2, 6, 100, $t::MAX / 2]
            }
            integers!($t $t: arithmetic bits wrapping conversions);
            same!(division, $t, positive(), |x, y|
                x / y => $t, x % y => $t, x.rem_euclid(y) => $t, x.div_euclid(y) => $t,
                x.div_ceil(y) => $t, x.ilog2() => u32, x.ilog10() => u32, x.isqrt() => $t,
                x.is_power_of_two() => bool, x.cast_signed() => $signed,
                (x % 50).next_multiple_of(y % 7 + 1) => $t, (x % 100).next_power_of_two() => $t);
            same!(multiples, $t, some(), |x, y|
                x.is_multiple_of(y) => bool, (x / 2).is_multiple_of(y / 3) => bool);
        }
    };
}

mod of_ascii {
    fn all() -> [u8; 256] {
        std::array::from_fn(|byte| byte as u8)
    }
    same!(letters, u8, all(), |x, _y|
        x.is_ascii() => bool, x.is_ascii_alphabetic() => bool, x.is_ascii_uppercase() => bool,
        x.is_ascii_lowercase() => bool, x.is_ascii_alphanumeric() => bool,
        x.to_ascii_uppercase() => u8, x.to_ascii_lowercase() => u8);
    same!(others, u8, all(), |x, _y|
        x.is_ascii_digit() => bool, x.is_ascii_hexdigit() => bool,
        x.is_ascii_punctuation() => bool, x.is_ascii_graphic() => bool,
        x.is_ascii_whitespace() => bool, x.is_ascii_control() => bool);
}

signed!(of_i8 i8 u8);
signed!(of_i32 i32 u32);
signed!(of_i64 i64 u64);
unsigned!(of_u8 u8 i8);
unsigned!(of_u32 u32 i32);
unsigned!(of_usize usize isize);

mod wrapping {
    accel::accel! {
        pub fn operators(x: i32, y: i32, n: u32) -> (i32, i32, i32, i32, i32, i32, i32, i32) {
            (x + y, x - y, x * y, -x, x / y, x % y, x << n, x >> n)
        }
        #[allow(arithmetic_overflow)]
        pub fn powers(x: i32, n: u32) -> (i32, u8) { (x.pow(n), 200u8 + 100) }
        pub fn booleans(a: bool, b: bool) -> (bool, bool, bool, bool, bool) { (a & b, a | b, a ^ b, !a, a == b || a < b) }
    }

    #[test]
    fn integer_arithmetic_wraps() {
        let (least, most) = (i32::MIN, i32::MAX);
        assert_eq!(operators(most, 1, 0), (least, most - 1, most, -most, most, 0, most, most));
        assert_eq!(
            operators(least, -1, 33),
            (most, least + 1, least, least, least, 0, 0, least >> 1)
        );
        assert_eq!(powers(3, 40), (3i32.wrapping_pow(40), 44));
        assert_eq!(booleans(true, false), (false, true, true, false, false));
        assert_eq!(booleans(false, true), (false, true, true, true, true));
    }
}
