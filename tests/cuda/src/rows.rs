//! Rows of lengths that only their lanes know.

use accel::accel;

accel! {
    pub fn kept_of_rows(rows: &[[i32]], at: i32) -> [[i32]] { rows.map(|row| row.filter(|x| x > at)) }
    pub fn divisors(xs: &[u32]) -> [[u32]] {
        xs.map(|x| (0..x as usize).map(|i| i as u32 + 1).filter(|d| x % d == 0))
    }
    /// Two components, and a reduction and an array of scalars beside.
    pub fn numbered(rows: &[[f64]]) -> ([[(usize, f64)]], [usize], f64) {
        let kept = rows.map(|row| row.enumerate().filter(|(i, x)| x > 0.25 * i as f64));
        (kept, kept.map(|row| row.len()), rows.map(|row| row.sum()).max())
    }
    pub fn repeated(xs: &[usize]) -> [usize] { xs.flat_map(|x| (0..x % 7).map(|i| i * x)) }
    pub fn quotients_of_rows(rows: &[[i32]], by: i32) -> [[i32]] { rows.map(|row| row.map(|x| x / by).filter(|x| x > 0)) }
    pub fn small_rows(m: &[[i32; 8]; n]) -> [i64; n] {
        m.map(|row| { let kept = row.filter(|x| x > 0); let sums = kept.scan(0, |a, b| a + b); sums.sum() as i64 + kept.len() as i64 })
    }
    /// The length of a row is known only if there is one: the check comes first.
    pub fn longest_of_each(xs: &[[[i32]]]) -> [[i32]] { xs.map(|rows| rows.max_by_key(|row| row.len())) }
}
