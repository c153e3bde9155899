// `map`, `zip`, `enumerate` and `unzip` over the rows of matrices and of ragged arrays, one to three
// levels deep, with values of the lanes around.
// gives: rows(uniform(&[[1, 2], [3, 4]])) == [[3, 5], [7, 9]]
// gives: nonuniform(&[vec![1, 2], vec![], vec![3]]) == [vec![3, 5], vec![], vec![7]] && nonuniform(&[vec![]; 0]).is_empty()
// gives: with_value_of_lane(&[vec![1, 2], vec![], vec![3]], &[10, 20, 30]) == [vec![10, 20], vec![], vec![90]]
// gives: with_index_of_lane(&[vec![1, 2], vec![], vec![3]]) == [vec![1, 12], vec![], vec![203]]
// gives: with_whole_row(&[vec![1, 2, 3], vec![], vec![4]]) == [vec![5, 4, 3], vec![], vec![0]]
// gives: rows_of_constant(&[vec![1, 2], vec![]]) == [vec![0.5, 0.5], vec![]]
// gives: zipped_rows(&[vec![1, 2], vec![], vec![3]], &[vec![4, 5], vec![], vec![6]]) == [vec![4, 10], vec![], vec![18]]
// fails: try_zipped_rows(&[vec![1, 2]], &[vec![1]]) Size
// fails: try_zipped_rows(&[vec![1], vec![]], &[vec![1], vec![2]]) Size
// fails: try_zipped_rows(&[vec![1]], &[vec![1], vec![2]]) Size
// gives: zipped_with_matrix(&[vec![1, 2], vec![3, 4]], &[[4, 5], [6, 7]]) == [14, 46]
// fails: try_zipped_with_matrix(&[vec![1, 2], vec![3]], &[[4, 5], [6, 7]]) Size
// gives: zipped_with_itself(&[vec![1, 2], vec![], vec![3]]) == [vec![(1, 2), (2, 1)], vec![], vec![(3, 3)]]
// gives: numbered(&[vec![7, 8], vec![], vec![9]]) == [vec![(0, 7), (1, 8)], vec![], vec![(0, 9)]]
// gives: { let (a, b) = unzipped(&[vec![(1, true), (2, false)], vec![]]); a == [vec![1, 2], vec![]] && b == [vec![true, false], vec![]] }
// gives: unzipped_inside(&[vec![(1, 2), (3, 4)], vec![]]) == [24, 0]
// gives: outer_products(&[vec![1, 2], vec![], vec![3]]) == [vec![vec![1, 2], vec![2, 4]], vec![], vec![vec![9]]]
// gives: outer_products_with(&[vec![1, 2], vec![], vec![3]], &[1, 10]) == [vec![[1, 10], [2, 20]], vec![], vec![[3, 30]]]
// gives: rows_by_each(&[10, 20], &[vec![1], vec![], vec![2, 3]]) == [vec![vec![11], vec![], vec![12, 13]], vec![vec![21], vec![], vec![22, 23]]]
// gives: triples(&[vec![[1, 2, 3]], vec![], vec![[4, 5, 6], [7, 8, 9]]]) == [vec![[2, 3, 4]], vec![], vec![[6, 7, 8], [9, 10, 11]]]
// gives: three_levels(&[vec![vec![1, 2], vec![3]], vec![], vec![vec![]], vec![vec![4]]]) ==
//     [vec![vec![-3, -2], vec![1]], vec![], vec![vec![]], vec![vec![3]]]
// gives: chain(&[vec![1, 2], vec![], vec![3]]) == [vec![1, 3], vec![], vec![5]]
// gives: { let (a, b) = used_twice(&[vec![1, 2], vec![], vec![3]]); a == [vec![1, 4], vec![], vec![9]] && b == [5, 0, 9] }
// gives: lengths_from_values(&[vec![2, 0], vec![], vec![1]]) == [vec![vec![0, 1], vec![]], vec![], vec![vec![0]]]
// gives: by_elements(&[vec![(1.0, 2), (3.0, 4)], vec![], vec![(5.0, 6)]], 0.5) == [vec![2.5, 5.5], vec![], vec![8.5]]
// gives: by_elements::plan().to_string().contains("over [t.1]") && !with_value_of_lane::plan().to_string().contains("over [t.1]")
// gives: counted_and_smallest(&[4, 1, 7, 5]) == (3, 4) && counted_and_smallest::plan().to_string().contains("reduce over")
// gives: counted_in_rows(&[vec![4, 1, 7], vec![], vec![5]]) == [2, 0, 1]
// plan: uniform kernels 1, intermediates 0, descriptors 0
// plan: by_elements kernels 1, intermediates 0, descriptors 1
// plan: counted_and_smallest kernels 1, intermediates 0, descriptors 0
// plan: nonuniform kernels 1, intermediates 0, descriptors 1
// plan: with_value_of_lane kernels 1, intermediates 0, descriptors 1
// plan: with_index_of_lane kernels 1, intermediates 0, descriptors 1
// plan: with_whole_row kernels 1, intermediates 0, descriptors 1
// plan: unzipped_inside kernels 1, intermediates 0, descriptors 1
// plan: three_levels descriptors 4
// plan: chain kernels 1, intermediates 0, descriptors 1

pub fn uniform(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| row.map(|x| x * 2 + 1)) }
pub fn nonuniform(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.map(|x| x * 2 + 1)) }
pub fn with_value_of_lane(rows: &[[i32]; n], xs: &[i32; n]) -> [[i32]; n] { zip(rows, xs).map(|(row, y)| row.map(|x| x * y)) }
pub fn with_index_of_lane(rows: &[[usize]]) -> [[usize]] { rows.enumerate().map(|(i, row)| row.enumerate().map(|(j, x)| 100 * i + 10 * j + x)) }
pub fn with_whole_row(rows: &[[i32]]) -> [[i32]] { rows.map(|row| { let total = row.sum(); row.map(|x| total - x) }) }
pub fn rows_of_constant(rows: &[[i32]]) -> [[f64]] { rows.map(|row| row.map(|_| 0.5)) }
pub fn zipped_rows(a: &[[i32]; n], b: &[[i32]; n]) -> [[i32]; n] { zip(a, b).map(|(r, s)| zip(r, s).map(|(x, y)| x * y)) }
pub fn zipped_with_matrix(rows: &[[i32]; n], m: &[[i32; k]; n]) -> [i32; n] { zip(rows, m).map(|(r, s)| zip(r, s).map(|(x, y)| x * y).sum()) }
pub fn zipped_with_itself(rows: &[[i32]]) -> [[(i32, i32)]] { rows.map(|row| zip(row, row.rev())) }
pub fn numbered(rows: &[[i32]]) -> [[(usize, i32)]] { rows.map(|row| row.enumerate()) }
pub fn unzipped(rows: &[[(i32, bool)]]) -> ([[i32]], [[bool]]) { rows.map(|row| row.unzip()).unzip() }
pub fn unzipped_inside(rows: &[[(i32, i32)]]) -> [i32] { rows.map(|row| { let (a, b) = row.unzip(); a.sum() * b.sum() }) }
pub fn outer_products(rows: &[[i32]]) -> [[[i32]]] { rows.map(|row| row.map(|x| row.map(|y| x * y))) }
pub fn outer_products_with(rows: &[[i32]], ys: &[i32; k]) -> [[[i32; k]]] { rows.map(|row| row.map(|x| ys.map(|y| x * y))) }
pub fn rows_by_each(xs: &[i32; n], rows: &[[i32]]) -> [[[i32]]; n] { xs.map(|x| rows.map(|row| row.map(|y| x + y))) }
pub fn triples(cells: &[[[i32; 3]]]) -> [[[i32; 3]]] { cells.map(|row| row.map(|t| t.map(|x| x + row.len() as i32))) }
pub fn three_levels(xs: &[[[i32]]]) -> [[[i32]]] { xs.map(|rows| rows.map(|row| row.map(|x| x - rows.len() as i32 * row.len() as i32))) }
pub fn chain(rows: &[[i32]]) -> [[i32]] { rows.map(|r| r.map(|x| x + 1)).map(|r| r.map(|x| x * 2)).map(|r| r.map(|x| x - 3)) }
pub fn used_twice(rows: &[[i32]]) -> ([[i32]], [i32]) { let a = rows.map(|r| r.map(|x| x * x)); (a, a.map(|r| r.sum())) }
pub fn lengths_from_values(rows: &[[usize]]) -> [[[usize]]] { rows.map(|row| row.map(|x| 0..x)) }
/// The results of the elements depend on nothing else: there is one index space over all of them.
pub fn by_elements(rows: &[[(f64, u32)]], k: f64) -> [[f64]] { rows.map(|row| row.map(|(x, c)| x * k + c as f64)) }
/// A filter of which only the count and a reduction are used keeps nothing.
pub fn counted_and_smallest(xs: &[i32]) -> (usize, i32) { let large = xs.filter(|x| x > 3); (large.len(), large.min()) }
pub fn counted_in_rows(rows: &[[i32]]) -> [usize] { rows.map(|row| row.filter(|x| x > 3).len()) }
