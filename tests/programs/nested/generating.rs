// Literals, ranges, replication and `generate` in parallel closures: first where all rows have one
// length, then where lengths depend on the lane.
// gives: rows(literals(&[5, -1])) == [[5, 6, 10], [-1, 0, -2]] && rows(ranges_of_one_length(&[3, 1], 2)) == [[3, 4], [1, 2]]
// gives: rows(ranges_of_the_lanes(3)) == [[0, 1, 2], [0, 1, 2], [0, 1, 2]]
// gives: rows(copies_of_one_number(&[7, 8], 3)) == [[7, 7, 7], [8, 8, 8]]
// gives: planes(copies_of_one_row(&[1, 10], &[2, 3])) == [[[2, 3], [2, 3]], [[20, 30], [20, 30]]]
// gives: rows(generated(&[5, 0])) == [[5, 4], [0, -1]] && planes(generated_tables(&[1, 4], 2)) == [[[0, 1], [1, 2]], [[0, 1], [4, 5]]]
// gives: triangle(4) == [vec![], vec![0], vec![0, 1], vec![0, 1, 2]] && triangle(1) == [vec![]] && triangle(0).is_empty()
// gives: between(&[(2, 5), (3, 3), (5, 2), (-2, 0)]) == [vec![2, 3, 4], vec![], vec![], vec![-2, -1]]
// gives: closed(&[3, 4, 1, 255]) == [vec![3], vec![], vec![1, 2, 3], vec![]] && copies(&[2, 0, 3]) == [vec![2, 2], vec![], vec![3, 3, 3]]
// gives: copies(&[0, 0]) == [vec![], vec![]] && copies_of_a_row(&[2, 0, 1], &[7, 8]) == [vec![[7, 8], [7, 8]], vec![], vec![[7, 8]]]
// gives: copies_of_own_rows(&[vec![1], vec![], vec![2, 3]]) == [vec![vec![1], vec![1]], vec![vec![], vec![]], vec![vec![2, 3], vec![2, 3]]]
// gives: copies_by_length(&[vec![1], vec![], vec![2, 3]]) == [vec![vec![1]], vec![], vec![vec![2, 3], vec![2, 3]]]
// gives: generated_by_lane(&[1, 3, 0]) == [vec![10], vec![30, 31, 32], vec![]]
// gives: tables_by_lane(&[1, 0, 2]) == [vec![[0, 1]], vec![], vec![[0, 1], [10, 11]]]
// gives: products_of_ranges(3) == [vec![vec![(0, 0)]], vec![vec![(0, 0), (0, 1)], vec![(1, 1)]]]
// gives: literal_of_two(&[1, 2], &[3]) == [vec![1, 2], vec![3]] && literal_of_two(&[], &[4]) == [vec![], vec![4]]
// gives: literals_of_parts(&[vec![1, 2], vec![], vec![3]]) ==
//     [vec![vec![1, 2], vec![1], vec![3]], vec![vec![], vec![], vec![0]], vec![vec![3], vec![], vec![3]]]
// gives: used_up(&[4, 0, -2]) == [78, 0, -8] && used_up_deep(&[4, 1, 0]) == [11, 0, 0]
// gives: strides(&[2, 0, 3, 9], 7) == [vec![0, 2, 4], vec![], vec![0, 3], vec![]]
// gives: ranges_of_ranges(4) == [vec![], vec![vec![]], vec![vec![], vec![0]], vec![vec![], vec![0], vec![0, 1]]]
// gives: ranges_of_ranges(2) == [vec![vec![]; 0], vec![vec![]]] && ranges_of_ranges(0).is_empty()
// plan: literals kernels 1, intermediates 0, descriptors 0
// plan: ranges_of_one_length kernels 1, intermediates 0, descriptors 0
// plan: ranges_of_the_lanes kernels 1, intermediates 0, descriptors 0
// plan: copies_of_one_number kernels 1, intermediates 0, descriptors 0
// plan: copies_of_one_row kernels 1, intermediates 0, descriptors 0
// plan: generated kernels 1, intermediates 0, descriptors 0
// plan: generated_tables kernels 1, intermediates 0, descriptors 0
// plan: triangle kernels 2, intermediates 0, descriptors 1
// plan: between kernels 2, intermediates 0, descriptors 1
// plan: copies kernels 2, intermediates 0, descriptors 1
// plan: generated_by_lane kernels 2, intermediates 0, descriptors 1
// plan: literal_of_two kernels 1, intermediates 0, descriptors 1
// plan: literals_of_parts kernels 4, intermediates 4, descriptors 2
// plan: used_up kernels 1, intermediates 0, descriptors 0
// plan: used_up_deep kernels 1, intermediates 0, descriptors 0

pub fn literals(xs: &[i32; n]) -> [[i32; 3]; n] { xs.map(|x| [x, x + 1, 2 * x]) }
pub fn ranges_of_one_length(xs: &[usize; n], k: usize) -> [[usize; k]; n] { xs.map(|x| (0..k).map(|i| x + i)) }
pub fn ranges_of_the_lanes(n: usize) -> [[usize; n]; n] { (0..n).map(|_| 0..n) }
pub fn copies_of_one_number(xs: &[i32; n], k: usize) -> [[i32; k]; n] { xs.map(|x| [x; k]) }
pub fn copies_of_one_row(xs: &[i32; n], row: &[i32; k]) -> [[[i32; k]; 2]; n] { xs.map(|x| [row.map(|y| x * y); 2]) }
pub fn generated(xs: &[i32; n]) -> [[i32; 2]; n] { xs.map(|x| generate(2, |i| x - i as i32)) }
pub fn generated_tables(xs: &[usize; n], k: usize) -> [[[usize; 2]; k]; n] { xs.map(|x| generate((k, 2), |(i, j)| x * i + j)) }
/// From here on, lengths depend on the lane.
pub fn triangle(n: usize) -> [[usize]] { generate(n, |i| 0..i) }
pub fn between(pairs: &[(i32, i32)]) -> [[i32]] { pairs.map(|(a, b)| a..b) }
pub fn closed(xs: &[u8]) -> [[u8]] { xs.map(|x| x..=3) }
pub fn copies(xs: &[usize]) -> [[usize]] { xs.map(|x| [x; x]) }
pub fn copies_of_a_row(counts: &[usize], row: &[i32; k]) -> [[[i32; k]]] { counts.map(|c| [row; c]) }
pub fn copies_of_own_rows(rows: &[[i32]]) -> [[[i32]]] { rows.map(|row| [row; 2]) }
pub fn copies_by_length(rows: &[[i32]]) -> [[[i32]]] { rows.map(|row| [row; row.len()]) }
pub fn generated_by_lane(xs: &[usize]) -> [[usize]] { xs.map(|x| generate(x, |i| x * 10 + i)) }
pub fn tables_by_lane(xs: &[usize]) -> [[[usize; 2]]] { xs.map(|x| generate((x, 2), |(i, j)| 10 * i + j)) }
pub fn products_of_ranges(n: usize) -> [[[(usize, usize)]]] { (1..n.min(9)).map(|i| (0..i).map(|j| (j..i).map(|k| (j, k)))) }
pub fn literal_of_two(xs: &[i32], ys: &[i32]) -> [[i32]] { [xs, ys] }
pub fn literals_of_parts(rows: &[[i32]]) -> [[[i32]; 3]] { rows.map(|row| [row, row[..row.len() / 2], [row.sum()]]) }
pub fn used_up(xs: &[i32]) -> [i32] { xs.map(|x| (0..x).map(|i| i * i).sum() + [x; 3].product()) }
pub fn used_up_deep(xs: &[i32]) -> [i32] { xs.map(|x| (0..x).map(|i| (0..i).map(|j| i * j).sum()).sum()) }
pub fn strides(steps: &[usize], n: usize) -> [[usize]] { steps.map(|s| if s == 0 { 0..0 } else { (0..n / s).map(|i| i * s) }) }
pub fn ranges_of_ranges(n: usize) -> [[[usize]]] { (0..n).map(|i| (0..i).map(|j| 0..j)) }
