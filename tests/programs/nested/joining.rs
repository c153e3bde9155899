// `concat`, `flatten`, `flat_map` and `split_by`, inside rows and of arrays of rows.
// gives: rows(joined(&[[1, 2], [3, 4]], &[8, 9])) == [[8, 9, 1, 2, 3], [8, 9, 3, 4, 7]]
// gives: rows(flattened(&[[[1, 2], [3, 4]], [[5, 6], [7, 8]]])) == [[1, 2, 3, 4], [5, 6, 7, 8]]
// gives: rows(doubled(&[[1, 2], [3, 4]])) == [[1, 10, 2, 20], [3, 30, 4, 40]]
// gives: joined_in_rows(&[vec![1, 2], vec![], vec![3]], &[8, 9]) == [vec![1, 2, 8, 9], vec![8, 9], vec![3, 8, 9]]
// gives: joined_in_rows(&[vec![1], vec![]], &[]) == [vec![1], vec![]]
// gives: joined_by_pairs(&[vec![1, 2], vec![], vec![3]], &[vec![], vec![4], vec![5, 6]]) == [vec![1, 2, 2, 1], vec![4], vec![3, 5, 6, 3]]
// gives: joined_arrays(&[vec![1, 2], vec![]], &[vec![3], vec![4, 5]]) == [vec![1, 2], vec![], vec![3], vec![4, 5]]
// gives: joined_arrays(&[vec![]; 0], &[vec![1]]) == [vec![1]]
// gives: joined_rows_of_rows(&[vec![vec![1], vec![]], vec![]], &[vec![2, 3]]) == [vec![vec![1], vec![], vec![2, 3]], vec![vec![2, 3]]]
// gives: sums_of_joined(&[vec![1, 2], vec![], vec![3]]) == [108, 100, 112]
// gives: flat(&[vec![], vec![1, 2], vec![], vec![3], vec![]]) == [1, 2, 3] && flat(&[vec![]; 0]).is_empty()
// gives: outer_flat(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![]]]) == [vec![1], vec![2, 3], vec![]]
// gives: inner_flat(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![]], vec![vec![4], vec![]]]) == [vec![1, 2, 3], vec![], vec![], vec![4]]
// gives: all_flat(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![]], vec![vec![4], vec![]]]) == [1, 2, 3, 4]
// gives: { let (a, b) = flat_triples(&[vec![[1, 2, 3]], vec![], vec![[4, 5, 6], [7, 8, 9]]]); rows(a) == [[1, 2, 3], [4, 5, 6], [7, 8, 9]] && b ==
//     [vec![1, 2, 3], vec![], vec![4, 5, 6, 7, 8, 9]] }
// gives: flat_after_filter(&[vec![1, 2, 3], vec![], vec![0], vec![5]]) == [2, 3, 5] && mapped_flat(&[2, 0, 3]) == [20, 21, 30, 31, 32]
// gives: mapped_flat(&[0, 0]).is_empty() && mapped_flat(&[]).is_empty()
// gives: mapped_flat_in_rows(&[vec![2, 1], vec![], vec![0], vec![3]]) == [vec![2, 2, 1], vec![], vec![], vec![3, 3, 3]]
// gives: rows_mapped_flat(&[2, 0, 3]) == [vec![0, 1], vec![1], vec![0, 1, 2], vec![1, 2], vec![2]]
// gives: sum_of_mapped_flat(&[vec![1, 2, 3], vec![], vec![5]]) == 35
// gives: split(&[1, 2, 3, 4], &[2, 0, 1, 1]) == [vec![1, 2], vec![], vec![3], vec![4]] && split(&[], &[0, 0]) == [vec![], vec![]]
// gives: split(&[], &[]).is_empty()
// fails: try_split(&[1, 2, 3], &[2]) Size
// fails: try_split(&[1, 2, 3], &[2, 2]) Size
// fails: try_split(&[1], &[]) Size
// gives: sums_of_split(&[1, 2, 3, 4], &[2, 0, 1, 1]) == [3, 0, 3, 4]
// fails: try_sums_of_split(&[1, 2], &[3]) Size
// gives: split_rows(&[vec![1, 2], vec![], vec![3]], &[2, 0, 1]) == [vec![vec![1, 2], vec![]], vec![], vec![vec![3]]]
// fails: try_split_rows(&[vec![1, 2]], &[2]) Size
// gives: split_in_rows(&[vec![1, 2, 3], vec![], vec![4]], &[vec![1, 2], vec![], vec![0, 1, 0]]) ==
//     [vec![vec![1], vec![2, 3]], vec![], vec![vec![], vec![4], vec![]]]
// fails: try_split_in_rows(&[vec![1, 2], vec![3]], &[vec![2], vec![2]]) Size
// fails: try_split_in_rows(&[vec![1], vec![]], &[vec![1], vec![1]]) Size
// gives: split_into_equal(&[1, 5, 2, 9, 8, 7], 2) == [5, 9]
// fails: try_split_into_equal(&[1, 2, 3, 4], 1) Size
// gives: split_pairs(&[(1, 0.5), (2, 1.5), (3, 2.5)], &[1, 2]) == [vec![(1, 0.5)], vec![(2, 1.5), (3, 2.5)]]
// gives: joined_with_matrix(&[[1, 2], [3, 4]], &[vec![], vec![5]]) == [vec![1, 2], vec![3, 4], vec![], vec![5]]
// gives: joined_with_literals(&[vec![1, 2], vec![]]) == [vec![7, 8, 9], vec![1, 2], vec![], vec![]]
// gives: there_and_back(&[vec![], vec![1, 2], vec![], vec![3], vec![]]) == [vec![], vec![1, 2], vec![], vec![3], vec![]]
// gives: there_and_back(&[vec![]; 0]).is_empty()
// gives: regrouped(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![]], vec![vec![4], vec![]]]) == [vec![1, 2, 3], vec![], vec![], vec![4]]
// plan: joined kernels 1, intermediates 0, descriptors 0
// plan: flattened kernels 1, intermediates 0, descriptors 0
// plan: doubled kernels 1, intermediates 0, descriptors 0
// plan: joined_in_rows kernels 2, intermediates 0, descriptors 2
// plan: joined_by_pairs kernels 2, intermediates 0, descriptors 3
// plan: joined_arrays kernels 1, intermediates 0, descriptors 3
// plan: sums_of_joined descriptors 1
// plan: flat kernels 0, intermediates 0, descriptors 1
// plan: outer_flat kernels 0, intermediates 0, descriptors 3
// plan: inner_flat kernels 1, intermediates 0, descriptors 3
// plan: all_flat kernels 0, intermediates 0, descriptors 2
// plan: split kernels 1, intermediates 0, descriptors 1
// gives: longer_and_longer(3) == [vec![], vec![0], vec![0, 1]] && longer_and_longer(0).len() == 0
// gives: two_lengths(1) == [vec![0], vec![0, 1]] && two_planes(1) == [vec![vec![]], vec![vec![], vec![0]]]
// gives: by_reduction(3) == [vec![], vec![0], vec![0, 1]]
// gives: rows(rows_of_one_length(&[[1, 2], [3, 4]])) == [[1, 2], [3, 4]]
// plan: rows_of_one_length descriptors 0

pub fn joined(m: &[[i32; k]; n], ys: &[i32; 2]) -> [[i32; _]; n] { m.map(|row| concat(ys, row, [row.sum()])) }
pub fn flattened(t: &[[[i32; k]; m]; n]) -> [[i32; _]; n] { t.map(|m| m.flatten()) }
pub fn doubled(m: &[[i32; k]; n]) -> [[i32; _]; n] { m.map(|row| row.flat_map(|x| [x, 10 * x])) }
pub fn joined_in_rows(rows: &[[i32]], ys: &[i32]) -> [[i32]] { rows.map(|row| concat(row, ys)) }
pub fn joined_by_pairs(a: &[[i32]; n], b: &[[i32]; n]) -> [[i32]; n] { zip(a, b).map(|(r, s)| concat(r, s, r.rev())) }
pub fn joined_arrays(a: &[[i32]], b: &[[i32]]) -> [[i32]] { concat(a, b) }
pub fn joined_rows_of_rows(xs: &[[[i32]]], rows: &[[i32]]) -> [[[i32]]] { xs.map(|own| concat(own, rows)) }
pub fn sums_of_joined(rows: &[[i32]]) -> [i32] { rows.map(|row| concat(row, row.map(|x| x * x), [100]).sum()) }
pub fn flat(rows: &[[i32]]) -> [i32] { rows.flatten() }
pub fn outer_flat(xs: &[[[i32]]]) -> [[i32]] { xs.flatten() }
pub fn inner_flat(xs: &[[[i32]]]) -> [[i32]] { xs.map(|rows| rows.flatten()) }
pub fn all_flat(xs: &[[[i32]]]) -> [i32] { xs.flatten().flatten() }
pub fn flat_triples(cells: &[[[i32; 3]]]) -> ([[i32; 3]], [[i32]]) { (cells.flatten(), cells.map(|row| row.flatten())) }
pub fn flat_after_filter(rows: &[[i32]]) -> [i32] { rows.map(|row| row.filter(|x| x > 1)).flatten() }
pub fn mapped_flat(xs: &[usize]) -> [usize] { xs.flat_map(|x| (0..x).map(|i| 10 * x + i)) }
pub fn mapped_flat_in_rows(rows: &[[usize]]) -> [[usize]] { rows.map(|row| row.flat_map(|x| [x; x])) }
pub fn rows_mapped_flat(xs: &[usize]) -> [[usize]] { xs.flat_map(|x| (0..x).map(|i| i..x)) }
pub fn sum_of_mapped_flat(rows: &[[i32]]) -> i32 { rows.flat_map(|row| row.filter(|x| x % 2 == 1)).map(|x| x * x).sum() }
pub fn split(xs: &[i32], lengths: &[usize]) -> [[i32]] { xs.split_by(lengths) }
pub fn sums_of_split(xs: &[i32], lengths: &[usize; n]) -> [i32; n] { xs.split_by(lengths).map(|part| part.sum()) }
pub fn split_rows(rows: &[[i32]], lengths: &[usize]) -> [[[i32]]] { rows.split_by(lengths) }
pub fn split_in_rows(rows: &[[i32]; n], lengths: &[[usize]; n]) -> [[[i32]]; n] { zip(rows, lengths).map(|(row, ls)| row.split_by(ls)) }
pub fn split_into_equal(xs: &[i32], n: usize) -> [i32] { xs.split_by([3; n]).map(|part| part.max()) }
pub fn split_pairs(ps: &[(u8, f64)], lengths: &[usize]) -> [[(u8, f64)]] { ps.split_by(lengths) }
pub fn joined_with_matrix(m: &[[i32; k]; n], rows: &[[i32]]) -> [[i32]] { concat(m, rows) }
pub fn joined_with_literals(rows: &[[i32]]) -> [[i32]] { concat([[7, 8, 9]], rows, [[0; 0]]) }
pub fn there_and_back(rows: &[[i32]]) -> [[i32]] { rows.flatten().split_by(rows.lengths()) }
pub fn regrouped(xs: &[[[i32]]]) -> [[i32]] { xs.flatten().flatten().split_by(xs.map(|rows| rows.map(|row| row.len()).sum())) }

/// Rows are joined whose lengths are not known to agree.
pub fn longer_and_longer(n: usize) -> [[usize]] { let mut a = [[0; 0]; 0]; for i in 0..n { a = concat(a, [0..i]); } a }
pub fn two_lengths(n: usize) -> [[usize]] { concat([0..n], [0..n + 1]) }
pub fn two_planes(n: usize) -> [[[usize]]] { concat([(0..n).map(|j| 0..j)], [(0..n + 1).map(|j| 0..j)]) }
pub fn by_reduction(n: usize) -> [[usize]] { (0..n).map(|i| [0..i]).reduce([[0; 0]; 0], |a, b| concat(a, b)) }
pub fn rows_of_one_length(m: &[[i32; k]; n]) -> [[i32; k]; _] { let mut rows = [[0; k]; 0]; for row in m { rows = concat(rows, [row]); } rows }
