// `flatten`, `flat_map`, `concat`.
// gives: padded(&[1, 2, 3], 5) == [1, 2, 3, 0, 0] && padded(&[1, 2], 2) == [1, 2] && longer(&[1, 2], 3) == 3
// gives: padded_rows(&[vec![1], vec![], vec![2, 3]], 2) == [vec![1, 0], vec![0, 0], vec![2, 3]]
// fails: try_padded(&[1, 2, 3], 2) Size
// fails: try_longer(&[1, 2, 3], 2) Size
// fails: try_padded_rows(&[vec![1], vec![1, 2, 3], vec![4]], 2) Size
// fails: try_counted_on(&[1, 2, 3, 4]) Size
// gives: flat(&[[1, 2], [3, 4]]) == [1, 2, 3, 4] && flat(&[[0; 0]; 3]).is_empty() && flat(&[[0; 3]; 0]).is_empty()
// gives: rows(outer_levels(&[[[1, 2], [3, 4]], [[5, 6], [7, 8]]])) == [[1, 2], [3, 4], [5, 6], [7, 8]]
// gives: all_levels(&[[[1, 2], [3, 4]]]) == [1, 2, 3, 4]
// gives: rows(inner_levels(&[[[1, 2], [3, 4]], [[5, 6], [7, 8]]])) == [[1, 2, 3, 4], [5, 6, 7, 8]]
// gives: mapped(&[1, 2]) == [1, 10, 2, 20] && mapped(&[]).is_empty()
// gives: rows(rows_mapped(&[[1, 2], [3, 4]])) == [[1, 2], [2, 1], [3, 4], [4, 3]]
// gives: rows(mapped_in_rows(&[[1, 2], [3, 4]])) == [[1, -1, 2, -2], [3, -3, 4, -4]]
// gives: planes(mapped_in_planes(&[[[1], [2]]])) == [[[1, -1], [2, -2]]]
// gives: of_pairs(&[1, 2]).to_vec() == [(1, true), (1, false), (2, true), (2, false)]
// gives: joined(&[1], &[], &[2, 3]) == [1, 2, 3] && joined(&[], &[], &[]).is_empty()
// gives: joined_pairs(&[(1, 0.5)], &[(2, 1.5)]).to_vec() == [(1, 0.5), (2, 1.5), (9, 9.0)]
// gives: rows(joined_rows(&[[1, 2]], &[[3, 4], [5, 6]])) == [[1, 2], [3, 4], [5, 6]]
// fails: try_joined_rows(&[[1, 2]], &[[3, 4, 5]]) Size
// gives: rows(joined_in_rows(&[[1, 2], [3, 4]], &[7])) == [[1, 2, 7, 1], [3, 4, 7, 3]]
// gives: planes(joined_in_planes(&[[[1], [2]]])) == [[[1, 1], [2, 2]]]
// gives: sums_of_joined(&[1, 2], &[3]) == 12
// gives: consumed(&[[1, 2], [3, 4]]) == 12
// gives: rotated(&[1, 2, 3], 1) == [2, 3, 1]
// fails: try_rotated(&[1, 2], 3) IndexOutOfBounds
// gives: lengths(&[[1, 2, 3], [4, 5, 6]]) == [3, 3]
// plan: consumed kernels 1, intermediates 0
// plan: all_levels kernels 0, intermediates 0
// plan: mapped_in_planes kernels 1, intermediates 0

pub fn flat(m: &[[i32; k]; n]) -> [i32] { m.flatten() }
pub fn outer_levels(t: &[[[i32; k]; m]; n]) -> [[i32; k]; _] { t.flatten() }
pub fn all_levels(t: &[[[i32; k]; m]; n]) -> [i32] { t.flatten().flatten() }
pub fn inner_levels(t: &[[[i32; k]; m]; n]) -> [[i32; m * k]; n] { t.map(|m| m.flatten()) }
pub fn mapped(xs: &[i32]) -> [i32] { xs.flat_map(|x| [x, 10 * x]) }
pub fn rows_mapped(m: &[[i32; k]; n]) -> [[i32; k]; _] { m.flat_map(|row| [row, row.rev()]) }
pub fn mapped_in_rows(m: &[[i32; k]; n]) -> [[i32; _]; n] { m.map(|row| row.flat_map(|x| [x, -x])) }
pub fn mapped_in_planes(t: &[[[i32; k]; m]; n]) -> [[[i32; _]; m]; n] {
    t.map(|m| m.map(|row| row.flat_map(|x| [x, -x])))
}
pub fn of_pairs(xs: &[i32]) -> [(i32, bool)] { xs.flat_map(|x| [(x, true), (x, false)]) }
pub fn joined(xs: &[i32], ys: &[i32], zs: &[i32]) -> [i32] { concat(xs, ys, zs) }
pub fn joined_pairs(ps: &[(i32, f64)], qs: &[(i32, f64)]) -> [(i32, f64)] { concat(ps, qs, [(9, 9.0)]) }
pub fn joined_rows(a: &[[i32; k]; n], b: &[[i32; l]; m]) -> [[i32; k]; _] { concat(a, b) }
pub fn joined_in_rows(m: &[[i32; k]; n], xs: &[i32]) -> [[i32; _]; n] {
    m.map(|row| concat(row, xs, [row[0]]))
}
pub fn joined_in_planes(t: &[[[i32; k]; m]; n]) -> [[[i32; _]; m]; n] { t.map(|m| m.map(|row| concat(row, row))) }
pub fn sums_of_joined(xs: &[i32], ys: &[i32]) -> i32 { concat(xs.map(|x| 2 * x), ys.map(|y| y + 3)).sum() }
pub fn consumed(m: &[[i32; k]; n]) -> i32 { m.flat_map(|row| row.map(|x| x + 1)).filter(|x| x > 2).sum() }
pub fn rotated(xs: &[i32], k: usize) -> [i32] { concat(xs[k..], xs[..k]) }
pub fn lengths(m: &[[i32; k]; n]) -> [usize; n] { m.lengths() }
/// With a part that would have to be shorter than nothing.
pub fn padded(xs: &[i32; n], k: usize) -> [i32; k] { concat(xs, [0; k - n]) }
pub fn longer(xs: &[i32; n], k: usize) -> usize { concat(xs, [0; k - n]).len() }
pub fn padded_rows(rows: &[[i32]], k: usize) -> [[i32]] { rows.map(|row| concat(row, [0; k - row.len()])) }
pub fn counted_on(xs: &[i32]) -> [i32] { concat(xs, (0..3 - xs.len()).map(|_| 7)) }
