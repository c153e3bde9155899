//! Elementary functions that vectorise, for the hand-tuned rivals: branch-free polynomials, as in
//! the Cephes library, exact to about two units in the last place.

/// `e^x`; the argument is limited to where the result is a normal float.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    const ROUND: f32 = 12_582_912.0; // 1.5 · 2^23: adding it rounds to an integer.
    let x = x.clamp(-87.0, 88.0);
    let rounded = x.mul_add(std::f32::consts::LOG2_E, ROUND);
    let power = rounded.to_bits().wrapping_sub(ROUND.to_bits());
    let n = rounded - ROUND;
    let r = n.mul_add(-0.693_359_4, x);
    let r = n.mul_add(2.121_944_4e-4, r);
    let p = 1.987_569_1e-4f32;
    let p = p.mul_add(r, 1.398_2e-3);
    let p = p.mul_add(r, 8.333_452e-3);
    let p = p.mul_add(r, 4.166_579_6e-2);
    let p = p.mul_add(r, 1.666_666_5e-1);
    let p = p.mul_add(r, 0.5);
    let e = (p * r).mul_add(r, r) + 1.0;
    f32::from_bits(e.to_bits().wrapping_add(power << 23))
}

/// The natural logarithm of a positive normal float.
#[inline(always)]
pub fn ln(x: f32) -> f32 {
    const ROOT_HALF: u32 = 0x3f35_04f3;
    let bits = x.to_bits().wrapping_sub(ROOT_HALF);
    let exponent = (bits as i32 >> 23) as f32;
    let m = f32::from_bits((bits & 0x007f_ffff).wrapping_add(ROOT_HALF)) - 1.0;
    let p = 7.037_683_6e-2f32;
    let p = p.mul_add(m, -1.151_461e-1);
    let p = p.mul_add(m, 1.167_699_9e-1);
    let p = p.mul_add(m, -1.242_014_1e-1);
    let p = p.mul_add(m, 1.424_932_3e-1);
    let p = p.mul_add(m, -1.666_805_8e-1);
    let p = p.mul_add(m, 2.000_071_5e-1);
    let p = p.mul_add(m, -2.499_999_4e-1);
    let p = p.mul_add(m, 3.333_333e-1);
    let square = m * m;
    let tail = (p * m).mul_add(square, exponent * -2.121_944_4e-4);
    exponent.mul_add(0.693_359_4, square.mul_add(-0.5, tail) + m)
}
