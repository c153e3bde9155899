// `reduce` (also with operators on rows), `fold`, `sum` … `argmax`, `min_by_key`, `all`, `any`, `count`
// inside rows that agree and rows that differ, and over arrays of rows.
// gives: sums(&[[1, 2], [3, 4]]) == [3, 7] && sums_that_differ(&[vec![1, 2], vec![], vec![3]]) == [3, 0, 3]
// gives: sums_that_differ(&[vec![]; 0]).is_empty() && sums_that_differ(&[vec![], vec![]]) == [0, 0]
// gives: products_of_sums(&[vec![vec![1, 2], vec![3]], vec![], vec![vec![]]]) == [9, 1, 0]
// gives: all_in_all(&[vec![vec![1, 2], vec![3]], vec![], vec![vec![]]]) == 6 && reduced(&[vec![1, 5], vec![], vec![3]], 2) == [5, 2, 3]
// gives: composed(&[vec![(2, 1), (3, -1)], vec![], vec![(1, 5)]]).to_vec() == [(6, 2), (1, 0), (1, 5)]
// gives: start_of_lane(&[vec![1, 2], vec![], vec![3]], &[10, 20, 30]) == [13, 20, 33] && columns(&[[1, 2], [3, 4]]) == [4, 6]
// gives: rows(columns_of_each(&[vec![[1, 2, 3], [4, 5, 6]], vec![], vec![[7, 8, 9]]])) == [[5, 7, 9], [0, 0, 0], [7, 8, 9]]
// gives: columns_by_width(&[0, 2, 1, 9], &[[1, 2], [3, 4], [5, 6]]) == [vec![], vec![9, 12], vec![9], vec![9, 12]]
// gives: folded(&[vec![1, 2, 3], vec![], vec![4]]) == [5, 7, 25] && folded_rows(&[vec![1, 2], vec![], vec![3]]) == 50
// gives: rows(folded_arrays(&[vec![1, 2], vec![], vec![3]], &[5, 6])) == [[13, 15], [5, 6], [16, 19]]
// gives: extremes(&[vec![1.5, -2.0, 0.0], vec![3.0]]).to_vec() == [(-2.0, 1.5), (3.0, 3.0)]
// fails: try_extremes(&[vec![1.0], vec![]]) Empty
// gives: places(&[vec![3, 1, 1, 3], vec![], vec![5]]).to_vec() == [(1, 0), (9, 9), (0, 0)]
// fails: try_places_of_all(&[vec![1, 2], vec![], vec![3]]) Empty
// gives: places_of_all(&[vec![1, 0], vec![3]]) == [1, 0] && nearest(&[vec![1, 5, 9], vec![3]], &[6, 0]) == [5, 3]
// fails: try_nearest(&[vec![]], &[1]) Empty
// gives: heaviest(&[vec![(1, 0.5), (2, 1.5), (3, 1.5)], vec![(4, 0.0)]]).to_vec() == [(2, 1.5), (4, 0.0)]
// gives: row_of_largest_sum(&[vec![1, 2], vec![], vec![2, 2], vec![4]]) == [2, 2]
// fails: try_row_of_largest_sum(&[vec![]; 0]) Empty
// gives: longest_of_each(&[vec![vec![1], vec![2, 3]], vec![vec![], vec![4]], vec![vec![]]]) == [vec![2, 3], vec![4], vec![]]
// fails: try_longest_of_each(&[vec![vec![1]], vec![]]) Empty
// gives: judged(&[vec![1, 1, 3], vec![], vec![0, 1]]).to_vec() == [(true, true, 2), (true, false, 0), (false, false, 1)]
// gives: shortest_first_row(&[vec![1], vec![], vec![2, 3], vec![]]) == (1, 2)
// gives: pairs_reduced(&[vec![(0.5, 2), (1.0, 1)], vec![]]).to_vec() == [(1.5, 2), (0.0, 0)]
// gives: longest(&[vec![1], vec![2, 3], vec![4, 5], vec![]]) == [2, 3]
// gives: joined_by_operator(&[vec![1], vec![2, 3], vec![], vec![4]]) == [1, 2, 3, 4]
// plan: sums kernels 1, intermediates 0, descriptors 0
// plan: sums_that_differ kernels 1, intermediates 0, descriptors 1
// plan: products_of_sums kernels 1, intermediates 0, descriptors 2
// plan: reduced kernels 1, intermediates 0, descriptors 1
// plan: start_of_lane kernels 1, intermediates 0, descriptors 1
// plan: columns kernels 1, intermediates 0, descriptors 0
// plan: columns_of_each descriptors 1
// plan: folded kernels 1, intermediates 0, descriptors 1
// plan: extremes kernels 1, intermediates 0, descriptors 1
// plan: places kernels 1, intermediates 0, descriptors 1
// plan: judged kernels 1, intermediates 0, descriptors 1
// plan: shortest_first_row kernels 1, intermediates 0, descriptors 1

pub fn sums(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| row.sum()) }
pub fn sums_that_differ(rows: &[[i32]]) -> [i32] { rows.map(|row| row.sum()) }
pub fn products_of_sums(xs: &[[[i64]]]) -> [i64] { xs.map(|rows| rows.map(|row| row.sum()).product()) }
pub fn all_in_all(xs: &[[[i32]]]) -> i32 { xs.map(|rows| rows.map(|row| row.sum()).sum()).sum() }
pub fn reduced(rows: &[[i32]], start: i32) -> [i32] { rows.map(|row| row.reduce(start, |a, b| a.max(b))) }
/// An operator that does not commute: affine maps, composed.
pub fn composed(rows: &[[(i32, i32)]]) -> [(i32, i32)] { rows.map(|row| row.reduce((1, 0), |(a, b), (c, d)| (a * c, b * c + d))) }
pub fn start_of_lane(rows: &[[i32]; n], starts: &[i32; n]) -> [i32; n] { zip(rows, starts).map(|(row, s)| row.reduce(s, |a, b| a + b)) }
pub fn columns(m: &[[i32; k]; n]) -> [i32; k] { m.reduce([0; k], |a, b| zip(a, b).map(|(x, y)| x + y)) }
pub fn columns_of_each(cells: &[[[i32; 3]]]) -> [[i32; 3]] { cells.map(|rows| rows.reduce([0; 3], |a, b| zip(a, b).map(|(x, y)| x + y))) }
pub fn columns_by_width(xs: &[usize], m: &[[i32; k]; n]) -> [[i32]] { xs.map(|w| m.map(|row| row[..w.min(k)]).reduce([0; w.min(k)], |a, b| zip(a, b).map(|(x, y)| x + y))) }
pub fn folded(rows: &[[i32]]) -> [i32] { rows.map(|row| row.fold(7, |a, x| (3 * a + x) % 101)) }
pub fn folded_rows(rows: &[[i32]]) -> i32 { rows.fold(1, |a, row| a * 2 + row.map(|x| x * a).sum()) }
pub fn folded_arrays(rows: &[[i32]], start: &[i32; k]) -> [[i32; k]] { rows.map(|row| row.fold(start, |a, x| a.map(|y| y * x + 1))) }
pub fn extremes(rows: &[[f64]]) -> [(f64, f64)] { rows.map(|row| (row.min(), row.max())) }
pub fn places(rows: &[[i32]]) -> [(usize, usize)] { rows.map(|row| if row.is_empty() { (9, 9) } else { (row.argmin(), row.argmax()) }) }
pub fn places_of_all(rows: &[[i32]]) -> [usize] { rows.map(|row| row.argmin()) }
pub fn nearest(rows: &[[i32]; n], xs: &[i32; n]) -> [i32; n] { zip(rows, xs).map(|(row, x)| row.min_by_key(|y| (y - x).abs())) }
pub fn heaviest(rows: &[[(u32, f64)]]) -> [(u32, f64)] { rows.map(|row| row.max_by_key(|(_, weight)| weight)) }
pub fn row_of_largest_sum(rows: &[[i32]]) -> [i32] { rows.max_by_key(|row| row.sum()) }
pub fn longest_of_each(xs: &[[[i32]]]) -> [[i32]] { xs.map(|rows| rows.max_by_key(|row| row.len())) }
pub fn judged(rows: &[[i32]]) -> [(bool, bool, usize)] { rows.map(|row| (row.all(|x| x > 0), row.any(|x| x > 2), row.count(|x| x == 1))) }
pub fn shortest_first_row(rows: &[[i32]]) -> (usize, usize) { (rows.map(|row| row.len()).argmin(), rows.count(|row| row.is_empty())) }
pub fn pairs_reduced(rows: &[[(f64, usize)]]) -> [(f64, usize)] { rows.map(|row| row.reduce((0.0, 0), |(a, n), (b, m)| (a + b, n.max(m)))) }

/// The operator keeps the longer row.
pub fn longest(rows: &[[i32]]) -> [i32] { rows.reduce([0; 0], |a, b| if b.len() > a.len() { b } else { a }) }
pub fn joined_by_operator(rows: &[[i32]]) -> [i32] { rows.reduce([0; 0], |a, b| concat(a, b)) }
