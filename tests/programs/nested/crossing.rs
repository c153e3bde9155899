// Ragged arrays that come from Rust and go there: borrowed and owned, in every form; sizes that are named
// beside ragged levels.
// gives: totals(&[vec![1.5, 2.0], vec![], vec![3.0]]) == [3.5, 0.0, 3.0]
// gives: totals(&vec![vec![1.5, 2.0], vec![], vec![3.0]]) == [3.5, 0.0, 3.0] && totals(&[[1.5, 2.0], [3.0, 4.0]]) == [3.5, 7.0]
// gives: totals(&[&[1.5, 2.0][..], &[], &[3.0]]) == [3.5, 0.0, 3.0]
// gives: totals(&accel::Ragged::from_rows(&[vec![1.5], vec![]])) == [1.5, 0.0]
// gives: totals(accel::RaggedView::from_csr(&[0u32, 2, 2, 3], &[1.5, 2.0, 3.0])) == [3.5, 0.0, 3.0]
// gives: scaled(&[vec![1.0, 2.0], vec![], vec![3.0]], &[2.0, 3.0, 0.5]) == [vec![2.0, 4.0], vec![], vec![1.5]]
// fails: try_scaled(&[vec![1.0], vec![]], &[1.0]) Size
// fails: try_scaled(&[vec![1.0]], &[]) Size
// gives: size_in_body(&[vec![1, 2], vec![], vec![3]]) == [2, 0, 1, 3] && size_in_body(&[vec![]; 0]) == [0]
// gives: three_rows(&[vec![1, 2], vec![], vec![3]]) == [3, 0, 3]
// fails: try_three_rows(&[vec![1], vec![2]]) Size
// gives: sized_by_parameter(2, &[vec![1, 2], vec![3]]) == 6
// fails: try_sized_by_parameter(1, &[vec![1, 2], vec![3]]) Size
// gives: square(&[vec![1], vec![0, 1]], &[2.0, 3.0], &[[1.0, 10.0], [100.0, 1000.0]]) == [30.0, 3200.0]
// fails: try_square(&[vec![1]], &[2.0], &[[1.0, 2.0]]) Size
// gives: triples_of_size(&[vec![[1, 2]], vec![], vec![[3, 4], [5, 6]]], &[10, 1]) == [vec![12], vec![], vec![34, 56]]
// fails: try_triples_of_size(&[vec![[1, 2]], vec![]], &[1, 2, 3]) Size
// gives: pairs(&[vec![(1, 0.5), (2, 1.5)], vec![], vec![(3, 1.0)]]) == [vec![0.5, 3.0], vec![], vec![3.0]]
// gives: pairs((&[vec![1, 2], vec![]], &[vec![0.5, 1.5], vec![]])) == [vec![0.5, 3.0], vec![]]
// gives: pairs(accel::RaggedView::from_csr(&[0, 1, 1], (&[2], &[1.5]))) == [vec![3.0], vec![]]
// fails: try_pairs((&[vec![1, 2], vec![]], &[vec![0.5], vec![1.0]])) Size
// gives: unchanged(&[vec![1, 2], vec![], vec![3]]) == [vec![1, 2], vec![], vec![3]] && unchanged(&[vec![], vec![]]) == [vec![], vec![]]
// gives: unchanged(&[vec![]; 0]).is_empty()
// gives: unchanged_deep(&[vec![vec![1, 2], vec![]], vec![], vec![vec![3]]]) == [vec![vec![1, 2], vec![]], vec![], vec![vec![3]]]
// gives: unchanged_deep(&[vec![vec![]]; 0]).is_empty() && given_back(vec![vec![1, 2], vec![], vec![3]]) == [vec![1, 2], vec![], vec![3]]
// gives: given_back(vec![vec![], vec![]]) == [vec![], vec![]]
// gives: given_back(accel::Ragged::from_rows(&[vec![1], vec![]])) == [vec![1], vec![]]
// gives: owned_summed(vec![vec![1, 2], vec![], vec![3]], 10) == [30, 0, 30]
// gives: owned_mapped(vec![vec![1, 2], vec![], vec![3]]) == [vec![2, 3], vec![], vec![4]]
// gives: owned_row_replaced(vec![vec![1, 2], vec![], vec![3]], 1, vec![7, 8, 9]) == [vec![1, 2], vec![7, 8, 9], vec![3]]
// fails: try_owned_row_replaced(vec![vec![1]], 1, vec![2]) IndexOutOfBounds
// gives: { let (a, b) = owned_deep(vec![vec![vec![1, 2], vec![]], vec![], vec![vec![3], vec![4]]]); a ==
//     [vec![vec![], vec![1, 2]], vec![], vec![vec![4], vec![3]]] && b == [vec![1, 2], vec![], vec![3, 4]] }
// gives: owned_pairs(vec![vec![(1, true), (2, false)], vec![], vec![(3, true)]]) == [vec![1], vec![], vec![3]]
// gives: owned_by_callee(vec![vec![1, 2], vec![], vec![3]]) == [vec![1, 2, 2, 3], vec![0, 1], vec![3, 1, 2]]
// gives: { let (a, b, c) = two_results(&[vec![1, 2], vec![], vec![3]]); a == [vec![2, 1], vec![], vec![3]] && b ==
//     [vec![false, true], vec![], vec![true]] && c == 3 }
// gives: ragged_of_regular(3).row(2).get(1) == Some(&[2, 1][..]) && ragged_of_regular(3).extents() == [2]
// gives: ragged_of_regular(3).lengths() == [0, 1, 2] && regular_of_ragged(&[2, 0]) == [vec![vec![0, 1], vec![2]], vec![vec![], vec![0]]]
// gives: regular_of_ragged(&[3]).offsets_of(0) == [0, 2] && regular_of_ragged(&[3]).offsets_of(1) == [0, 3, 4]
// gives: { let r = descriptors(&[vec![1, 2], vec![], vec![3, 4]]); r.offsets() == [0, 1, 1, 3] && r.values() == [2, 3, 4] && r.row(2) == [3, 4] &&
//     r.to_vec() == [vec![2], vec![], vec![3, 4]] }
// gives: round_trip(&round_trip(&[vec![1], vec![], vec![2, 3]])) == [vec![3], vec![], vec![4, 5]]
// plan: totals kernels 1, intermediates 0, descriptors 1
// plan: scaled kernels 1, intermediates 0, descriptors 1
// gives: rows_and_numbers((&[vec![1, 2], vec![]], &[10, 20])) == [13, 20]
// gives: numbers_and_rows((&[10, 20], &[vec![1, 2], vec![]])) == [13, 20]
// gives: two_kinds_of_rows((&[vec![1, 2], vec![]], &[vec![0.5], vec![1.5, 2.0]])).0 == [vec![0.5], vec![1.5, 2.0]]
// fails: try_rows_and_numbers((&[vec![1, 2], vec![]], &[10])) Size
// gives: rows_in_rows((&[vec![vec![1, 2], vec![]], vec![], vec![vec![3]]], &[vec![0.5, 1.0], vec![], vec![2.0]])) == [vec![1.5, 0.0], vec![], vec![6.0]]
// gives: rows_in_rows((&accel::Ragged::from_rows(&[vec![vec![1]], vec![]]), accel::RaggedView::from_csr(&[0u8, 1, 1], &[0.5]))) == [vec![0.5], vec![]]
// gives: rows_in_rows((&[vec![vec![]]; 0], &[vec![]; 0])).is_empty() && rows_in_rows((&vec![vec![]; 2] as &Vec<Vec<Vec<i32>>>, &vec![vec![]; 2])) == [vec![], vec![]]
// fails: try_rows_in_rows((&[vec![vec![1], vec![]], vec![]], &[vec![0.5], vec![1.5]])) Size
// fails: try_rows_in_rows((&[vec![vec![1]]], &[vec![0.5], vec![]])) Size
// gives: rows_behind_numbers((&[vec![0.5, 1.0], vec![]], &[vec![vec![1, 2], vec![4]], vec![]])) == [5.5, 0.0]
// fails: try_rows_behind_numbers((&[vec![0.5, 1.0], vec![]], &[vec![vec![1, 2]], vec![]])) Size
// gives: { let (xs, ys) = rows_made_in_rows(&[vec![2, 0], vec![], vec![1]]); ys == [vec![3, 1], vec![], vec![2]] &&
//     xs == [vec![vec![0, 1], vec![]], vec![], vec![vec![0]]] && xs.offsets() == ys.offsets() }
// gives: { let (a, b) = parted_rows((vec![vec![vec![1, 2], vec![]], vec![]], vec![vec![true, false], vec![]])); a == [vec![true, false], vec![]] &&
//     b == [vec![vec![2, 1], vec![]], vec![]] }
// fails: try_parted_rows((vec![vec![vec![1, 2], vec![]], vec![]], vec![vec![true], vec![false]])) Size
// gives: { let ((a, b), c) = arrays_in_rows(((&[vec![[1, 2], [3, 4]], vec![]], &[vec![[0.5], [1.5]], vec![]]), &[vec![true, false], vec![]])); c ==
//     [vec![[2, 1], [4, 3]], vec![]] && b == [vec![[0.5], [1.5]], vec![]] && a == [vec![false, true], vec![]] }
// fails: try_arrays_in_rows(((&[vec![[1, 2]], vec![]], &[vec![[0.5], [1.5]], vec![]]), &[vec![true], vec![]])) Size
// gives: rows_in_pairs((&[vec![vec![1, 2], vec![]], vec![vec![3], vec![4, 5]]], &[vec![1, 10], vec![100, 1000]])) == [3, 9300]
// fails: try_rows_in_pairs((&[vec![vec![1, 2], vec![]], vec![vec![3]]], &[vec![1, 10], vec![100]])) Size
// gives: rows_in_pairs_made(&[1, 2]).0 == [vec![vec![0], vec![]], vec![vec![0, 1], vec![]]] && rows_in_pairs_made(&[1, 2]).1 == [vec![1, 2], vec![2, 3]]
// gives: { let (a, b) = pairs_in_rows(&[vec![vec![1, 2], vec![]], vec![]]); a == [vec![vec![[1, 1], [2, 2]], vec![]], vec![]] &&
//     b == [vec![vec![1, 2], vec![]], vec![]] }
// gives: rows_at_depth(&[vec![vec![1, 0], vec![]], vec![]]).0 == [vec![vec![vec![0], vec![]], vec![]], vec![]]
// gives: rows_at_depth(&[vec![vec![1, 0], vec![]], vec![]]).1 == [vec![vec![1, 0], vec![]], vec![]]
// gives: rows_in_tuples(((&[vec![1, 2], vec![]], &[1, 2]), &[0.5, 1.5])) == [2.0, 3.0]
// fails: try_rows_in_tuples(((&[vec![1, 2], vec![]], &[1, 2]), &[0.5])) Size
// gives: halved((&[vec![vec![1, 2], vec![3]], vec![], vec![vec![4]], vec![vec![]]], &[vec![1, 2], vec![], vec![3], vec![4]])) == 10 + 10

pub fn totals(rows: &[[f64]; n]) -> [f64; n] { rows.map(|row| row.sum()) }
pub fn scaled(rows: &[[f64]; n], x: &[f64; n]) -> [[f64]; n] { zip(rows, x).map(|(row, y)| row.map(|a| a * y)) }
pub fn size_in_body(rows: &[[i32]; n]) -> [usize; n + 1] { concat(rows.map(|row| row.len()), [n]) }
pub fn three_rows(rows: &[[i32]; 3]) -> [i32; 3] { [rows[0].sum(), rows[1].sum(), rows[2].sum()] }
pub fn sized_by_parameter(n: usize, rows: &[[i32]; n]) -> usize { rows.lengths().sum() * n }
pub fn square(next: &[[usize]; n], ranks: &[f64; n], m: &[[f64; n]; n]) -> [f64; n] { zip(next, m).map(|(is, row)| is.map(|i| ranks[i] * row[i]).sum()) }
pub fn triples_of_size(cells: &[[[i32; k]]; n], by: &[i32; k]) -> [[i32]; n] { cells.map(|row| row.map(|t| zip(t, by).map(|(a, b)| a * b).sum())) }
pub fn pairs(rows: &[[(u32, f64)]]) -> [[f64]] { rows.map(|row| row.map(|(i, x)| i as f64 * x)) }
pub fn unchanged(rows: &[[i32]]) -> [[i32]] { rows }
pub fn unchanged_deep(xs: &[[[i32]]]) -> [[[i32]]] { xs }
pub fn given_back(rows: [[i32]]) -> [[i32]] { rows }
pub fn owned_summed(rows: [[i32]; n], x: i32) -> [i32; n] { rows.map(|row| row.sum() * x) }
pub fn owned_mapped(rows: [[i32]]) -> [[i32]] { rows.map(|row| row.map(|x| x + 1)) }
pub fn owned_row_replaced(mut rows: [[i32]; n], i: usize, row: [i32]) -> [[i32]; n] { rows = rows.update(i, row); rows }
pub fn owned_deep(xs: [[[i32]]]) -> ([[[i32]]], [[i32]]) { (xs.map(|rows| rows.rev()), xs.map(|rows| rows.flatten())) }
pub fn owned_pairs(rows: [[(i32, bool)]]) -> [[i32]] { rows.map(|row| row.filter(|(_, keep)| keep).map(|(x, _)| x)) }
fn grown(rows: [[i32]; n]) -> [[i32]; n] { rows.map(|row| concat(row, [row.len() as i32])) }
pub fn owned_by_callee(rows: [[i32]]) -> [[i32]] { grown(grown(rows)) }
pub fn two_results(rows: &[[i32]]) -> ([[i32]], [[bool]], usize) { (rows.map(|row| row.rev()), rows.map(|row| row.map(|x| x > 1)), rows.len()) }
pub fn ragged_of_regular(n: usize) -> [[[usize; 2]]] { (0..n).map(|i| (0..i).map(|j| [i, j])) }
pub fn regular_of_ragged(xs: &[usize; n]) -> [[[usize]; 2]; n] { xs.map(|x| [0..x, x..x + 1]) }
pub fn descriptors(rows: &[[u8]]) -> [[u8]] { rows.map(|row| row.filter(|x| x > 1)) }
pub fn round_trip(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.map(|x| x + 1)) }

/// Arrays of tuples that hold rows: one argument for each component.
pub fn rows_and_numbers(pairs: &[([i32], i32)]) -> [i32] { pairs.map(|(row, x)| x + row.sum()) }
pub fn numbers_and_rows(pairs: &[(i32, [i32])]) -> [i32] { pairs.map(|(x, row)| x + row.sum()) }
pub fn two_kinds_of_rows(pairs: &[([i32], [f32])]) -> [([f32], [i32])] { pairs.map(|(a, b)| (b, a)) }

/// Rows of tuples that hold rows: the levels around the tuples are those of every component.
pub fn rows_in_rows(cells: &[[([i32], f64)]]) -> [[f64]] { cells.map(|row| row.map(|(xs, y)| xs.sum() as f64 * y)) }
pub fn rows_behind_numbers(cells: &[[(f64, [i32])]; n]) -> [f64; n] { cells.map(|row| row.map(|(y, xs)| xs.sum() as f64 * y).sum()) }
pub fn rows_made_in_rows(rows: &[[usize]]) -> [[([usize], usize)]] { rows.map(|row| row.map(|x| (0..x, x + 1))) }
pub fn parted_rows(cells: [[([i32], bool)]]) -> [[(bool, [i32])]] { cells.map(|row| row.map(|(xs, y)| (y, xs.rev()))) }
pub fn arrays_in_rows(cells: &[[(([i32; 2], [f64; k]), bool)]]) -> [[((bool, [f64; k]), [i32; 2])]] {
    cells.map(|row| row.map(|((a, b), c)| ((!c, b), a.rev())))
}
pub fn rows_in_pairs(cells: &[[([i32], i32); 2]; n]) -> [i32; n] { cells.map(|row| row.map(|(xs, y)| xs.sum() * y).sum()) }
pub fn rows_in_pairs_made(xs: &[usize; n]) -> [[([usize], usize); 2]; n] { xs.map(|x| [(0..x, x), (0..0, x + 1)]) }
pub fn pairs_in_rows(xs: &[[[i32]]]) -> [[[([i32; 2], i32)]]] { xs.map(|rows| rows.map(|row| row.map(|x| ([x, x], x)))) }
pub fn rows_at_depth(xs: &[[[usize]]]) -> [[[([usize], usize)]]] { xs.map(|rows| rows.map(|row| row.map(|x| (0..x, x)))) }
pub fn rows_in_tuples(cells: &[(([i32], i32), f64)]) -> [f64] { cells.map(|((xs, y), z)| (xs.sum() + y) as f64 * z) }
pub fn halved(cells: &[[([i32], i32)]]) -> i32 {
    if cells.len() < 2 { cells.map(|row| row.map(|(xs, y)| xs.sum() + y).sum()).sum() }
    else { let half = cells.len() / 2; halved(cells[..half]) + halved(cells[half..]) }
}
