// Operators and accumulators that are rows, of one length and of lengths that change, in lanes and
// outside of them.
// gives: added(&[[1, 2], [3, 4]]) == [4, 6] && rows(added_in_planes(&[[[1, 2], [3, 4]], [[5, 6], [7, 8]]])) == [[4, 6], [12, 14]]
// gives: rows(added_in_lanes(&[vec![[1, 2, 3], [4, 5, 6]], vec![], vec![[7, 8, 9]]])) == [[4, 10, 18], [1, 1, 1], [7, 8, 9]]
// gives: rows(scanned(&[[1, 5], [3, 4], [2, 6]])) == [[1, 5], [3, 5], [3, 6]] && rows(matrices(&[1, 2, 3])) == [[10, 3], [7, 2]]
// gives: rows(matrices(&[])) == [[1, 0], [0, 1]] && matrices_in_rows(&[vec![1, 2, 3], vec![], vec![5]]) == [10, 1, 5]
// gives: joined(&[vec![1], vec![2, 3], vec![], vec![4]]) == [1, 2, 3, 4] && joined(&[vec![], vec![]]).is_empty()
// gives: joined(&[vec![]; 0]).is_empty()
// gives: joined_in_lanes(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![], vec![4]]]) == [vec![7, 1, 2, 3], vec![7], vec![7, 4]]
// gives: longest(&[vec![1], vec![2, 3], vec![4, 5], vec![]]) == [2, 3] && longest(&[vec![]; 0]).is_empty()
// gives: longest_in_lanes(&[vec![vec![1], vec![2, 3], vec![4, 5]], vec![], vec![vec![], vec![6]]]) == [vec![2, 3], vec![], vec![6]]
// gives: merged(&[vec![3, 1], vec![], vec![2, 9, 0]]) == [0, 1, 2, 3, 9]
// gives: grown(&[vec![1, 2, 3], vec![], vec![0, 4]]) == [vec![2, 0, 3, 2], vec![], vec![4, 0]]
// gives: folded_rows(&[vec![1, 2], vec![2, 3], vec![], vec![3, 4]]) == [1, 4]
// gives: folded_lanes(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![], vec![4]]]) == [vec![2, 1, 4, 5], vec![1], vec![1, 5]]
// gives: rows_in_order(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![], vec![4]]]) == [16, 1, 8]
// gives: three_at_once(&[vec![1, 2], vec![], vec![3, 3]], &[2, 5, 3]).to_vec() == [(2, 6, 1), (1, 0, 0), (4, 18, 2)]
// gives: by_two_keys(&[vec![1, 4, 3, 2], vec![], vec![5]]) == [vec![4, 2, 3, 1], vec![], vec![5]]
// gives: shapes(&[vec![[1, 2, 3], [4, 5, 6]], vec![], vec![[7, 8, 9]]]).to_vec() == [(2, 3), (0, 3), (1, 3)]
// gives: operators_by_lane(&[vec![1, 5, 2], vec![], vec![3, 4]], &[true, false, false]) == [5, 0, 7]
// plan: added kernels 1, intermediates 0, descriptors 0
// plan: added_in_planes descriptors 0
// plan: scanned descriptors 0
// plan: matrices descriptors 0
// plan: rows_in_order kernels 1, intermediates 0, descriptors 2
// plan: three_at_once kernels 1, intermediates 0, descriptors 1
// plan: shapes kernels 1, intermediates 0, descriptors 1
// plan: operators_by_lane kernels 1, intermediates 0, descriptors 1
// gives: regular_ones_of_ragged(1) == [vec![5], vec![5]] && regular_ones_of_ragged(0) == [vec![1], vec![]]

pub fn added(m: &[[i32; k]; n]) -> [i32; k] { m.reduce([0; k], |a, b| zip(a, b).map(|(x, y)| x + y)) }
pub fn added_in_planes(t: &[[[i32; k]; m]; n]) -> [[i32; k]; n] { t.map(|m| m.reduce([0; k], |a, b| zip(a, b).map(|(x, y)| x + y))) }
pub fn added_in_lanes(cells: &[[[i32; 3]]]) -> [[i32; 3]] { cells.map(|rows| rows.reduce([1; 3], |a, b| zip(a, b).map(|(x, y)| x * y))) }
pub fn scanned(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.scan([0; k], |a, b| zip(a, b).map(|(x, y)| x.max(y))) }
/// Matrices of two rows, multiplied.
pub fn matrices(xs: &[i64]) -> [[i64; 2]; 2] {
    xs.map(|x| [[x, 1], [1, 0]]).reduce([[1, 0], [0, 1]], |a, b| generate((2, 2), |(i, j)| a[i][0] * b[0][j] + a[i][1] * b[1][j]))
}
pub fn matrices_in_rows(rows: &[[i64]]) -> [i64] {
    rows.map(|row| row.map(|x| [[x, 1], [1, 0]]).reduce([[1, 0], [0, 1]], |a, b| generate((2, 2), |(i, j)| a[i][0] * b[0][j] + a[i][1] * b[1][j]))[0][0])
}
pub fn joined(rows: &[[i32]]) -> [i32] { rows.reduce([0; 0], |a, b| concat(a, b)) }
pub fn joined_in_lanes(xs: &[[[i32]]]) -> [[i32]] { xs.map(|rows| rows.reduce([7], |a, b| concat(a, b))) }
pub fn longest(rows: &[[i32]]) -> [i32] { rows.reduce([0; 0], |a, b| if b.len() > a.len() { b } else { a }) }
pub fn longest_in_lanes(xs: &[[[i32]]]) -> [[i32]] { xs.map(|rows| rows.reduce([0; 0], |a, b| if b.len() > a.len() { b } else { a })) }
pub fn merged(rows: &[[i32]]) -> [i32] { rows.map(|row| row.sort()).reduce([0; 0], |a, b| concat(a, b).sort()) }
pub fn grown(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.fold([0; 0], |a, x| if x > 1 { concat(a, [x, a.len() as i32]) } else { a })) }
/// Without the elements that are in both of two rows.
pub fn folded_rows(rows: &[[i32]]) -> [i32] { rows.fold([0; 0], |a, row| concat(a.filter(|x| !row.any(|y| x == y)), row.filter(|y| !a.any(|x| x == y)))) }
pub fn folded_lanes(xs: &[[[i32]]]) -> [[i32]] { xs.map(|rows| rows.fold([1], |a, row| concat(a.rev(), row.map(|x| x + a.len() as i32)))) }
pub fn rows_in_order(xs: &[[[i32]]]) -> [i32] { xs.map(|rows| { let mut s = 1; for row in rows { s = 2 * s + row.sum() * row.len() as i32; } s }) }
pub fn three_at_once(rows: &[[i32]; n], ys: &[i32; n]) -> [(usize, i32, i32); n] { zip(0..n, rows, ys).map(|(i, row, y)| (i + row.len(), row.sum() * y, row.count(|x| x == y) as i32)) }
pub fn by_two_keys(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.sort_by_key(|x| (x % 2, -x))) }
pub fn shapes(cells: &[[[i32; 3]]]) -> [(usize, usize)] { cells.map(|m| m.shape()) }
pub fn operators_by_lane(rows: &[[i32]; n], largest: &[bool; n]) -> [i32; n] { zip(rows, largest).map(|(row, l)| row.reduce(0, |a, b| if l { a.max(b) } else { a + b })) }
/// The values have rows of one length, which those of the initial one have not.
pub fn regular_ones_of_ragged(n: usize) -> [[i64]] {
    let x = [5; n];
    [[[[1], x]; n], [[x, x]; n]].last().reduce([[1], x], |a, b| zip(a, b).map(|(p, q)| zip(p, q).map(|(p, q)| p | q)))
}
