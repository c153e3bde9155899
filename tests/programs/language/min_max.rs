// `min`, `max`, `argmin`, `argmax`: the order of floats is that of `total_cmp`, the first wins
// on ties, and nothing has no smallest element.
// gives: ends(&[3, -1, 2]) == (-1, 3) && ends(&[5]) == (5, 5)
// gives: places(&[3, -1, 3, -1]) == (1, 0) && places(&[4, 4, 4]) == (0, 0)
// gives: float_ends(&[1.0, f64::NAN]).0 == 1.0 && float_ends(&[1.0, f64::NAN]).1.is_nan()
// gives: float_ends(&[1.0, -f64::NAN]).0.is_nan() && float_ends(&[1.0, -f64::NAN]).1 == 1.0
// gives: float_ends(&[0.0, -0.0]).0.to_bits() == (-0.0f64).to_bits()
// gives: float_ends(&[-0.0, 0.0]).1.to_bits() == 0.0f64.to_bits()
// gives: float_ends(&[f64::INFINITY, f64::NEG_INFINITY]) == (f64::NEG_INFINITY, f64::INFINITY)
// gives: float_places(&[0.0, -0.0, f64::NAN, 1.0]) == (1, 2)
// gives: float_places(&[f64::NAN, f64::NAN]) == (0, 0)
// gives: of_bools(&[true, false]) == (false, true, 1, 0)
// gives: of_pairs(&[(1, 2.0), (1, 1.0), (0, 9.0)]) == ((0, 9.0), (1, 2.0), 2, 0)
// gives: of_pairs(&[(1, 0.0), (1, -0.0)]).2 == 1
// fails: try_ends(&[]) Empty
// fails: try_places(&[]) Empty
// fails: try_float_ends(&[]) Empty
// fails: try_of_pairs(&[]) Empty
// gives: of_rows(&[[3, 1, 1], [4, 6, 5]]).0 == [1, 4] && of_rows(&[[3, 1, 1], [4, 6, 5]]).1 == [3, 6]
// gives: of_rows(&[[3, 1, 1], [4, 6, 5]]).2 == [1, 0] && of_rows(&[[3, 1, 1], [4, 6, 6]]).3 == [0, 1]
// fails: try_of_rows(&[[0; 0]; 2]) Empty
// gives: try_of_rows(&[[0; 0]; 0]).is_ok()
// gives: rows(of_planes(&[[[3, 1], [4, 6]]])) == [[1, 4]]
// fails: try_of_planes(&[[[0; 0]; 1]; 2]) Empty
// gives: farthest_row(&[[1, 2], [0, 9], [5, 4]]) == 1
// gives: of_filtered(&[1, 4, 3, 6]) == 4
// fails: try_of_filtered(&[1, 3]) Empty
// gives: large(1_000_003) == (0, 1_000_002, 0, 1_000_002)
// gives: of_four(1.0, -0.0, 0.0, 0.5).0.to_bits() == (-0.0f64).to_bits() && of_four(0.0, -0.0, f64::NAN, -1.0).1.is_nan()
// gives: of_four(-f64::NAN, 2.0, 1.0, 0.5).0.is_nan() && of_four(-f64::NAN, 2.0, 1.0, f64::INFINITY).1 == f64::INFINITY
// gives: of_four(3.0, 1.0, 2.0, 4.0) == (1.0, 4.0) && middle_of_three(3.0, 1.0, 2.0) == 2.0 && middle_of_three(1.0, 1.0, 2.0) == 1.0
// gives: largest_and_where(&[2.0, 5.0, -1.0, 5.0]) == (5.0, 1)
// gives: rows(largest_around(&[[1.0, 2.0, 0.0], [0.0, -1.0, 3.0], [4.0, 2.0, 1.0]])) == [[2.0, 3.0], [4.0, 3.0]]
// plan: ends kernels 1, intermediates 0
// plan: of_bools kernels 1, intermediates 0
// plan: of_rows kernels 1, intermediates 0
// plan: farthest_row kernels 1, intermediates 0

pub fn ends(xs: &[i32]) -> (i32, i32) { (xs.min(), xs.max()) }
pub fn places(xs: &[i32]) -> (usize, usize) { (xs.argmin(), xs.argmax()) }
pub fn float_ends(xs: &[f64]) -> (f64, f64) { (xs.min(), xs.max()) }
pub fn float_places(xs: &[f64]) -> (usize, usize) { (xs.argmin(), xs.argmax()) }
pub fn of_bools(xs: &[bool]) -> (bool, bool, usize, usize) { (xs.min(), xs.max(), xs.argmin(), xs.argmax()) }
pub fn of_pairs(ps: &[(i32, f32)]) -> ((i32, f32), (i32, f32), usize, usize) {
    (ps.min(), ps.max(), ps.argmin(), ps.argmax())
}
pub fn of_rows(m: &[[i32; k]; n]) -> ([i32; n], [i32; n], [usize; n], [usize; n]) {
    (m.map(|r| r.min()), m.map(|r| r.max()), m.map(|r| r.argmin()), m.map(|r| r.argmax()))
}
pub fn of_planes(t: &[[[i32; k]; m]; n]) -> [[i32; m]; n] { t.map(|m| m.map(|row| row.min())) }
pub fn farthest_row(m: &[[i32; k]; n]) -> usize { m.map(|row| row.map(|x| x * x).sum()).argmax() }
pub fn of_filtered(xs: &[i32]) -> i32 { xs.filter(|x| x % 2 == 0).min() }
/// Ties across blocks: the values repeat.
pub fn large(n: usize) -> (usize, usize, usize, usize) {
    let xs = (0..n).map(|i| (i * 7919) % n);
    let flat = xs.map(|_| 0);
    (xs.min(), xs.max(), flat.argmin(), xs[xs.argmax()] + flat.argmax())
}

/// Few floats are compared one after the other.
pub fn of_four(a: f64, b: f64, c: f64, d: f64) -> (f64, f64) { ([a, b, c, d].min(), [a, b, c, d].max()) }
pub fn middle_of_three(a: f32, b: f32, c: f32) -> f32 { let low = [a, b].min(); let high = [a, b].max(); [low, [high, c].min()].max() }
/// The conditions choose the place, too.
pub fn largest_and_where(xs: &[f64; 4]) -> (f64, usize) { let ys = (0..4).map(|i| xs[i]); (ys.max(), ys.argmax()) }
pub fn largest_around(m: &[[f32; k]; n]) -> [[f32; _]; _] {
    generate((n - 1, k - 1), |(i, j)| (0..2).map(|a| (0..2).map(|b| m[i + a][j + b]).max()).max())
}
