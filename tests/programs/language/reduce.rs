// `reduce`: `init` enters exactly once, at the left, and need not be neutral; the operator need
// not be commutative; elements may be scalars, products or rows.
// gives: total(&[1, 2, 3]) == 106 && total(&[]) == 100 && total(&[5]) == 105
// gives: once(1_000_000) == 100 + 499_999_500_000
// gives: named(&[u32::MAX, 3]) == 2 && largest(&[3, 9, 4]) == 9
// gives: last_that_counts(&[1, 0, 2, 0]) == 2 && last_that_counts(&[0, 0]) == 7
// gives: composed(&[(2, 1), (3, 5), (1, 4)]) == (12, 72) && composed(&[]) == (2, 10)
// gives: composed_many(100_000) == composed_in_order(100_000)
// gives: range_of(&[3.0, -1.0, 2.0]) == Range { low: -1.0, high: 3.0 }
// gives: range_of(&[]) == Range { low: f64::INFINITY, high: f64::NEG_INFINITY }
// gives: of_rows(&[[1, 2], [3, 4]]) == [13, 17] && of_rows(&[[0; 3]; 0]).is_empty()
// gives: of_rows(&[[0; 0]; 3]) == [10, 10, 10]
// gives: rows(of_planes(&[[[1, 2], [3, 4]], [[5, 6], [7, 8]]])) == [[13, 17], [21, 25]]
// gives: columns(&[[1.0, 2.0], [3.0, 4.0]]) == [5.0, 8.0] && columns(&[[1.0; 2]; 0]) == [1.0, 2.0]
// gives: product_of_matrices(&[[1, 1, 0, 1], [1, 0, 1, 1]]) == [2, 1, 1, 1]
// gives: product_of_matrices(&[[0; 4]; 0]) == [1, 0, 0, 1]
// gives: rows(sums_of_rows_inside(&[[[1, 2], [3, 4]], [[5, 6], [7, 8]]])) == [[4, 6], [12, 14]]
// gives: pairs_inside(&[1, 2, 3]).to_vec() == [(1, 1), (3, 2), (6, 6)]
// gives: sum_of_sums(&[[1, 2], [3, 4]]) == 10
// gives: both(&[1, 2, 3]) == (6, 6)
// fails: try_checked(&[4, 0, 2]) DivisionByZero
// plan: total kernels 1, intermediates 0
// plan: both kernels 1, intermediates 0
// plan: of_planes kernels 1, intermediates 0
// plan: sum_of_sums kernels 1, intermediates 0

struct Range { low: f64, high: f64 }
/// `|x| a * x + b` after one another: associative, not commutative.
fn compose(f: (i64, i64), g: (i64, i64)) -> (i64, i64) { (f.0 * g.0, f.1 * g.0 + g.1) }

pub fn total(xs: &[i32]) -> i32 { xs.reduce(100, |a, b| a + b) }
pub fn once(n: usize) -> i64 { (0..n).map(|i| i as i64).reduce(100, |a, b| a + b) }
pub fn named(xs: &[u32]) -> u32 { xs.reduce(0, u32::wrapping_add) }
pub fn largest(xs: &[i32]) -> i32 { xs.reduce(i32::MIN, i32::max) }
pub fn last_that_counts(xs: &[i32]) -> i32 { xs.reduce(7, |a, b| if b == 0 { a } else { b }) }
pub fn composed(fs: &[(i64, i64)]) -> (i64, i64) { fs.reduce((2, 10), compose) }
pub fn composed_many(n: usize) -> (i64, i64) {
    (0..n).map(|i| (i as i64 % 5 - 2, i as i64)).reduce((3, 1), compose)
}
pub fn composed_in_order(n: usize) -> (i64, i64) {
    (0..n).map(|i| (i as i64 % 5 - 2, i as i64)).fold((3, 1), compose)
}
pub fn range_of(xs: &[f64]) -> Range {
    xs.map(|x| Range { low: x, high: x }).reduce(Range { low: f64::INFINITY, high: f64::NEG_INFINITY }, |a, b| Range {
        low: a.low.min(b.low),
        high: a.high.max(b.high),
    })
}
/// Depth 1 and 2.
pub fn of_rows(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| row.reduce(10, |a, b| a + b)) }
pub fn of_planes(t: &[[[i32; k]; m]; n]) -> [[i32; m]; n] {
    t.map(|m| m.map(|row| row.reduce(10, |a, b| a + b)))
}
/// Rows as elements.
pub fn columns(m: &[[f64; k]; n]) -> [f64; k] {
    m.reduce(generate(k, |i| i as f64 + 1.0), |a, b| zip(a, b).map(|(x, y)| x + y))
}
pub fn product_of_matrices(m: &[[i32; 4]; n]) -> [i32; 4] {
    m.reduce([1, 0, 0, 1], |a, b| [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
    ])
}
pub fn sums_of_rows_inside(t: &[[[i32; k]; m]; n]) -> [[i32; k]; n] {
    t.map(|m| m.reduce([0; k], |a, b| zip(a, b).map(|(x, y)| x + y)))
}
pub fn pairs_inside(xs: &[i32]) -> [(i32, i32)] {
    xs.map(|x| (1..=x).map(|i| (i, i)).reduce((0, 1), |(a, b), (c, d)| (a + c, b * d)))
}
pub fn sum_of_sums(m: &[[i32; k]; n]) -> i32 { m.map(|row| row.reduce(0, |a, b| a + b)).reduce(0, |a, b| a + b) }
pub fn both(xs: &[i32]) -> (i32, i32) { (xs.reduce(0, |a, b| a + b), xs.reduce(1, |a, b| a * b)) }
pub fn checked(xs: &[i32]) -> i32 { xs.map(|x| 12 / x).reduce(0, |a, b| a + b) }
