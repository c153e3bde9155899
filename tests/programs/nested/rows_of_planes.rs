// Rows that a kernel of two dimensions writes itself: their places need extents that nothing else mentions.
// gives: planes(2, 3, 2).to_vec() == [0, 1, 0, 1, 0, 1, 1, 2, 0, 1, 0, 1]
// gives: repeated(&[[1.0, 2.0], [3.0, 4.0]], 2).to_vec() == [2.0, 4.0, 6.0, 8.0, 2.0, 4.0, 6.0, 8.0]
// gives: running(&[[1, 2, 3]], 2).to_vec() == [1, 3, 6, 2, 5, 6]
// gives: windowed(&[[1, 2], [3, 4], [5, 6]], 2, 2).to_vec() == [2, 3, 4, 5, 4, 5, 6, 7]
// gives: gathered(&[[1.0], [2.0]], &[1, 0, 1]).to_vec() == [0.0, 0.0, 0.0, 2.0, 1.0, 2.0]
// gives: pooled(&[[[1, 2], [3, 4], [5, 6], [7, 8]]]).to_vec() == [4, 8]
// gives: sums_beside(&[[1, 2], [3, 4]], 2) == 10
// gives: kept_beside(&[[1, 2], [3, 4]]) == [2, 4]

pub fn planes(n: usize, m: usize, k: usize) -> [[[usize; k]; m]; n] {
    generate((n, m), |(i, j)| { let q = i / (j + 1); (0..k).map(|c| c + q) })
}
pub fn repeated(xs: &[[f32; k]; n], m: usize) -> [[[f32; k]; m]; n] { xs.map(|_| (0..m).map(|i| xs[i].map(|a| a * 2.0))) }
pub fn running(xs: &[[i64; k]; n], m: usize) -> [[[i64; k]; m]; n] {
    xs.map(|row| (0..m).map(|j| row.rotate_left(j).scan(0, |a, b| a + b)))
}
pub fn windowed(c: &[[u8; w]; h], d: usize, e: usize) -> [[[u8; w]; e]; d] { generate((d, e, w), |(k, i, j)| c[k + i][j] + 1) }
pub fn gathered(xs: &[[f32; k]; n], is: &[usize; m]) -> [[[f32; k]; m]; n] {
    (0..n).map(|j| is.map(|i| xs[i].map(|a| a * j as f32)))
}
pub fn pooled(c: &[[[u8; w]; h]; d]) -> [[[u8; w / 2]; h / 2]; d] {
    c.map(|p| generate((h / 2, w / 2), |(i, j)| p[2 * i][2 * j].max(p[2 * i + 1][2 * j + 1])))
}
pub fn sums_beside(xs: &[[i64; k]; n], m: usize) -> i64 {
    let rows = generate((n, m), |(i, j)| { let q = i / (j + 1); xs[q].map(|x| x + 1).sort() });
    rows.map(|plane| plane.map(|row| row.sum() - row.min()).sum()).sum() - rows[0][0][0] - 2
}
pub fn kept_beside(xs: &[[i64; k]; n]) -> [i64] { xs.filter(|row| row.sum() > 0).map(|row| row.max()) }
