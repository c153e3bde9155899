// `a[i]`, slices, `first`, `last`, `gather`, `len` and `lengths` of rows that agree, of rows that differ, and
// of arrays of such rows from inside of lanes.
// gives: elements(&[[1, 2], [3, 4]], 1) == [2, 4]
// fails: try_elements(&[[1, 2]], 2) IndexOutOfBounds
// gives: rows(tails(&[[1, 2, 3], [4, 5, 6]], 1)) == [[2, 3], [5, 6]]
// fails: try_tails(&[[1, 2]], 3) IndexOutOfBounds
// gives: ends(&[[1, 2, 3], [4, 5, 6]]).to_vec() == [(1, 3), (4, 6)]
// gives: rows(picked(&[[1, 2, 3], [4, 5, 6]], &[2, 0, 2])) == [[3, 1, 3], [6, 4, 6]]
// fails: try_picked(&[[1, 2]], &[0, 2]) IndexOutOfBounds
// gives: heads(&[vec![1, 2], vec![3]]) == [1, 3]
// fails: try_heads(&[vec![1], vec![], vec![2]]) IndexOutOfBounds
// gives: at_own_index(&[vec![1, 2], vec![3]], &[1, 0]) == [2, 3]
// fails: try_at_own_index(&[vec![1, 2], vec![3]], &[1, 1]) IndexOutOfBounds
// fails: try_at_own_index(&[vec![1], vec![2]], &[0, -1]) IndexOutOfBounds
// gives: sums_of_fetched(&[vec![1, 2], vec![], vec![3]], &[2, 0, 0, 1]) == [3, 3, 3, 0]
// fails: try_sums_of_fetched(&[vec![1]], &[0, 1]) IndexOutOfBounds
// gives: row(&[vec![1, 2], vec![]], 0) == [1, 2] && row(&[vec![1, 2], vec![]], 1).is_empty()
// fails: try_row(&[vec![1]], 1) IndexOutOfBounds
// gives: element_of_ragged(&[vec![vec![1], vec![2, 3]], vec![]], 0, 1, 1) == 3
// fails: try_element_of_ragged(&[vec![vec![1]], vec![]], 1, 0, 0) IndexOutOfBounds
// fails: try_element_of_ragged(&[vec![vec![1], vec![]]], 0, 1, 0) IndexOutOfBounds
// gives: rows_gathered(&[vec![1, 2], vec![], vec![3]], &[2, 0, 0, 1]) == [vec![3], vec![1, 2], vec![1, 2], vec![]]
// fails: try_rows_gathered(&[vec![1]], &[1]) IndexOutOfBounds
// gives: gathered_in_rows(&[vec![5, 6, 7], vec![], vec![9]]) == [vec![7, 5, 6], vec![], vec![9]]
// gives: gathered_from_table(&[vec![2, 0], vec![], vec![1, 1, 1]], &[0.5, 1.5, 2.5]) == [vec![2.5, 0.5], vec![], vec![1.5, 1.5, 1.5]]
// fails: try_gathered_from_table(&[vec![0], vec![0, 3]], &[1.0]) IndexOutOfBounds
// gives: rows_gathered_in_lanes(&[vec![2, 0], vec![], vec![1, 1]], &[vec![1, 2], vec![], vec![3]]) ==
//     [vec![vec![3], vec![1, 2]], vec![], vec![vec![], vec![]]]
// gives: slices_by_lane(&[1, 2, 3, 4], &[(0, 2), (3, 3), (1, 4)]) == [vec![1, 2], vec![], vec![2, 3, 4]]
// fails: try_slices_by_lane(&[1, 2], &[(0, 1), (1, 3)]) IndexOutOfBounds
// fails: try_slices_by_lane(&[1, 2], &[(0, 2), (1, 0)]) IndexOutOfBounds
// gives: halves(&[vec![1, 2, 3], vec![], vec![4], vec![5, 6]]) == [vec![1], vec![], vec![], vec![5]]
// gives: without_first(&[vec![1, 2, 3], vec![4]]) == [vec![2, 3], vec![]]
// fails: try_without_first(&[vec![1], vec![]]) IndexOutOfBounds
// gives: sliced_twice(&[vec![1, 2, 3, 4], vec![], vec![5], vec![6, 7, 8]]) == [vec![2, 3], vec![], vec![5], vec![7]]
// gives: rows_sliced(&[vec![1, 2], vec![], vec![3], vec![4]], 1, 3) == [vec![], vec![3]]
// gives: rows_sliced(&[vec![1], vec![2]], 1, 1).is_empty()
// fails: try_rows_sliced(&[vec![1]], 0, 2) IndexOutOfBounds
// gives: ends_of_rows(&[vec![1, 2, 3], vec![4]]).to_vec() == [(1, 3), (4, 4)]
// fails: try_ends_of_rows(&[vec![1], vec![]]) Empty
// gives: first_row(&[vec![1, 2], vec![3]]) == [1, 2] && first_row(&[vec![], vec![3]]).is_empty()
// fails: try_first_row(&[vec![]; 0]) Empty
// gives: last_rows(&[vec![vec![1], vec![2, 3]], vec![vec![4], vec![]]]) == [vec![2, 3], vec![]]
// fails: try_last_rows(&[vec![vec![1]], vec![]]) Empty
// gives: with_next_row(&[vec![1, 2], vec![], vec![3]]) == [vec![1, 2], vec![], vec![5]] && of_made_rows(4, 3) == [0, 3, 6]
// gives: of_made_rows(4, 0).is_empty()
// fails: try_of_made_rows(2, 2) IndexOutOfBounds
// gives: counts(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![]]]).to_vec() == [(2, 3, false), (0, 0, true), (1, 0, false)]
// gives: lengths(&[vec![1, 2], vec![], vec![3]]) == [2, 0, 1] && lengths(&[vec![]; 0]).is_empty()
// gives: lengths_inside(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![]]]) == [vec![1, 2], vec![], vec![0]]
// gives: transitive(&[vec![1, 2], vec![], vec![0]]) == [vec![0, 1], vec![], vec![2]]
// fails: try_transitive(&[vec![1]]) IndexOutOfBounds
// plan: elements kernels 1, intermediates 0, descriptors 0
// plan: tails kernels 1, intermediates 0, descriptors 0
// plan: ends kernels 1, intermediates 0, descriptors 0
// plan: picked kernels 1, intermediates 0, descriptors 0
// plan: heads kernels 1, intermediates 0, descriptors 1
// plan: at_own_index kernels 1, intermediates 0, descriptors 1
// plan: sums_of_fetched kernels 3, intermediates 0, descriptors 1
// plan: row kernels 1, intermediates 0, descriptors 1
// plan: element_of_ragged kernels 0, intermediates 0, descriptors 2
// plan: rows_gathered kernels 3, intermediates 2, descriptors 3
// plan: gathered_in_rows kernels 1, intermediates 0, descriptors 1
// plan: gathered_from_table kernels 1, intermediates 0, descriptors 1
// plan: slices_by_lane kernels 3, intermediates 2, descriptors 2
// plan: halves kernels 1, intermediates 0, descriptors 2
// plan: sliced_twice kernels 1, intermediates 0, descriptors 2
// plan: rows_sliced kernels 2, intermediates 0, descriptors 1
// plan: ends_of_rows kernels 1, intermediates 0, descriptors 1
// plan: last_rows kernels 3, intermediates 2, descriptors 4
// plan: with_next_row kernels 1, intermediates 0, descriptors 1
// plan: counts kernels 1, intermediates 0, descriptors 2
// plan: lengths kernels 1, intermediates 0, descriptors 1
// plan: transitive kernels 1, intermediates 0, descriptors 1

pub fn elements(m: &[[i32; k]; n], i: usize) -> [i32; n] { m.map(|row| row[i]) }
pub fn tails(m: &[[i32; k]; n], a: usize) -> [[i32; _]; n] { m.map(|row| row[a..]) }
pub fn ends(m: &[[i32; k]; n]) -> [(i32, i32); n] { m.map(|row| (row.first(), row.last())) }
pub fn picked(m: &[[i32; k]; n], is: &[usize; j]) -> [[i32; j]; n] { m.map(|row| row.gather(is)) }
pub fn heads(rows: &[[i32]]) -> [i32] { rows.map(|row| row[0]) }
pub fn at_own_index(rows: &[[i32]; n], is: &[i32; n]) -> [i32; n] { zip(rows, is).map(|(row, i)| row[i]) }
pub fn sums_of_fetched(rows: &[[i32]], is: &[usize]) -> [i32] { is.map(|i| rows[i].sum()) }
pub fn row(rows: &[[i32]], i: usize) -> [i32] { rows[i] }
pub fn element_of_ragged(xs: &[[[i32]]], i: usize, j: usize, k: usize) -> i32 { xs[i][j][k] }
pub fn rows_gathered(rows: &[[i32]], is: &[usize]) -> [[i32]] { rows.gather(is) }
pub fn gathered_in_rows(rows: &[[usize]]) -> [[usize]] { rows.map(|row| row.gather(row.map(|x| x % row.len()))) }
pub fn gathered_from_table(iss: &[[usize]], table: &[f64]) -> [[f64]] { iss.map(|is| table.gather(is)) }
pub fn rows_gathered_in_lanes(iss: &[[usize]], rows: &[[i32]]) -> [[[i32]]] { iss.map(|is| rows.gather(is)) }
pub fn slices_by_lane(xs: &[i32], bounds: &[(usize, usize)]) -> [[i32]] { bounds.map(|(a, b)| xs[a..b]) }
pub fn halves(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row[..row.len() / 2]) }
pub fn without_first(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row[1..]) }
pub fn sliced_twice(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row[..row.len() - row.len() / 3][row.len() / 3..]) }
pub fn rows_sliced(rows: &[[i32]], a: usize, b: usize) -> [[i32]] { rows[a..b] }
pub fn ends_of_rows(rows: &[[i32]]) -> [(i32, i32)] { rows.map(|row| (row.first(), row.last())) }
pub fn first_row(rows: &[[i32]]) -> [i32] { rows.first() }
pub fn last_rows(xs: &[[[i32]]]) -> [[i32]] { xs.map(|rows| rows.last()) }
pub fn with_next_row(rows: &[[i32]; n]) -> [[i32]; n] { rows.enumerate().map(|(i, row)| { let next = rows[(i + 1) % n]; row.map(|x| x + next.len() as i32) }) }
pub fn of_made_rows(n: usize, i: usize) -> [usize] { let rows = generate(n, |i| (0..i).map(|j| i * j)); rows[i] }
pub fn counts(xs: &[[[i32]]]) -> [(usize, usize, bool)] { xs.map(|rows| (rows.len(), rows.lengths().sum(), rows.is_empty())) }
pub fn lengths(rows: &[[i32]]) -> [usize] { rows.lengths() }
pub fn lengths_inside(xs: &[[[i32]]]) -> [[usize]] { xs.map(|rows| rows.lengths()) }
pub fn transitive(next: &[[usize]; n]) -> [[usize]; n] { next.map(|is| is.map(|i| next[i].len())) }
