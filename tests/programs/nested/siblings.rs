// Nests beside each other over the same ragged rows: one traversal, at every level.
// gives: moments(&[vec![1, 2, 3], vec![], vec![4]]) == (10, 30)
// gives: per_row(&[vec![1, 2, 3], vec![], vec![4]]) == ([6, 0, 4].into(), [14, 0, 16].into())
// gives: largest_and_sums(&[vec![3, 1], vec![7]]) == ([3, 7].into(), [4, 7].into())
// gives: deep(&[vec![vec![1, 2], vec![3]], vec![], vec![vec![]]]) == (6, 14, 36)
// gives: rows_and_sums(&[vec![1, 2], vec![3]]).0.to_vec() == [vec![2, 4], vec![6]] && rows_and_sums(&[vec![1, 2], vec![3]]).1 == [3, 3]
// gives: of_two(&[vec![1, 2]], &[vec![5]]) == ([3].into(), [5].into())
// gives: parts(&[vec![1, 2, 3], vec![4, 5]], &[0, 1], &[2, 1]) == ([3, 5].into(), [2, 5].into())
// gives: scanned(&[vec![1, 2, 3], vec![4]]).0.to_vec() == [vec![1, 3, 6], vec![4]] && scanned(&[vec![1, 2, 3], vec![4]]).1 == [6, 4]
// gives: other_lengths(&[vec![1, 2, 3], vec![4]]) == (10, 5)
// plan: moments kernels 1, intermediates 0
// plan: per_row kernels 1, intermediates 0
// plan: deep kernels 1, intermediates 0
// plan: rows_and_sums intermediates 0
// plan: of_two kernels 2
// plan: parts kernels 1, checks 3
// plan: scanned kernels 1
// gives: steered(&[vec![1, 2, 3], vec![4]]) == ([6, 4].into(), [3, 4].into())
// gives: steered_regular(&[[1, 2], [3, 4]]) == ([3, 7].into(), [2, 4].into())
// plan: steered kernels 2
// plan: other_lengths kernels 2, intermediates 0
// fused: moments.1 map, sum, map, sum, sum, map, sum
// fused: per_row.1 map, map, sum, map, sum

pub fn moments(rows: &[[i64]]) -> (i64, i64) { (rows.map(|row| row.sum()).sum(), rows.map(|row| row.map(|x| x * x).sum()).sum()) }
pub fn per_row(rows: &[[i64]]) -> ([i64], [i64]) { let sums = rows.map(|row| row.sum()); let squares = rows.map(|row| row.map(|x| x * x).sum()); (sums, squares) }
pub fn largest_and_sums(rows: &[[i64]]) -> ([i64], [i64]) { (rows.map(|row| row.max()), rows.map(|row| row.sum())) }
/// Three levels deep, the lengths of rows of rows.
pub fn deep(all: &[[[i64]]]) -> (i64, i64, i64) { (all.map(|rows| rows.map(|row| row.sum()).sum()).sum(), all.map(|rows| rows.map(|row| row.map(|x| x * x).sum()).sum()).sum(), all.map(|rows| rows.map(|row| row.map(|x| x * x * x).sum()).sum()).sum()) }
pub fn rows_and_sums(rows: &[[i64]]) -> ([[i64]], [i64]) { (rows.map(|row| row.map(|x| 2 * x)), rows.map(|row| row.sum())) }
/// Rows of two arrays, whose lengths have nothing to do with each other.
pub fn of_two(rows: &[[i64]; n], others: &[[i64]; n]) -> ([i64], [i64]) { (rows.map(|row| row.sum()), others.map(|row| row.sum())) }
/// Lengths that are computed alike.
pub fn parts(rows: &[[i64]; n], starts: &[usize; n], counts: &[usize; n]) -> ([i64], [i64]) { ((0..n).map(|i| rows[i][starts[i]..starts[i] + counts[i]].sum()), (0..n).map(|i| rows[i][starts[i]..starts[i] + counts[i]].max())) }
pub fn scanned(rows: &[[i64]]) -> ([[i64]], [i64]) { (rows.map(|row| row.scan(0, |a, b| a + b)), rows.map(|row| row.sum())) }
/// One begins an element later: each remains as regular as it is.
pub fn other_lengths(rows: &[[i64]]) -> (i64, i64) { (rows.map(|row| row.sum()).sum(), rows.map(|row| row[1..].sum()).sum()) }
/// The attribute that keeps the rows of one in its lanes says nothing of the other.
pub fn steered(rows: &[[i64]]) -> ([i64], [i64]) { (rows.map(#[sequential] |row| row.sum()), rows.map(|row| row.max())) }
pub fn steered_regular(m: &[[i64; k]; n]) -> ([i64; n], [i64; n]) { (m.map(#[sequential] |row| row.sum()), m.map(|row| row.max())) }
