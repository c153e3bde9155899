// Operators on rows of a few elements reduce and scan in parallel, whatever they do with these.
// gives: sums(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]).to_vec() == [5.0, 7.0, 9.0]
// gives: sums(&[[0.0; 3]; 0]).to_vec() == [0.0; 3]
// plan: sums kernels 1, intermediates 0
// gives: moments(&[1.0, 2.0, 3.0]).to_vec() == [3.0, 6.0, 14.0]
// plan: moments kernels 1, intermediates 0
// fused: moments.1 map, reduce
// gives: complex_product(&[[0.0, 1.0], [0.0, 1.0], [2.0, 0.0]]).to_vec() == [-2.0, 0.0]
// plan: complex_product kernels 1, intermediates 0
// gives: power(10).to_vec() == [89, 55, 55, 34] && power(0).to_vec() == [1, 0, 0, 1]
// gives: fibonacci(6).to_vec() == [1, 1, 2, 3, 5, 8]
// plan: fibonacci kernels 1, intermediates 0
// gives: recurrence(&[2, 3, 1], &[1, 0, 4]).to_vec() == [1, 3, 7]
// gives: largest_first(&[[1, 5], [3, 0], [3, 9], [2, 2]]).to_vec() == [3, 0]
// gives: with_count(&[[1, 2], [5, 0]]) == (accel::Array::from_vec([2], vec![5, 2]), 2)
// gives: exclusive(&[[1, 2], [3, 4], [5, 6]]).to_vec() == [0, 1, 1, 2, 4, 8]
// plan: exclusive kernels 1, intermediates 0
// gives: of_rows(&[vec![[1, 2], [3, 4]], vec![], vec![[5, 6]]]).to_vec() == [4, 8, 0, 1, 5, 6]
// plan: of_rows kernels 1, intermediates 0
// gives: at_places(&[[1, 2, 3], [4, 5, 6]], 1).to_vec() == [7, 5, 1]
// gives: in_one_unit(&[[8, 2], [2, 2]], 2).to_vec() == [10, 2]
// fails: try_in_one_unit(&[[8, 2], [2, 0]], 2) Assertion

pub fn sums(m: &[[f64; 3]; n]) -> [f64; 3] { m.reduce([0.0; 3], |a, b| zip(a, b).map(|(x, y)| x + y)) }
pub fn moments(xs: &[f64]) -> [f64; 3] {
    xs.map(|x| [1.0, x, x * x]).reduce([0.0; 3], |a, b| zip(a, b).map(|(x, y)| x + y))
}
pub fn complex_product(zs: &[[f64; 2]]) -> [f64; 2] {
    zs.reduce([1.0, 0.0], |a, b| [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]])
}
fn product(a: &[[u64; 2]; 2], b: &[[u64; 2]; 2]) -> [[u64; 2]; 2] {
    generate((2, 2), |(i, j)| (0..2).map(|k| a[i][k] * b[k][j]).sum())
}
pub fn power(n: usize) -> [[u64; 2]; 2] {
    (0..n).map(|_| [[1, 1], [1, 0]]).reduce([[1, 0], [0, 1]], product)
}
pub fn fibonacci(n: usize) -> [u64; n] {
    (0..n).map(|_| [[1, 1], [1, 0]]).scan([[1, 0], [0, 1]], product).map(|m| m[0][1])
}
/// `x = a x + b`, for each pair of numbers, from 0.
pub fn recurrence(xs: &[i64; n], ys: &[i64; n]) -> [i64; n] {
    zip(xs, ys).map(|(x, y)| [x, y]).scan([1, 0], |f, g| [f[0] * g[0], g[0] * f[1] + g[1]]).map(|f| f[1])
}
pub fn largest_first(m: &[[i32; 2]]) -> [i32; 2] {
    m.reduce([i32::MIN, 0], |a, b| if b[0] > a[0] { b } else { a })
}
pub fn with_count(m: &[[i32; 2]]) -> ([i32; 2], u32) {
    m.map(|row| (row, 1)).reduce(([0; 2], 0), |(a, p), (b, q)| (zip(a, b).map(|(x, y)| x.max(y)), p + q))
}
pub fn exclusive(m: &[[i32; 2]]) -> [[i32; 2]] { m.scan_exclusive([0, 1], |a, b| [a[0] + b[0], a[1] * b[1]]) }
pub fn of_rows(rows: &[[[i32; 2]]]) -> [[i32; 2]] {
    rows.map(|row| row.reduce([0, 1], |a, b| [a[0] + b[0], a[1] * b[1]]))
}
/// The element that is looked at is not known: one row after the other.
pub fn at_places(m: &[[i32; 3]], k: usize) -> [i32; 3] {
    m.reduce([0; 3], |a, b| [a[k] + b[k], a[1].max(b[1]), 1])
}
pub fn in_one_unit(m: &[[i32; 2]], unit: i32) -> [i32; 2] {
    m.reduce([0, unit], |a, b| { assert!(a[1] == b[1], "one unit"); [a[0] + b[0], a[1]] })
}
