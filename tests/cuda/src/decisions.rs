//! Reductions that some value decides.

use accel::accel;

accel! {
    pub fn is_in_all(x: u64) -> bool { (0..=u64::MAX).any(|y| y == x) }
    /// Several searches at a time, which end when all are decided, whichever is first.
    pub fn are_in_all(x: u64, y: u64) -> (bool, bool) { ((0..=u64::MAX).any(|z| z == x), (0..=u64::MAX).all(|z| z != y)) }
    pub fn find_both(xs: &[i32], x: i32, y: i32) -> (bool, bool) { (xs.any(|z| z == x), xs.all(|z| z != y)) }
    pub fn rows_find_both(rows: &[[i32]], x: i32, y: i32) -> [(bool, bool)] { rows.map(|row| (row.any(|z| z == x), row.all(|z| z != y))) }
    pub fn all_below(x: i64) -> bool { (i64::MIN..=i64::MAX).all(|y| y < x) }
    pub fn contains(xs: &[i32], x: i32) -> (bool, bool) { (xs.any(|y| y == x), xs.all(|y| y != x)) }
    pub fn rows_contain(rows: &[[i32]], x: i32) -> [(bool, bool)] {
        rows.map(|row| (row.any(|y| y == x), row.all(|y| y < x)))
    }
    pub fn finds(xs: &[i32], x: i32) -> bool { xs.any(|y| y == x) }
    pub fn rows_find(rows: &[[i32]], x: i32) -> [bool] { rows.map(|row| row.any(|y| y == x)) }
    pub fn rows_below(rows: &[[i32]], x: i32) -> [bool] { rows.map(|row| row.all(|y| y < x)) }
    pub fn are_prime(numbers: &[u64]) -> [bool] {
        numbers.map(|n| {
            let last = (n as f64).sqrt() as u64;
            n > 1 && !(2..=last).any(|d| d * (n / d) == n)
        })
    }
    pub fn any_above(xs: &[[i32]], least: i32) -> [bool] {
        // The sum belongs to the lane, and the search in it to one thread.
        xs.map(|row| { let sums = row.scan(0, |a, b| a + b); (0..sums.len()).any(|i| sums[i] > least) })
    }
}
