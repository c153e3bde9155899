// `scan` and `scan_exclusive`: `init` enters once, at the left; the lengths are those of the
// elements; a producer and an elementwise consumer join the scan.
// gives: running(&[1, 2, 3]) == [11, 13, 16] && running(&[]).is_empty() && running(&[5]) == [15]
// gives: before(&[1, 2, 3]) == [10, 11, 13] && before(&[]).is_empty() && before(&[5]) == [10]
// gives: maxima(&[1.0, 3.0, 2.0, f32::INFINITY]) == [1.0, 3.0, 3.0, f32::INFINITY]
// gives: last_that_counts(&[0, 4, 0, 5]) == [7, 4, 4, 5]
// gives: last_that_counted(&[0, 4, 0, 5]) == [7, 7, 4, 4]
// gives: composed(&[(2, 1), (3, 5), (1, 4)]).to_vec() == [(4, 21), (12, 68), (12, 72)]
// gives: composed_before(&[(2, 1), (3, 5), (1, 4)]).to_vec() == [(2, 10), (4, 21), (12, 68)]
// gives: within_segments(&[(true, 1), (false, 2), (true, 3), (false, 4)]) == [1, 3, 3, 7]
// gives: rows(of_rows(&[[1, 2], [3, 4]])) == [[1, 3], [3, 7]]
// gives: rows(before_in_rows(&[[1, 2], [3, 4]])) == [[0, 1], [0, 3]]
// gives: of_rows(&[[0; 0]; 3]).shape() == [3, 0] && of_rows(&[[0; 3]; 0]).shape() == [0, 3]
// gives: planes(of_planes(&[[[1, 2], [3, 4]]])) == [[[1, 3], [3, 7]]]
// gives: rows(columns(&[[1, 2], [3, 4]])) == [[11, 22], [14, 26]]
// gives: rows(columns_before(&[[1, 2], [3, 4]])) == [[10, 20], [11, 22]]
// gives: planes(columns_inside(&[[[1, 2], [3, 4]]])) == [[[1, 2], [4, 6]]]
// gives: rows(products(&[[1, 1, 0, 1], [1, 0, 1, 1]])) == [[1, 1, 0, 1], [2, 1, 1, 1]]
// gives: rows(table_of_sums(&[[1, 2], [3, 4]])) == [[1, 3], [4, 10]]
// gives: joined(&[1, 2, 3]) == [4, 10, 18]
// gives: of_two(&[1, 2], &[5, 6]) == [5, 17]
// gives: offsets(&[3, 0, 2]) == [0, 3, 3, 5]
// gives: of_loops(&[1, 2, 5]).to_vec() == [(3, 3), (9, 6), (24, 15)] && of_loops(&[]).is_empty()
// gives: long(1_000_000)
// gives: long_pairs(300_000)
// fails: try_of_quotients(&[1, 0]) DivisionByZero
// plan: joined kernels 1, intermediates 0
// plan: of_two kernels 1, intermediates 0
// plan: of_planes kernels 1, intermediates 0

fn compose(f: (i64, i64), g: (i64, i64)) -> (i64, i64) { (f.0 * g.0, f.1 * g.0 + g.1) }
pub fn running(xs: &[i32]) -> [i32] { xs.scan(10, |a, b| a + b) }
pub fn before(xs: &[i32]) -> [i32] { xs.scan_exclusive(10, |a, b| a + b) }
pub fn maxima(xs: &[f32; n]) -> [f32; n] { xs.scan(f32::NEG_INFINITY, f32::max) }
pub fn last_that_counts(xs: &[i32]) -> [i32] { xs.scan(7, |a, b| if b == 0 { a } else { b }) }
pub fn last_that_counted(xs: &[i32]) -> [i32] { xs.scan_exclusive(7, |a, b| if b == 0 { a } else { b }) }
pub fn composed(fs: &[(i64, i64)]) -> [(i64, i64)] { fs.scan((2, 10), compose) }
pub fn composed_before(fs: &[(i64, i64)]) -> [(i64, i64)] { fs.scan_exclusive((2, 10), compose) }
/// A segmented scan, as a scan over pairs.
pub fn within_segments(xs: &[(bool, i32)]) -> [i32] {
    xs.scan((false, 0), |(f, a), (g, b)| (f || g, if g { b } else { a + b })).map(|(_, x)| x)
}
pub fn of_rows(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| row.scan(0, |a, b| a + b)) }
pub fn before_in_rows(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| row.scan_exclusive(0, |a, b| a + b)) }
pub fn of_planes(t: &[[[i32; k]; m]; n]) -> [[[i32; k]; m]; n] {
    t.map(|m| m.map(|row| row.scan(0, |a, b| a + b)))
}
/// Rows as elements.
pub fn columns(m: &[[i32; k]; n]) -> [[i32; k]; n] {
    m.scan(generate(k, |j| 10 * (j as i32 + 1)), |a, b| zip(a, b).map(|(x, y)| x + y))
}
pub fn columns_before(m: &[[i32; k]; n]) -> [[i32; k]; n] {
    m.scan_exclusive(generate(k, |j| 10 * (j as i32 + 1)), |a, b| zip(a, b).map(|(x, y)| x + y))
}
pub fn columns_inside(t: &[[[i32; k]; m]; n]) -> [[[i32; k]; m]; n] {
    t.map(|m| m.scan([0; k], |a, b| zip(a, b).map(|(x, y)| x + y)))
}
pub fn products(m: &[[i32; 4]; n]) -> [[i32; 4]; n] {
    m.scan([1, 0, 0, 1], |a, b| [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
    ])
}
/// A summed-area table: along the rows, then along the columns.
pub fn table_of_sums(m: &[[i32; k]; n]) -> [[i32; k]; n] {
    m.map(|row| row.scan(0, |a, b| a + b)).transpose().map(|column| column.scan(0, |a, b| a + b)).transpose()
}
pub fn joined(xs: &[i32]) -> [i32] { xs.map(|x| x + 1).scan(0, |a, b| a + b).map(|x| 2 * x) }
pub fn of_two(xs: &[i32; n], ys: &[i32; n]) -> [i32; n] { zip(xs, ys).map(|(x, y)| x * y).scan(0, |a, b| a + b) }
pub fn offsets(lengths: &[usize]) -> [usize] { concat([0], lengths.scan(0, |a, b| a + b)) }
/// Sizes that are cut into blocks.
pub fn long(n: usize) -> bool {
    let xs = (0..n).map(|i| (i * i) as u64).scan(3, |a, b| a + b);
    (1..n).all(|i| xs[i] == xs[i - 1] + (i * i) as u64) && xs[0] == 3
}
pub fn long_pairs(n: usize) -> bool {
    let fs = (0..n).map(|i| (i as i64 % 5 - 2, i as i64));
    let all = fs.scan((3, 1), compose);
    let before = fs.scan_exclusive((3, 1), compose);
    (1..n).all(|i| all[i - 1] == before[i] && all[i] == compose(before[i], fs[i])) && before[0] == (3, 1)
}
pub fn of_quotients(xs: &[i32]) -> [i32] { xs.map(|x| 6 / x).scan(0, |a, b| a + b) }
/// The result of a loop is used before and after the running combination.
pub fn of_loops(xs: &[u64]) -> [(u64, u64)] {
    let ys = xs.map(|x| { let mut y = 0; for _ in 0..3 { y += x; } y });
    zip(ys.scan(0, |a, b| a + b), ys)
}
