// `len`, `is_empty`, `shape`, at every depth.
// gives: lengths(&[1, 2, 3]) == (3, false) && lengths(&[]) == (0, true)
// gives: of_matrix(&[[1, 2, 3], [4, 5, 6]]) == ((2, 3), 2) && of_matrix(&[[0; 4]; 0]) == ((0, 4), 0)
// gives: of_planes(&[[[1, 2]]; 3]) == (3, 1, 2)
// gives: of_rows(&[[1, 2, 3], [4, 5, 6]]).to_vec() == [(3, 3), (3, 3)]
// gives: of_rows_of_planes(&[[[1, 2]]; 3]).to_vec() == [(1, 2, 2); 3]
// gives: of_pairs(&[(1, 2.0), (3, 4.0)]) == 2
// gives: of_results(&[1, 2, 3, 4]) == (4, 2, 3, 8, 0)
// gives: from_names(&[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]) == 3.0 / 2.0
// plan: of_matrix kernels 0, intermediates 0
// plan: from_names kernels 0, intermediates 0

pub fn lengths(xs: &[i32]) -> (usize, bool) { (xs.len(), xs.is_empty()) }
pub fn of_matrix(m: &[[i32; k]; n]) -> ((usize, usize), usize) { (m.shape(), m.len()) }
pub fn of_planes(t: &[[[u8; k]; m]; n]) -> (usize, usize, usize) { t.shape() }
/// Depth 1: the rows'; `shape` of a vector is a tuple of one.
pub fn of_rows(m: &[[i32; k]; n]) -> [(usize, usize); n] { m.map(|row| (row.len(), row.shape().0)) }
pub fn of_rows_of_planes(t: &[[[u8; k]; m]; n]) -> [(usize, usize, usize); n] {
    t.map(|m| { let (a, b) = m.shape(); (a, b, m.map(|row| row.len()).min()) })
}
pub fn of_pairs(ps: &[(i32, f64)]) -> usize { ps.len() }
pub fn of_results(xs: &[i32]) -> (usize, usize, usize, usize, usize) {
    (xs.map(|x| x + 1).len(), xs.filter(|x| x % 2 == 0).len(), xs[1..].len(), concat(xs, xs).len(), xs[..0].len())
}
/// The names of sizes are numbers of the body.
pub fn from_names(m: &[[f64; k]; n]) -> f64 { n as f64 / k as f64 }
