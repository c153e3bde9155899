//! Sorts.

use accel::accel;

accel! {
    pub fn sorted_bools(xs: &[bool]) -> [bool] { xs.sort() }
    pub fn sorted_i8(xs: &[i8]) -> [i8] { xs.sort() }
    pub fn sorted_u16(xs: &[u16]) -> [u16] { xs.sort() }
    pub fn sorted_i32(xs: &[i32]) -> [i32] { xs.sort() }
    pub fn sorted_u64(xs: &[u64]) -> [u64] { xs.sort() }
    pub fn sorted_isize(xs: &[isize]) -> [isize] { xs.sort() }
    pub fn sorted_f32(xs: &[f32]) -> [f32] { xs.sort() }
    pub fn sorted_f64(xs: &[f64]) -> [f64] { xs.sort() }
    pub fn places_of(xs: &[i32]) -> [usize] { xs.argsort() }
    /// Several columns of keys, of all sizes.
    pub fn sorted_products(xs: &[(u8, i64, bool, i16, f32)]) -> [(u8, i64, bool, i16, f32)] { xs.sort() }
    /// Many equal keys, which are not results.
    pub fn by_remainder(xs: &[i32; n], ys: &[(u8, f64); n]) -> [(i32, (u8, f64)); n] {
        zip(xs, ys).sort_by_key(|(x, _)| x.rem_euclid(7) as u8)
    }
    pub fn by_two(xs: &[(i32, f64)]) -> [(i32, f64)] { xs.sort_by_key(|(x, y)| (x % 3, y)) }
    pub fn rows_by_sum(rows: &[[i16; k]; n]) -> [[i16; k]; n] {
        rows.sort_by_key(|row| row.reduce(0, |a, b| a.wrapping_add(b)))
    }
    /// Between kernels, in a loop and in a branch; the host looks at elements.
    pub fn sorted_again(xs: &[u32; n], times: usize) -> ([u32; n], u32) {
        let mut ys = xs.map(|x| x ^ 0x5a5a);
        for i in 0..times {
            ys = if i % 2 == 0 { ys.sort() } else { ys.sort_by_key(|y| -(y as i64)) };
            ys = ys.map(|y| y.wrapping_mul(2_654_435_761) + 1);
        }
        let zs = ys.sort();
        (zs, if n > 0 { zs[n / 2] } else { 0 })
    }
    /// The host changes the sorted array later.
    pub fn changed_when_sorted(xs: &[i32; n]) -> [i32; n] {
        let mut ys = xs.sort();
        ys[0] = 7;
        ys[1] = ys[n - 1];
        ys.map(|y| y / 2)
    }
}
