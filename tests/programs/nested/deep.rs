// Ragged inside ragged: two and three ragged levels, and rows of regular arrays.
// gives: added(&[vec![vec![1, 2], vec![]], vec![], vec![vec![3]]], 10) == [vec![vec![11, 12], vec![]], vec![], vec![vec![13]]]
// gives: added(&[vec![vec![]]; 0], 1).is_empty()
// gives: { let (a, b, c) = sums(&[vec![vec![1.5, 2.0], vec![]], vec![], vec![vec![3.0]]]); a == [vec![3.5, 0.0], vec![], vec![3.0]] && b ==
//     [3.5, 0.0, 3.0] && c == 6.5 }
// gives: element(&[vec![vec![1], vec![2, 3]], vec![]], 0, 1) == [2, 3] && element(&[vec![vec![1], vec![]]], 0, 1).is_empty()
// fails: try_element(&[vec![vec![1]], vec![]], 1, 0) IndexOutOfBounds
// fails: try_element(&[vec![vec![1]], vec![]], 2, 0) IndexOutOfBounds
// gives: plane(&[vec![vec![1], vec![2, 3]], vec![vec![]]], 0) == [vec![1], vec![2, 3]] && plane(&[vec![vec![1]], vec![]], 1).is_empty()
// fails: try_plane(&[vec![vec![1]]], 1) IndexOutOfBounds
// gives: planes_gathered(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![]]], &[2, 0, 0, 1]) ==
//     [vec![vec![]], vec![vec![1], vec![2, 3]], vec![vec![1], vec![2, 3]], vec![]]
// gives: backwards(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![]]]) == [vec![vec![]], vec![], vec![vec![1], vec![2, 3]]]
// gives: long_planes(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![]], vec![vec![], vec![4]]]) == [vec![vec![1], vec![2, 3]], vec![vec![], vec![4]]]
// gives: filtered_at_all_levels(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![]], vec![vec![1, 0], vec![4, 1]]]) ==
//     [vec![vec![2, 3]], vec![], vec![vec![], vec![4]]]
// gives: sorted(&[vec![vec![2, 1], vec![]], vec![], vec![vec![3, 5, 4]]]) == [vec![vec![1, 2], vec![]], vec![], vec![vec![3, 4, 5]]]
// gives: running_sums_of_rows(&[vec![vec![2, 1], vec![], vec![4]], vec![], vec![vec![3, 5, 4]]]) == [vec![3, 3, 7], vec![], vec![12]]
// gives: made(3) == [vec![], vec![vec![0]], vec![vec![0, 0], vec![2, 2]]]
// gives: made(5) == [vec![], vec![vec![0]], vec![vec![0, 0], vec![2, 2]], vec![vec![], vec![], vec![]], vec![vec![0], vec![4], vec![8], vec![12]]]
// gives: made(0).is_empty() && made_regular_inside(3) == [vec![], vec![[1, 0, 0]], vec![[2, 0, 0], [2, 1, 2]]]
// gives: made_regular_inside(0).is_empty()
// gives: made_square_inside(3) == [vec![], vec![[[1, 0], [0, 1]]], vec![[[2, 0], [0, 2]], [[2, 1], [1, 2]]]]
// gives: made_regular_outside(3) == [vec![vec![], vec![0, 1, 2]], vec![vec![0], vec![1, 2]], vec![vec![0, 1], vec![2]]]
// gives: triples(&[vec![[1.0, 2.0, 0.5]], vec![], vec![[3.0, 4.0, 0.5], [0.0, 0.0, 1.0]]]) == [vec![2.5], vec![], vec![12.5, 1.0]]
// gives: rows(centres(&[vec![[0.0, 0.0], [2.0, 4.0]], vec![[1.0, 1.0]], vec![[0.0, 3.0], [3.0, 0.0], [3.0, 3.0], [0.0, 0.0]]])) ==
//     [[1.0, 2.0], [1.0, 1.0], [1.5, 1.5]]
// gives: rows_as_triples(&[1, 2, 3, 4, 5, 6], 2) == [vec![[1, 2, 3], [2, 3, 4], [3, 4, 5], [4, 5, 6]], vec![[4, 5, 6]]]
// fails: try_rows_as_triples(&[1, 2, 3], 3) IndexOutOfBounds
// gives: four_levels(&[vec![vec![vec![1, 2], vec![]], vec![]], vec![], vec![vec![vec![3]], vec![vec![], vec![4]]]], 10) ==
//     [vec![vec![vec![10, 20], vec![]], vec![]], vec![], vec![vec![vec![30]], vec![vec![], vec![40]]]]
// gives: four_levels_summed(&[vec![vec![vec![1, 2], vec![]], vec![]], vec![], vec![vec![vec![3]], vec![vec![], vec![4]]]]) ==
//     [vec![vec![3, 0], vec![]], vec![], vec![vec![3], vec![0, 4]]]
// gives: four_levels_filtered(&[vec![vec![vec![1, 2], vec![]], vec![]], vec![], vec![vec![vec![3]], vec![vec![], vec![4]]]]) ==
//     [vec![vec![vec![2], vec![]]], vec![], vec![vec![vec![3]], vec![vec![], vec![4]]]]
// gives: { let (a, b, c) = levels_flattened(&[vec![vec![vec![1, 2], vec![]], vec![]], vec![], vec![vec![vec![3]], vec![vec![], vec![4]]]]); a ==
//     [vec![vec![1, 2], vec![]], vec![], vec![vec![3]], vec![vec![], vec![4]]] && b == [vec![1, 2], vec![], vec![3], vec![], vec![4]] && c ==
//     [1, 2, 3, 4] }
// gives: levels_joined(&[vec![vec![1], vec![2, 3]], vec![]], &[vec![vec![4]], vec![vec![], vec![5]]]) ==
//     [vec![vec![1], vec![2, 3], vec![4]], vec![vec![], vec![5]]]
// gives: four_levels_made(3) == [vec![], vec![vec![vec![]]], vec![vec![vec![]], vec![vec![], vec![0]]]] && four_levels_made(0).is_empty()
// gives: four_levels_inside(&[4, 0, 5]) == [24, 0, 99]
// plan: added descriptors 3
// plan: running_sums_of_rows kernels 1, intermediates 0, descriptors 2
// plan: made_regular_inside kernels 2, intermediates 0, descriptors 1
// plan: made_square_inside kernels 2, intermediates 0, descriptors 1
// plan: triples kernels 1, intermediates 0, descriptors 1
// plan: four_levels descriptors 5

pub fn added(xs: &[[[i32]]], y: i32) -> [[[i32]]] { xs.map(|rows| rows.map(|row| row.map(|x| x + y))) }
pub fn sums(xs: &[[[f64]]]) -> ([[f64]], [f64], f64) { let s = xs.map(|rows| rows.map(|row| row.sum())); (s, s.map(|r| r.sum()), s.map(|r| r.sum()).sum()) }
pub fn element(xs: &[[[i32]]], i: usize, j: usize) -> [i32] { xs[i][j] }
pub fn plane(xs: &[[[i32]]], i: usize) -> [[i32]] { xs[i] }
pub fn planes_gathered(xs: &[[[i32]]], is: &[usize]) -> [[[i32]]] { xs.gather(is) }
pub fn backwards(xs: &[[[i32]]]) -> [[[i32]]] { xs.rev() }
pub fn long_planes(xs: &[[[i32]]]) -> [[[i32]]] { xs.filter(|rows| rows.len() > 1) }
pub fn filtered_at_all_levels(xs: &[[[i32]]]) -> [[[i32]]] { xs.filter(|rows| rows.len() > 0).map(|rows| rows.filter(|row| row.len() > 1).map(|row| row.filter(|x| x > 1))) }
pub fn sorted(xs: &[[[i32]]]) -> [[[i32]]] { xs.map(|rows| rows.map(|row| row.sort())) }
pub fn running_sums_of_rows(xs: &[[[i32]]]) -> [[i32]] { xs.map(|rows| rows.map(|row| row.sum()).scan(0, |a, b| a + b)) }
pub fn made(n: usize) -> [[[usize]]] { (0..n).map(|i| (0..i).map(|j| [i * j; i % 3])) }
pub fn made_regular_inside(n: usize) -> [[[usize; 3]]] { (0..n).map(|i| (0..i).map(|j| [i, j, i * j])) }
/// The middle level alone is ragged.
pub fn made_square_inside(n: usize) -> [[[[usize; 2]; 2]]] { (0..n).map(|i| (0..i).map(|j| [[i, j], [j, i]])) }
/// Regular outside, ragged inside.
pub fn made_regular_outside(n: usize) -> [[[usize]; 2]; n] { (0..n).map(|i| [0..i, i..n]) }
pub fn triples(cells: &[[[f32; 3]]]) -> [[f32]] { cells.map(|row| row.map(|t| t[0] * t[1] + t[2])) }
pub fn centres(polygons: &[[[f64; 2]]]) -> [[f64; 2]] { polygons.map(|points| points.reduce([0.0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]).map(|s| s / points.len() as f64)) }
pub fn rows_as_triples(xs: &[i32], n: usize) -> [[[i32; 3]]] { (0..n).map(|i| xs[3 * i..].windows(3)) }
pub fn four_levels(x: &[[[[i32]]]], y: i32) -> [[[[i32]]]] { x.map(|xs| xs.map(|rows| rows.map(|row| row.map(|x| x * y)))) }
pub fn four_levels_summed(x: &[[[[i32]]]]) -> [[[i32]]] { x.map(|xs| xs.map(|rows| rows.map(|row| row.sum()))) }
pub fn four_levels_filtered(x: &[[[[i32]]]]) -> [[[[i32]]]] { x.map(|xs| xs.filter(|rows| rows.len() > 0).map(|rows| rows.map(|row| row.filter(|x| x > 1)))) }
pub fn levels_flattened(x: &[[[[i32]]]]) -> ([[[i32]]], [[i32]], [i32]) { (x.flatten(), x.flatten().flatten(), x.flatten().flatten().flatten()) }
pub fn levels_joined(xs: &[[[i32]]; n], ys: &[[[i32]]; n]) -> [[[i32]]; n] { xs.enumerate().map(|(i, rows)| concat(rows, ys[i])) }
pub fn four_levels_made(n: usize) -> [[[[usize]]]] { (0..n).map(|i| (0..i).map(|j| (0..j + 1).map(|k| 0..k))) }
pub fn four_levels_inside(ns: &[usize]) -> [usize] { ns.map(|n| (0..n).map(|i| (0..i).map(|j| (0..j).map(|k| (k..n).sum()).sum()).sum()).sum()) }
