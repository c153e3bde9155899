// `sort`, `sort_by_key`, `argsort`, `rev` and the rotations, in rows and of rows.
// gives: rows(sorted(&[[3, 1, 2], [6, 5, 6]])) == [[1, 2, 3], [5, 6, 6]]
// gives: rows(orders(&[[3, 1, 2], [6, 5, 6]])) == [[1, 2, 0], [1, 0, 2]]
// gives: rows(turned(&[[1, 2, 3], [4, 5, 6]], 4)) == [[2, 1, 3], [5, 4, 6]]
// gives: rows(turned_by_lane(&[[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 2, 3]])) == [[1, 2, 3], [5, 6, 4], [9, 7, 8], [1, 2, 3]]
// gives: sorted_rows(&[vec![3, 1, 2], vec![], vec![5], vec![2, -1]]) == [vec![1, 2, 3], vec![], vec![5], vec![-1, 2]]
// gives: sorted_floats(&[vec![0.5, -1.5], vec![], vec![f32::INFINITY, 0.0, f32::NEG_INFINITY]]) ==
//     [vec![-1.5, 0.5], vec![], vec![f32::NEG_INFINITY, 0.0, f32::INFINITY]]
// gives: orders_of_rows(&[vec![3, 1, 2, 1], vec![], vec![5]]) == [vec![1, 3, 2, 0], vec![], vec![0]]
// gives: ranks(&[vec![30, 10, 20, 10], vec![], vec![5]]) == [vec![3, 0, 2, 1], vec![], vec![0]]
// gives: by_last_digit(&[vec![21, 10, 1, 30, 11], vec![], vec![5]]) == [vec![10, 30, 21, 1, 11], vec![], vec![5]]
// gives: by_distance(&[vec![1, 5, 4], vec![], vec![9, 2]], &[4, 0, 3]) == [vec![4, 5, 1], vec![], vec![2, 9]]
// gives: pairs_by_second(&[vec![(1, 2.5), (2, 0.5), (3, 2.5)], vec![], vec![(4, 0.0)]]) ==
//     [vec![(2, 0.5), (1, 2.5), (3, 2.5)], vec![], vec![(4, 0.0)]]
// gives: rows_by_length(&[vec![1, 2], vec![], vec![3], vec![4], vec![]]) == [vec![], vec![], vec![3], vec![4], vec![1, 2]]
// gives: rows_by_sum_inside(&[vec![vec![1, 2], vec![], vec![5]], vec![], vec![vec![-1], vec![]]]) ==
//     [vec![vec![5], vec![1, 2], vec![]], vec![], vec![vec![], vec![-1]]]
// gives: backwards(&[vec![1, 2], vec![], vec![3]]) == [vec![3], vec![], vec![1, 2]] && backwards(&[vec![]; 0]).is_empty()
// gives: each_backwards(&[vec![1, 2], vec![], vec![3, 4, 5]]) == [vec![2, 1], vec![], vec![5, 4, 3]]
// gives: all_backwards(&[vec![vec![1, 2], vec![3]], vec![], vec![vec![], vec![4, 5]]]) ==
//     [vec![vec![5, 4], vec![]], vec![], vec![vec![3], vec![2, 1]]]
// gives: rows_turned(&[vec![1, 2], vec![], vec![3]], 1) == [vec![], vec![3], vec![1, 2]]
// gives: rows_turned(&[vec![1, 2], vec![], vec![3]], 5) == [vec![3], vec![1, 2], vec![]] && rows_turned(&[vec![]; 0], 2).is_empty()
// gives: each_turned(&[vec![1, 2], vec![], vec![3, 4, 5], vec![6, 7]]) == [vec![1, 2], vec![], vec![4, 5, 3], vec![7, 6]]
// gives: medians(&[vec![3, 1, 2], vec![], vec![5, 4]]) == [2, 0, 5]
// gives: smallest(&[vec![3, 1, 2], vec![], vec![5]], 2) == [vec![1, 2], vec![], vec![5]]
// gives: distinct(&[vec![3, 1, 3, 1, 1], vec![], vec![5]]) == [vec![1, 3], vec![], vec![5]]
// gives: sorted_copies(&[2, 0, 3], &[3, 2, 1]) == [vec![2, 3], vec![], vec![1, 2, 3]]
// fails: try_sorted_copies(&[1, 4], &[3, 2, 1]) IndexOutOfBounds
// plan: sorted kernels 1, intermediates 0, descriptors 0
// plan: orders kernels 1, intermediates 0, descriptors 0
// plan: turned kernels 1, intermediates 0, descriptors 0
// plan: turned_by_lane kernels 1, intermediates 0, descriptors 0
// plan: sorted_rows kernels 1, intermediates 0, descriptors 1
// plan: orders_of_rows kernels 1, intermediates 0, descriptors 1
// plan: by_last_digit kernels 1, intermediates 0, descriptors 1
// plan: rows_by_length descriptors 2
// plan: backwards kernels 3, intermediates 1, descriptors 2
// plan: each_backwards kernels 1, intermediates 0, descriptors 1
// plan: each_turned kernels 1, intermediates 0, descriptors 1
// plan: medians kernels 1, intermediates 0, descriptors 1

pub fn sorted(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| row.sort()) }
pub fn orders(m: &[[i32; k]; n]) -> [[usize; k]; n] { m.map(|row| row.argsort()) }
pub fn turned(m: &[[i32; k]; n], by: usize) -> [[i32; k]; n] { m.map(|row| row.rev().rotate_left(by)) }
pub fn turned_by_lane(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.enumerate().map(|(i, row)| row.rotate_left(i)) }
pub fn sorted_rows(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.sort()) }
pub fn sorted_floats(rows: &[[f32]]) -> [[f32]] { rows.map(|row| row.sort()) }
pub fn orders_of_rows(rows: &[[i32]]) -> [[usize]] { rows.map(|row| row.argsort()) }
pub fn ranks(rows: &[[i32]]) -> [[usize]] { rows.map(|row| row.argsort().argsort()) }
/// Stable: elements with equal keys stay in order.
pub fn by_last_digit(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.sort_by_key(|x| x % 10)) }
pub fn by_distance(rows: &[[i32]; n], centres: &[i32; n]) -> [[i32]; n] { zip(rows, centres).map(|(row, c)| row.sort_by_key(|x| (x - c).abs())) }
pub fn pairs_by_second(rows: &[[(u8, f64)]]) -> [[(u8, f64)]] { rows.map(|row| row.sort_by_key(|(_, x)| x)) }
pub fn rows_by_length(rows: &[[i32]]) -> [[i32]] { rows.sort_by_key(|row| row.len()) }
pub fn rows_by_sum_inside(xs: &[[[i32]]]) -> [[[i32]]] { xs.map(|rows| rows.sort_by_key(|row| -row.sum())) }
pub fn backwards(rows: &[[i32]]) -> [[i32]] { rows.rev() }
pub fn each_backwards(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.rev()) }
pub fn all_backwards(xs: &[[[i32]]]) -> [[[i32]]] { xs.rev().map(|rows| rows.rev().map(|row| row.rev())) }
pub fn rows_turned(rows: &[[i32]], by: usize) -> [[i32]] { rows.rotate_left(by) }
pub fn each_turned(rows: &[[i32]]) -> [[i32]] { rows.enumerate().map(|(i, row)| row.rotate_right(i)) }
pub fn medians(rows: &[[i32]]) -> [i32] { rows.map(|row| if row.is_empty() { 0 } else { row.sort()[row.len() / 2] }) }
pub fn smallest(rows: &[[i32]], k: usize) -> [[i32]] { rows.map(|row| row.sort()[..k.min(row.len())]) }
pub fn distinct(rows: &[[i32]]) -> [[i32]] { rows.map(|row| { let s = row.sort(); (0..s.len()).filter(|i| i == 0 || s[i - 1] != s[i]).map(|i| s[i]) }) }
pub fn sorted_copies(counts: &[usize], xs: &[i32]) -> [[i32]] { counts.map(|c| xs[..c].sort()) }
