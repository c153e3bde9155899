// The places of the smallest and greatest elements of rows, by groups of elements: of equal ones the first.
// gives: least(&ties()) == [3, 0, 20, 39]
// gives: greatest(&ties()) == [0, 5, 0, 0]
// gives: least_float(&floats()) == [17, 1, 0]
// gives: greatest_float(&floats()) == [33, 0, 0]
// gives: extremes() == (0, 0, 0, 0)
// gives: by_key(&ties()) == [5, -5, 3, -1]
// gives: nearest(&[0.4, 7.6, 19.0], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0]) == [0, 8, 17]
// gives: of_kept(&[3, -1, 4, -1, 5, -9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6]) == (12, 9)
// fails: try_least(&[vec![1], vec![]]) Empty
// gives: bounds(&floats()).to_vec()[1] == (f32::NEG_INFINITY, f32::INFINITY)
// gives: bounds(&floats()).to_vec()[0].0.is_sign_negative() && bounds(&floats()).to_vec()[0].1.is_nan()
// gives: bounds(&[vec![-1.5], vec![-0.0, 0.0], vec![0.0, -0.0, -3.0]]).to_vec() == [(-1.5, -1.5), (-0.0, 0.0), (-3.0, 0.0)]
// gives: least_of_greatest(&[[1.0, -2.0], [0.5, -7.0], [3.0, 3.0]]) == 0.5
// gives: greatest_so_far(&[-3.0, -5.0, 2.0, 1.0]) == [-3.0, -3.0, 2.0, 2.0]
// gives: best_and_sum(&[[1.0, -2.0], [0.5, 7.0]]).to_vec() == [(-2.0, -1.0), (0.5, 7.5)]
// gives: least_of_columns(&[[1.0, -2.0], [0.5, 7.0]]) == [0.5, -2.0]
// gives: fours(&[1.0, -2.0, 4.0, 3.0, -1.0, -2.0, -3.0, -4.0]) == [4.0, -1.0]
// gives: some(&[-1.0, 2.0, -0.5, 8.0]) == (2.0, -0.5)
// fails: try_some(&[1.0]) Empty

pub fn least(rows: &[[i32]]) -> [usize] { rows.map(|row| row.argmin()) }
pub fn greatest(rows: &[[i32]]) -> [usize] { rows.map(|row| row.argmax()) }
pub fn least_float(rows: &[[f32]]) -> [usize] { rows.map(|row| row.argmin()) }
pub fn greatest_float(rows: &[[f32]]) -> [usize] { rows.map(|row| row.argmax()) }
/// Of elements that nothing is behind, the first, too.
pub fn extremes() -> (usize, usize, usize, usize) {
    ([i64::MAX; 40].argmin(), [i64::MIN; 40].argmax(), [false; 40].argmax(), [u8::MAX; 3].argmin())
}
pub fn by_key(rows: &[[i32]]) -> [i32] { rows.map(|row| row.max_by_key(|x| (x % 7).abs())) }
pub fn nearest(xs: &[f64], centres: &[f64]) -> [usize] { xs.map(|x| centres.map(|c| (x - c).abs()).argmin()) }
pub fn of_kept(xs: &[i32]) -> (usize, i32) {
    let even = xs.map(|x| if x % 2 == 0 { 0 } else { x });
    (even.argmax(), xs.filter(|x| x > 2).max_by_key(|x| x * x))
}
/// Rows in which the places are in different groups, and in the rest.
pub fn ties() -> [[i32]] {
    [concat([9, 8, 7, 1], [5; 30], [1; 3]), concat([-5; 5], [2], [-5; 40], [2]), concat([3; 20], [-3], [3; 20]), concat([0; 39], [-1])]
}
pub fn floats() -> [[f32]] {
    [
        concat([0.0; 17], [-0.0; 10], [2.0; 6], [f32::NAN], [f32::INFINITY; 7]),
        concat([f32::INFINITY], [f32::NEG_INFINITY; 20]),
        [1.5; 50],
    ]
}
/// Minima and maxima in the order of `sort`, of rows of any length, running, nested and with others.
pub fn bounds(rows: &[[f32]]) -> [(f32, f32)] { rows.map(|row| (row.min(), row.max())) }
pub fn least_of_greatest(m: &[[f64; k]; n]) -> f64 { m.map(|row| row.max()).min() }
pub fn greatest_so_far(xs: &[f64]) -> [f64] { (0..xs.len()).map(|i| xs[..i + 1].max()) }
pub fn best_and_sum(m: &[[f64; k]; n]) -> [(f64, f64)] { m.map(|row| (row.max_by_key(|x| -x), row.sum())) }
pub fn least_of_columns(m: &[[f32; k]; n]) -> [f32; k] { m.transpose().map(|column| column.min()) }
pub fn fours(xs: &[f32]) -> [f32] { xs.chunks(4).map(|four| four.max()) }
pub fn some(xs: &[f64]) -> (f64, f64) { (xs.filter(|x| x > 0.0).min(), xs.filter(|x| x < 0.0).max()) }
