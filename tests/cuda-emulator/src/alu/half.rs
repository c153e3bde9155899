//! Half precision: the bits of `f16` from and to `f64`.

use super::rounding::Rounding;

/// The value of an `f16`.
#[inline]
pub fn to_double(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let exponent = i32::from(bits >> 10 & 31);
    let mantissa = f64::from(bits & 0x3ff);
    match exponent {
        0 => sign * mantissa * 2.0_f64.powi(-24),
        31 if mantissa == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        _ => sign * (mantissa + 1024.0) * 2.0_f64.powi(exponent - 25),
    }
}

/// The `f16` nearest to a value in the direction of the mode.
#[inline]
pub fn from_double(value: f64, rounding: Rounding) -> u16 {
    if value.is_nan() {
        return 0x7fff;
    }
    let sign = u16::from(value.is_sign_negative()) << 15;
    let magnitude = value.abs();
    // Steps of the binade that the value is in; below the normal numbers they stay the same.
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14);
    let steps = if exponent > 15 { 2048.0 } else { magnitude * 2.0_f64.powi(10 - exponent) };
    let away = match rounding {
        Rounding::Down => sign != 0,
        Rounding::Up => sign == 0,
        Rounding::Nearest | Rounding::Zero => false,
    };
    let whole = match rounding {
        Rounding::Nearest => steps.round_ties_even(),
        _ if away => steps.ceil(),
        _ => steps.floor(),
    };
    // A carry into the next binade adds one to the exponent field by itself.
    let field = (((exponent + 14) as u32) << 10) + whole as u32;
    let overflows = exponent > 15 || field >= 0x7c00;
    let bounded = if !overflows {
        field as u16
    } else if magnitude.is_infinite() || rounding == Rounding::Nearest || away {
        0x7c00
    } else {
        0x7bff
    };
    sign | bounded
}
