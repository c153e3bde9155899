// `filter` and `partition` in rows, of rows, and in predicates.
// gives: consumed(&[[1, 2, 3], [0, 5, 1]]).to_vec() == [(5, 2), (5, 1)]
// gives: rows(whole_rows(&[[1, 2], [3, 4], [5, 0]])) == [[3, 4], [5, 0]]
// gives: rows_of_matrix(&[[1, 2, 3], [0, 1, 1], [4, 1, 5]]) == [vec![2, 3], vec![], vec![4, 5]]
// gives: in_rows(&[vec![1, 2, 3], vec![], vec![0], vec![5]]) == [vec![2, 3], vec![], vec![], vec![5]]
// gives: in_rows(&[vec![], vec![0]]) == [vec![], vec![]]
// gives: above_own_mean(&[vec![1.0, 2.0, 6.0], vec![], vec![3.0], vec![0.5, 0.0]]) == [vec![6.0], vec![], vec![], vec![0.5]]
// gives: by_value_of_lane(&[vec![1, 2], vec![], vec![3, 4]], &[2, 9, 4]) == [vec![1], vec![], vec![3]]
// gives: one_array_for_each(&[2, 0, 9], &[1, 2, 3]) == [vec![1], vec![], vec![1, 2, 3]]
// gives: long_rows(&[vec![1, 2], vec![], vec![3], vec![4, 5, 6]]) == [vec![1, 2], vec![4, 5, 6]]
// gives: long_rows(&[vec![], vec![1]]).is_empty() && both_levels(&[vec![1, 2], vec![], vec![1], vec![3, 0]]) == [vec![2], vec![3]]
// gives: { let (a, b) = parted(&[vec![1, 2, 3, 4], vec![], vec![5], vec![6]]); a == [vec![2, 4], vec![], vec![], vec![6]] && b ==
//     [vec![1, 3], vec![], vec![5], vec![]] }
// gives: parts_joined(&[vec![1, 2, 3, 4], vec![], vec![5], vec![6]]) == [vec![1, 3, 2, 4], vec![], vec![5], vec![6]]
// gives: { let (a, b) = rows_parted(&[vec![1, 2], vec![], vec![4], vec![2, 2]]); a == [vec![4], vec![2, 2]] && b == [vec![1, 2], vec![]] }
// gives: parted_matrix(&[[1, 2, 3], [4, 5, 6]]).to_vec() == [(3, 2), (15, 1)]
// gives: divisors(7) == [vec![1], vec![1, 2], vec![1, 3], vec![1, 2, 4], vec![1, 5], vec![1, 2, 3, 6]] && divisors(0).is_empty()
// gives: places(&[vec![1, 2, 3], vec![], vec![5]]) == [vec![1, 2], vec![], vec![0]]
// gives: peaks(&[vec![1, 2, 2, 0, 3], vec![], vec![5]]) == [vec![(0, 1), (1, 2), (4, 3)], vec![], vec![(0, 5)]]
// gives: filtered_twice(&[vec![1, 2, -3, 5], vec![], vec![0]]) == [vec![3, 15], vec![], vec![]]
// gives: in_three_levels(&[vec![vec![1, 2], vec![0]], vec![], vec![vec![]], vec![vec![3, 4]]]) ==
//     [vec![vec![2], vec![]], vec![], vec![vec![]], vec![vec![3, 4]]]
// gives: middle_level(&[vec![vec![1, 2], vec![], vec![0]], vec![], vec![vec![]], vec![vec![3]]]) ==
//     [vec![vec![1, 2], vec![0]], vec![], vec![], vec![vec![3]]]
// gives: triples(&[vec![[1, 2, 3], [0, 0, 1]], vec![], vec![[7, 8, 9]]]) == [vec![[1, 2, 3]], vec![], vec![[7, 8, 9]]]
// gives: maximal(&[vec![1], vec![1, 2], vec![3], vec![], vec![4, 1]]) == [vec![1, 2], vec![3], vec![4, 1]]
// gives: levels_exchanged(&[vec![1, 2], vec![], vec![1], vec![3, 0]]) == [vec![2], vec![3]]
// plan: consumed kernels 1, intermediates 0, descriptors 0
// plan: whole_rows descriptors 0
// plan: rows_of_matrix kernels 1, intermediates 0, descriptors 1
// plan: in_rows kernels 1, intermediates 0, descriptors 2
// plan: by_value_of_lane kernels 1, intermediates 0, descriptors 2
// plan: one_array_for_each kernels 1, intermediates 0, descriptors 1
// plan: long_rows descriptors 3
// plan: rows_parted descriptors 5
// plan: parted_matrix kernels 1, intermediates 0, descriptors 0
// plan: divisors kernels 1, intermediates 0, descriptors 1
// plan: places kernels 1, intermediates 0, descriptors 2

pub fn consumed(m: &[[i32; k]; n]) -> [(i32, usize); n] { m.map(|row| { let kept = row.filter(|x| x > 1); (kept.sum(), kept.len()) }) }
pub fn whole_rows(m: &[[i32; k]; n]) -> [[i32; k]; _] { m.filter(|row| row.sum() > 4) }
pub fn rows_of_matrix(m: &[[i32; k]; n]) -> [[i32]; n] { m.map(|row| row.filter(|x| x > 1)) }
pub fn in_rows(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.filter(|x| x > 1)) }
pub fn above_own_mean(rows: &[[f64]]) -> [[f64]] { rows.map(|row| row.filter(|x| x * row.len() as f64 > row.sum())) }
pub fn by_value_of_lane(rows: &[[i32]; n], limits: &[i32; n]) -> [[i32]; n] { zip(rows, limits).map(|(row, limit)| row.filter(|x| x < limit)) }
pub fn one_array_for_each(limits: &[i32; n], xs: &[i32]) -> [[i32]; n] { limits.map(|limit| xs.filter(|x| x < limit)) }
pub fn long_rows(rows: &[[i32]]) -> [[i32]] { rows.filter(|row| row.len() > 1) }
pub fn both_levels(rows: &[[i32]]) -> [[i32]] { rows.filter(|row| row.any(|x| x > 1)).map(|row| row.filter(|x| x > 1)) }
pub fn parted(rows: &[[i32]]) -> ([[i32]], [[i32]]) { rows.map(|row| row.partition(|x| x % 2 == 0)).unzip() }
pub fn parts_joined(rows: &[[i32]]) -> [[i32]] { rows.map(|row| { let (even, odd) = row.partition(|x| x % 2 == 0); concat(odd, even) }) }
pub fn rows_parted(rows: &[[i32]]) -> ([[i32]], [[i32]]) { rows.partition(|row| row.sum() > 3) }
pub fn parted_matrix(m: &[[i32; k]; n]) -> [(i32, i32); n] { m.map(|row| { let (a, b) = row.partition(|x| x > 2); (a.sum(), b.product()) }) }
pub fn divisors(n: usize) -> [[usize]] { (1..n).map(|i| (1..=i).filter(|j| i % j == 0)) }
pub fn places(rows: &[[i32]]) -> [[usize]] { rows.map(|row| (0..row.len()).filter(|i| row[i] > 1)) }
pub fn peaks(rows: &[[i32]]) -> [[(usize, i32)]] { rows.map(|row| row.enumerate().filter(|(i, x)| i == 0 || row[i - 1] < x)) }
pub fn filtered_twice(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.filter(|x| x > 0).map(|x| x * 3).filter(|x| x % 2 == 1)) }
pub fn in_three_levels(xs: &[[[i32]]]) -> [[[i32]]] { xs.map(|rows| rows.map(|row| row.filter(|x| x > 1))) }
pub fn middle_level(xs: &[[[i32]]]) -> [[[i32]]] { xs.map(|rows| rows.filter(|row| row.len() > 0)) }
pub fn triples(cells: &[[[i32; 3]]]) -> [[[i32; 3]]] { cells.map(|row| row.filter(|t| t.sum() > 5)) }
/// The rows that are contained in no other row.
pub fn maximal(all: &[[i32]; n]) -> [[i32]] {
    let rows = all[..n.min(12)];
    rows.enumerate().filter(|(i, row)| !rows.enumerate().any(|(j, other)| i != j && row.all(|x| other.any(|y| x == y)))).map(|(_, row)| row)
}
pub fn levels_exchanged(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.filter(|x| x > 1)).filter(|row| row.len() > 0) }
