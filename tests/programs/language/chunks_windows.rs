// `chunks` and `windows`: `k` must divide the length for chunks; no windows if `k` is above the
// length; `k = 0` is an error.
// gives: rows(pieces(&[1, 2, 3, 4, 5, 6], 2)) == [[1, 2], [3, 4], [5, 6]]
// gives: pieces(&[], 4).shape() == [0, 4] && pieces(&[1, 2], 2).shape() == [1, 2]
// fails: try_pieces(&[1, 2, 3], 2) Size
// fails: try_pieces(&[1, 2], 3) Size
// fails: try_pieces(&[1, 2], 0) Size
// fails: try_pieces(&[], 0) Size
// gives: rows(around(&[1, 2, 3, 4], 2)) == [[1, 2], [2, 3], [3, 4]]
// gives: around(&[1, 2], 2).shape() == [1, 2] && around(&[1, 2], 3).shape() == [0, 3]
// gives: around(&[], 1).shape() == [0, 1]
// fails: try_around(&[1, 2], 0) Size
// fails: try_around(&[], 0) Size
// gives: moving_sums(&[1, 2, 3, 4], 3) == [6, 9] && moving_sums(&[1], 3).is_empty()
// gives: sums(&[1, 2, 3, 4], 2) == [3, 7]
// gives: planes(of_rows(&[[1, 2], [3, 4], [5, 6], [7, 8]])) == [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
// gives: rows(windows_of_rows(&[[1, 2], [3, 4], [5, 6]])) == [[4, 6], [8, 10]]
// gives: rows(in_rows(&[[1, 2, 3], [4, 5, 6]], 2)) == [[3, 5], [9, 11]]
// gives: in_rows(&[[1, 2], [3, 4]], 3).shape() == [2, 0]
// fails: try_in_rows(&[[1, 2], [3, 4]], 0) Size
// gives: planes(chunks_in_rows(&[[1, 2, 3, 4]])) == [[[1, 2], [3, 4]]]
// fails: try_chunks_in_rows(&[[1, 2, 3]]) Size
// gives: try_chunks_in_rows(&[[1, 2, 3, 4]; 0]).unwrap().shape() == [0, 2, 2]
// gives: planes(in_planes(&[[[1, 2, 3], [4, 5, 6]]])) == [[[-1, -1], [-1, -1]]]
// gives: of_pairs(&[(1, 0.5), (2, 1.5), (3, 2.0), (4, 0.0)]) == [2.0, 6.5]
// gives: of_results(5) == [3, 5, 7]
// plan: moving_sums kernels 1, intermediates 0
// plan: sums kernels 1, intermediates 0
// plan: in_planes kernels 1, intermediates 0

pub fn pieces(xs: &[i32], k: usize) -> [[i32; k]; _] { xs.chunks(k) }
pub fn around(xs: &[i32], k: usize) -> [[i32; k]; _] { xs.windows(k) }
pub fn moving_sums(xs: &[i32], k: usize) -> [i32] { xs.windows(k).map(|w| w.sum()) }
pub fn sums(xs: &[i32], k: usize) -> [i32] { xs.chunks(k).map(|c| c.sum()) }
/// Rows as elements.
pub fn of_rows(m: &[[i32; k]; n]) -> [[[i32; k]; 2]; _] { m.chunks(2) }
pub fn windows_of_rows(m: &[[i32; k]; n]) -> [[i32; k]; _] {
    m.windows(2).map(|w| zip(w[0], w[1]).map(|(a, b)| a + b))
}
/// Depth 1 and 2.
pub fn in_rows(m: &[[i32; k]; n], w: usize) -> [[i32; _]; n] { m.map(|row| row.windows(w).map(|w| w.sum())) }
pub fn chunks_in_rows(m: &[[i32; k]; n]) -> [[[i32; 2]; _]; n] { m.map(|row| row.chunks(2)) }
pub fn in_planes(t: &[[[i32; k]; m]; n]) -> [[[i32; _]; m]; n] {
    t.map(|m| m.map(|row| row.windows(2).map(|w| w[0] - w[1])))
}
pub fn of_pairs(ps: &[(i32, f64)]) -> [f64] { ps.chunks(2).map(|c| c.map(|(a, b)| a as f64 * (b + 0.5)).sum() - 3.0) }
pub fn of_results(n: usize) -> [usize] { (0..n).map(|i| i + 1).windows(2).map(|w| w.sum())[..n - 2] }
