// `reshape` and `transpose`.
// gives: rows(shaped(&[1, 2, 3, 4, 5, 6], 2, 3)) == [[1, 2, 3], [4, 5, 6]]
// gives: shaped(&[], 0, 3).shape() == [0, 3] && shaped(&[], 3, 0).shape() == [3, 0]
// fails: try_shaped(&[1, 2, 3], 2, 2) Size
// fails: try_shaped(&[1, 2, 3], 0, 0) Size
// fails: try_shaped(&[1, 2], usize::MAX, 2) Size
// fails: try_shaped(&[], 1 << 63, 2) Size
// gives: flat(&[[1, 2], [3, 4]]) == [1, 2, 3, 4]
// gives: planes(cube(&[1, 2, 3, 4, 5, 6, 7, 8])) == [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
// fails: try_cube(&[1, 2, 3]) Size
// gives: rows(wider(&[[1, 2], [3, 4], [5, 6]])) == [[1, 2, 3], [4, 5, 6]]
// gives: planes(in_rows(&[[1, 2, 3, 4], [5, 6, 7, 8]])) == [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
// gives: rows(turned(&[[1, 2, 3], [4, 5, 6]])) == [[1, 4], [2, 5], [3, 6]]
// gives: turned(&[[1, 2, 3]; 0]).shape() == [3, 0] && turned(&[[0; 0]; 2]).shape() == [0, 2]
// gives: planes(outer_turned(&[[[1, 2], [3, 4]]])) == [[[1, 2]], [[3, 4]]]
// gives: planes(inner_turned(&[[[1, 2], [3, 4]]])) == [[[1, 3], [2, 4]]]
// gives: rows(twice(&[[1, 2], [3, 4]])) == [[1, 2], [3, 4]]
// gives: pairs_turned(&[(1, 0.5), (2, 1.5)]).to_vec() == [(1, 0.5), (2, 1.5)]
// gives: rows(of_results(&[[1, 2], [3, 4]])) == [[4, 8], [6, 10]]
// gives: trace(&[[1, 2], [3, 4]]) == 5
// gives: innermost_outermost(&[[[1, 2, 3], [4, 5, 6]]]).shape() == [3, 1, 2]
// gives: planes(innermost_outermost(&[[[1, 2, 3], [4, 5, 6]]])) == [[[1, 4]], [[2, 5]], [[3, 6]]]
// plan: of_results kernels 1, intermediates 0

pub fn shaped(xs: &[i32], n: usize, m: usize) -> [[i32; m]; n] { xs.reshape((n, m)) }
pub fn flat(m: &[[i32; k]; n]) -> [i32] { m.reshape(n * k) }
pub fn cube(xs: &[i32]) -> [[[i32; 2]; 2]; 2] { xs.reshape((2, 2, 2)) }
pub fn wider(m: &[[i32; k]; n]) -> [[i32; _]; _] { m.reshape((k, n)) }
pub fn in_rows(m: &[[i32; k]; n]) -> [[[i32; 2]; _]; n] { m.map(|row| row.reshape((k / 2, 2))) }
pub fn turned(m: &[[i32; k]; n]) -> [[i32; n]; k] { m.transpose() }
pub fn outer_turned(t: &[[[i32; k]; m]; n]) -> [[[i32; k]; n]; m] { t.transpose() }
pub fn inner_turned(t: &[[[i32; k]; m]; n]) -> [[[i32; m]; k]; n] { t.map(|m| m.transpose()) }
pub fn twice(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.transpose().transpose() }
pub fn pairs_turned(ps: &[(i32, f64)]) -> [[(i32, f64); _]; 1] { ps.reshape((ps.len(), 1)).transpose() }
pub fn of_results(m: &[[i32; k]; n]) -> [[i32; n]; k] {
    m.map(|row| row.map(|x| x + 1)).transpose().map(|c| c.map(|x| x * 2))
}
pub fn trace(m: &[[i32; n]; n]) -> i32 { (0..n).map(|i| m[i][i]).sum() }
/// Depth 2: a transposition of each plane, then one of the whole.
pub fn innermost_outermost(t: &[[[i32; k]; m]; n]) -> [[[i32; m]; n]; k] { t.map(|m| m.transpose()).transpose() }
