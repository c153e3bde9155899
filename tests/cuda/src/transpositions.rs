//! Lanes that read across the order in which they lie.

use accel::accel;

accel! {
    pub fn planes_turned(m: &[[[i32; k]; h]; n]) -> [[[i32; h]; k]; n] {
        m.map(|plane| plane.transpose().map(|column| column.map(|x| x + 1)))
    }
    pub fn turned_around(m: &[[[i64; k]; h]; n]) -> [[[i64; n]; k]; h] { m.transpose().map(|plane| plane.transpose()) }
    /// Along rows and along columns at once.
    pub fn symmetric(m: &[[f64; n]; n]) -> [[f64; n]; n] {
        zip(m, m.transpose()).map(|(a, b)| zip(a, b).map(|(x, y)| (x + y) / 2.0))
    }
    /// Pairs, and a check before each of them is read.
    pub fn chosen_columns(m: &[[(u8, f64); k]], rows: &[usize; n]) -> [[(f64, u8); n]; k] {
        generate((k, n), |(j, i)| { let (x, y) = m[rows[i]][j]; (y, x) })
    }
}
