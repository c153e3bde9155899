//! Work on rows of all lengths, which threads, warps or blocks do.

use accel::accel;

accel! {
    pub fn row_sums(rows: &[[f64]]) -> [f64] { rows.map(|row| row.sum()) }
    pub fn chosen_sums(rows: &[[(u32, i64)]; n], table: &[i64]) -> [i64; n] {
        rows.map(|row| row.map(|(place, factor)| factor.wrapping_mul(table[place])).sum())
    }
    /// Rows that are reduced and then stored.
    pub fn parts_of_sums(rows: &[[f64]]) -> [[f64]] {
        rows.map(|row| { let total = row.map(|x| x.abs()).sum(); row.map(|x| x / total) })
    }
    /// A product, a reduction without a value to begin with, one that leaves elements out.
    pub fn statistics(rows: &[[i32]]) -> [(i64, u32, i32, i32)] {
        rows.map(|row| {
            let (sum, bits) = row.map(|x| (x as i64, x as u32)).reduce((3, 1), |(a, b), (c, d)| (a + c, b ^ d));
            let top = if row.len() == 0 { 0 } else { row.max() };
            (sum, bits, top, row.filter(|x| x % 3 == 0).sum())
        })
    }
    /// Several reductions of a row at once.
    pub fn totals_of_rows(rows: &[[i32]]) -> [(i64, u32, i32)] {
        rows.map(|row| {
            let (sum, bits) = row.map(|x| (x as i64, x as u32)).reduce((3, 1), |(a, b), (c, d)| (a + c, b ^ d));
            (sum, bits, row.filter(|x| x % 3 == 0).sum())
        })
    }
    /// Rows of one length, and columns.
    pub fn matrix_sums(m: &[[f64; k]; n]) -> ([f64; n], [[f64; k]; n]) {
        (m.map(|row| row.sum()), m.map(|row| { let top = row.sum(); row.map(|x| x - top) }))
    }
    /// What is reduced second needs what was reduced first.
    pub fn deviations(m: &[[f64; k]; n]) -> [f64; n] {
        m.map(|row| { let mean = row.sum() / k as f64; row.map(|x| (x - mean) * (x - mean)).sum() / k as f64 })
    }
    pub fn largest_by_row(rows: &[[i32]]) -> [i32] { rows.map(|row| row.max()) }
}
