// Empty rows first, in the middle, last, several in a row and everywhere; no rows; no lanes; one row that
// is much longer than all others.
// gives: never_cut(3) == 0
// gives: mapped(&[vec![], vec![1, 2], vec![3]]) == [vec![], vec![10, 20], vec![30]]
// gives: mapped(&[vec![1, 2], vec![], vec![3]]) == [vec![10, 20], vec![], vec![30]]
// gives: mapped(&[vec![1], vec![2, 3], vec![]]) == [vec![10], vec![20, 30], vec![]]
// gives: mapped(&[vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]]) == [vec![], vec![], vec![10], vec![], vec![], vec![20], vec![]]
// gives: mapped(&[vec![], vec![], vec![]]) == [vec![], vec![], vec![]] && mapped(&[vec![]]) == [vec![]]
// gives: mapped(&[vec![]; 0]).is_empty()
// gives: { let (a, b) = summed(&[vec![], vec![1, 2], vec![3]]); a == [0, 3, 3] && b == 6 }
// gives: { let (a, b) = summed(&[vec![1, 2], vec![], vec![3]]); a == [3, 0, 3] && b == 6 }
// gives: { let (a, b) = summed(&[vec![1], vec![2, 3], vec![]]); a == [1, 5, 0] && b == 6 }
// gives: { let (a, b) = summed(&[vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]]); a == [0, 0, 1, 0, 0, 2, 0] && b == 3 }
// gives: { let (a, b) = summed(&[vec![], vec![], vec![]]); a == [0, 0, 0] && b == 0 }
// gives: { let (a, b) = summed(&[vec![]]); a == [0] && b == 0 }
// gives: { let (a, b) = summed(&[vec![]; 0]); a.is_empty() && b == 0 }
// gives: scanned(&[vec![], vec![1, 2], vec![3]]) == [vec![], vec![1, 3], vec![3]]
// gives: scanned(&[vec![1, 2], vec![], vec![3]]) == [vec![1, 3], vec![], vec![3]]
// gives: scanned(&[vec![1], vec![2, 3], vec![]]) == [vec![1], vec![2, 5], vec![]]
// gives: scanned(&[vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]]) == [vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]]
// gives: scanned(&[vec![], vec![], vec![]]) == [vec![], vec![], vec![]] && scanned(&[vec![]]) == [vec![]]
// gives: scanned(&[vec![]; 0]).is_empty() && kept(&[vec![], vec![1, 2], vec![3]]) == [vec![], vec![2], vec![3]]
// gives: kept(&[vec![1, 2], vec![], vec![3]]) == [vec![2], vec![], vec![3]]
// gives: kept(&[vec![1], vec![2, 3], vec![]]) == [vec![], vec![2, 3], vec![]]
// gives: kept(&[vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]]) == [vec![], vec![], vec![], vec![], vec![], vec![2], vec![]]
// gives: kept(&[vec![], vec![], vec![]]) == [vec![], vec![], vec![]] && kept(&[vec![]]) == [vec![]] && kept(&[vec![]; 0]).is_empty()
// gives: not_empty(&[vec![], vec![1, 2], vec![3]]) == [vec![1, 2], vec![3]]
// gives: not_empty(&[vec![1, 2], vec![], vec![3]]) == [vec![1, 2], vec![3]]
// gives: not_empty(&[vec![1], vec![2, 3], vec![]]) == [vec![1], vec![2, 3]]
// gives: not_empty(&[vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]]) == [vec![1], vec![2]]
// gives: not_empty(&[vec![], vec![], vec![]]).is_empty() && not_empty(&[vec![]]).is_empty() && not_empty(&[vec![]; 0]).is_empty()
// gives: sorted(&[vec![], vec![1, 2], vec![3]]) == [vec![], vec![2, 1], vec![3]]
// gives: sorted(&[vec![1, 2], vec![], vec![3]]) == [vec![2, 1], vec![], vec![3]]
// gives: sorted(&[vec![1], vec![2, 3], vec![]]) == [vec![1], vec![3, 2], vec![]]
// gives: sorted(&[vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]]) == [vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]]
// gives: sorted(&[vec![], vec![], vec![]]) == [vec![], vec![], vec![]] && sorted(&[vec![]]) == [vec![]]
// gives: sorted(&[vec![]; 0]).is_empty()
// gives: { let (a, b) = flat(&[vec![], vec![1, 2], vec![3]]); a == [1, 2, 3] && b == [0, 2, 1] }
// gives: { let (a, b) = flat(&[vec![1, 2], vec![], vec![3]]); a == [1, 2, 3] && b == [2, 0, 1] }
// gives: { let (a, b) = flat(&[vec![1], vec![2, 3], vec![]]); a == [1, 2, 3] && b == [1, 2, 0] }
// gives: { let (a, b) = flat(&[vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]]); a == [1, 2] && b == [0, 0, 1, 0, 0, 1, 0] }
// gives: { let (a, b) = flat(&[vec![], vec![], vec![]]); a.is_empty() && b == [0, 0, 0] }
// gives: { let (a, b) = flat(&[vec![]]); a.is_empty() && b == [0] }
// gives: { let (a, b) = flat(&[vec![]; 0]); a.is_empty() && b.is_empty() }
// gives: flat_mapped(&[vec![], vec![1, 2], vec![3]]) == [2, 1, 3] && flat_mapped(&[vec![1, 2], vec![], vec![3]]) == [2, 1, 3]
// gives: flat_mapped(&[vec![1], vec![2, 3], vec![]]) == [1, 3, 2]
// gives: flat_mapped(&[vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]]) == [1, 2]
// gives: flat_mapped(&[vec![], vec![], vec![]]).is_empty() && flat_mapped(&[vec![]]).is_empty() && flat_mapped(&[vec![]; 0]).is_empty()
// gives: doubled(&[vec![], vec![1, 2], vec![3]]) == [vec![], vec![1, 2, 1, 2], vec![3, 3]]
// gives: doubled(&[vec![1, 2], vec![], vec![3]]) == [vec![1, 2, 1, 2], vec![], vec![3, 3]]
// gives: doubled(&[vec![1], vec![2, 3], vec![]]) == [vec![1, 1], vec![2, 3, 2, 3], vec![]]
// gives: doubled(&[vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]]) == [vec![], vec![], vec![1, 1], vec![], vec![], vec![2, 2], vec![]]
// gives: doubled(&[vec![], vec![], vec![]]) == [vec![], vec![], vec![]] && doubled(&[vec![]]) == [vec![]]
// gives: doubled(&[vec![]; 0]).is_empty()
// gives: joined(&[vec![], vec![1, 2], vec![3]]) == [vec![], vec![1, 2], vec![3], vec![3], vec![1, 2], vec![]]
// gives: joined(&[vec![1, 2], vec![], vec![3]]) == [vec![1, 2], vec![], vec![3], vec![3], vec![], vec![1, 2]]
// gives: joined(&[vec![1], vec![2, 3], vec![]]) == [vec![1], vec![2, 3], vec![], vec![], vec![2, 3], vec![1]]
// gives: joined(&[vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]]) ==
//     [vec![], vec![], vec![1], vec![], vec![], vec![2], vec![], vec![], vec![2], vec![], vec![], vec![1], vec![], vec![]]
// gives: joined(&[vec![], vec![], vec![]]) == [vec![], vec![], vec![], vec![], vec![], vec![]] && joined(&[vec![]]) == [vec![], vec![]]
// gives: joined(&[vec![]; 0]).is_empty() && smoothed(&[vec![], vec![1, 2], vec![3]]) == [vec![], vec![3, 3], vec![6]]
// gives: smoothed(&[vec![1, 2], vec![], vec![3]]) == [vec![3, 3], vec![], vec![6]]
// gives: smoothed(&[vec![1], vec![2, 3], vec![]]) == [vec![2], vec![5, 5], vec![]]
// gives: smoothed(&[vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]]) == [vec![], vec![], vec![2], vec![], vec![], vec![4], vec![]]
// gives: smoothed(&[vec![], vec![], vec![]]) == [vec![], vec![], vec![]] && smoothed(&[vec![]]) == [vec![]]
// gives: smoothed(&[vec![]; 0]).is_empty() && rows(counted(&[vec![], vec![1, 2], vec![3]])) == [[0, 0, 0], [0, 1, 1], [1, 0, 0]]
// gives: rows(counted(&[vec![1, 2], vec![], vec![3]])) == [[0, 1, 1], [0, 0, 0], [1, 0, 0]]
// gives: rows(counted(&[vec![1], vec![2, 3], vec![]])) == [[0, 1, 0], [1, 0, 1], [0, 0, 0]]
// gives: rows(counted(&[vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]])) ==
//     [[0, 0, 0], [0, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 0], [0, 0, 1], [0, 0, 0]]
// gives: rows(counted(&[vec![], vec![], vec![]])) == [[0, 0, 0], [0, 0, 0], [0, 0, 0]] && rows(counted(&[vec![]])) == [[0, 0, 0]]
// gives: split_again(&[vec![], vec![1, 2], vec![3]]) == [0, 3, 3] && split_again(&[vec![1, 2], vec![], vec![3]]) == [3, 0, 3]
// gives: split_again(&[vec![1], vec![2, 3], vec![]]) == [1, 5, 0]
// gives: split_again(&[vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]]) == [0, 0, 1, 0, 0, 2, 0]
// gives: split_again(&[vec![], vec![], vec![]]) == [0, 0, 0] && split_again(&[vec![]]) == [0] && split_again(&[vec![]; 0]).is_empty()
// gives: squared(&[vec![], vec![1, 2], vec![3]]) == [vec![], vec![vec![1, 2], vec![2, 4]], vec![vec![9]]]
// gives: squared(&[vec![1, 2], vec![], vec![3]]) == [vec![vec![1, 2], vec![2, 4]], vec![], vec![vec![9]]]
// gives: squared(&[vec![1], vec![2, 3], vec![]]) == [vec![vec![1]], vec![vec![4, 6], vec![6, 9]], vec![]]
// gives: squared(&[vec![], vec![], vec![1], vec![], vec![], vec![2], vec![]]) ==
//     [vec![], vec![], vec![vec![1]], vec![], vec![], vec![vec![4]], vec![]]
// gives: squared(&[vec![], vec![], vec![]]) == [vec![vec![]; 0], vec![vec![]; 0], vec![vec![]; 0]]
// gives: squared(&[vec![]]) == [vec![vec![]; 0]] && squared(&[vec![]; 0]).is_empty()
// gives: deep(&[vec![vec![], vec![1, 2]], vec![], vec![vec![3]]]) == [vec![vec![], vec![10, 20]], vec![], vec![vec![30]]]
// gives: deep(&[vec![], vec![vec![]], vec![vec![1], vec![]], vec![]]) == [vec![], vec![vec![]], vec![vec![10], vec![]], vec![]]
// gives: deep(&[vec![vec![]; 0], vec![vec![]; 0]]) == [vec![vec![]; 0], vec![vec![]; 0]]
// gives: deep(&[vec![vec![]], vec![vec![], vec![]]]) == [vec![vec![]], vec![vec![], vec![]]] && deep(&[vec![vec![]]; 0]).is_empty()
// gives: { let (a, b) = deep_flat(&[vec![vec![], vec![1, 2]], vec![], vec![vec![3]]]); a == [vec![], vec![1, 2], vec![3]] && b ==
//     [vec![1, 2], vec![], vec![3]] }
// gives: { let (a, b) = deep_flat(&[vec![], vec![vec![]], vec![vec![1], vec![]], vec![]]); a == [vec![], vec![1], vec![]] && b ==
//     [vec![], vec![], vec![1], vec![]] }
// gives: { let (a, b) = deep_flat(&[vec![vec![]; 0], vec![vec![]; 0]]); a.is_empty() && b == [vec![], vec![]] }
// gives: { let (a, b) = deep_flat(&[vec![vec![]], vec![vec![], vec![]]]); a == [vec![], vec![], vec![]] && b == [vec![], vec![]] }
// gives: { let (a, b) = deep_flat(&[vec![vec![]]; 0]); a.is_empty() && b.is_empty() }
// gives: { let (a, b) = deep_lengths(&[vec![vec![], vec![1, 2]], vec![], vec![vec![3]]]); a == [vec![0, 2], vec![], vec![1]] && b == [2, 0, 1] }
// gives: { let (a, b) = deep_lengths(&[vec![], vec![vec![]], vec![vec![1], vec![]], vec![]]); a == [vec![], vec![0], vec![1, 0], vec![]] && b ==
//     [0, 1, 2, 0] }
// gives: { let (a, b) = deep_lengths(&[vec![vec![]; 0], vec![vec![]; 0]]); a == [vec![], vec![]] && b == [0, 0] }
// gives: { let (a, b) = deep_lengths(&[vec![vec![]], vec![vec![], vec![]]]); a == [vec![0], vec![0, 0]] && b == [1, 2] }
// gives: { let (a, b) = deep_lengths(&[vec![vec![]]; 0]); a.is_empty() && b.is_empty() }
// gives: triples(&[vec![], vec![[1, 2, 3]], vec![]]) == [vec![], vec![6], vec![]]
// gives: triples(&[vec![[1, 2, 3]], vec![], vec![[4, 5, 6], [7, 8, 9]]]) == [vec![6], vec![], vec![15, 24]]
// gives: triples(&[vec![[0; 3]; 0], vec![]]) == [vec![], vec![]]
// gives: { let (a, b) = of_matrix(&[[1, 2], [3, 4]]); a == [vec![2], vec![3, 4]] && b == [3, 7] }
// gives: { let (a, b) = of_matrix(&[[0; 0]; 2]); a == [vec![], vec![]] && b == [0, 0] }
// gives: { let (a, b) = of_matrix(&[[0; 3]; 0]); a.is_empty() && b.is_empty() }
// gives: ranges(&[0, 0, 2]) == [vec![], vec![], vec![0, 1]] && ranges(&[0, 1, 0]) == [vec![], vec![0], vec![]]
// gives: ranges(&[3, 0]) == [vec![0, 1, 2], vec![]] && ranges(&[0]) == [vec![]] && ranges(&[]).is_empty()
// gives: ranges(&[0, 0]) == [vec![], vec![]] && without_lanes(&[vec![], vec![]], 0, &[]) == [vec![], vec![]]
// gives: without_lanes(&[vec![]; 0], 0, &[]).is_empty()
// fails: try_without_lanes(&[vec![], vec![1]], 0, &[1, 2, 3, 4, 5, 6]) DivisionByZero
// fails: try_without_lanes(&[vec![1]], 1, &[]) IndexOutOfBounds
// gives: without_lanes_deep(&[vec![vec![]; 0], vec![vec![], vec![]]], 0) == [vec![], vec![0, 0]]
// fails: try_without_lanes_deep(&[vec![vec![], vec![1]]], 0) DivisionByZero
// gives: { let (a, b, c) = giant_row(100000, 0); a == [4999950000, 0, 1, 3, 6] && b == 33339 && c == [100000, 1, 2, 3, 4] }
// gives: { let (a, b, c) = giant_row(100000, 2); a == [0, 0, 4999950000, 3, 6] && b == 33338 && c == [0, 1, 100000, 3, 4] }
// gives: { let (a, b, c) = giant_row(100000, 4); a == [0, 0, 1, 3, 4999950000] && b == 33337 && c == [0, 1, 2, 3, 100000] }
// gives: { let (a, b) = giant_argument(&[vec![], vec![1; 200_000], vec![2]]); a == [0, 200_000, 2] && b == [vec![], vec![], vec![2]] }
// gives: { let (a, b) = giant_argument(&[vec![2, 1], vec![3; 50_000]]); a == [3, 150_000] && b.lengths() == [1, 50_000] }
// gives: { let (a, b, c) = many_small_rows(100000); a == 99999 && b == 33333 && c.is_empty() }
// gives: { let (a, b, c) = many_small_rows(3); a == 3 && b == 1 && c == [0, 1] }
// gives: none_turned().len() == 4

pub fn mapped(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.map(|x| 10 * x)) }
pub fn summed(rows: &[[i32]]) -> ([i32], i32) { let s = rows.map(|row| row.sum()); (s, s.sum()) }
pub fn scanned(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.scan(0, |a, b| a + b)) }
pub fn kept(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.filter(|x| x > 1)) }
pub fn not_empty(rows: &[[i32]]) -> [[i32]] { rows.filter(|row| !row.is_empty()) }
pub fn sorted(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.sort_by_key(|x| -x)) }
pub fn flat(rows: &[[i32]]) -> ([i32], [usize]) { (rows.flatten(), rows.lengths()) }
pub fn flat_mapped(rows: &[[i32]]) -> [i32] { rows.flat_map(|row| row.rev()) }
pub fn doubled(rows: &[[i32]]) -> [[i32]] { rows.map(|row| concat(row, row)) }
pub fn joined(rows: &[[i32]]) -> [[i32]] { concat(rows, rows.rev()) }
pub fn smoothed(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.stencil(Wrap, |at| at(-1) + at(0))) }
pub fn counted(rows: &[[usize]]) -> [[u32; 3]] { rows.map(|row| [0; 3].scatter_with(|a, b| a + b, row.map(|x| x % 3), row.map(|_| 1))) }
pub fn split_again(rows: &[[i32]]) -> [i32] { rows.flatten().split_by(rows.lengths()).map(|row| row.sum()) }
pub fn squared(rows: &[[i32]]) -> [[[i32]]] { rows.map(|row| row.map(|x| row.map(|y| x * y))) }
pub fn deep(xs: &[[[i32]]]) -> [[[i32]]] { xs.map(|rows| rows.map(|row| row.map(|x| 10 * x))) }
pub fn deep_flat(xs: &[[[i32]]]) -> ([[i32]], [[i32]]) { (xs.flatten(), xs.map(|rows| rows.flatten())) }
pub fn deep_lengths(xs: &[[[i32]]]) -> ([[usize]], [usize]) { (xs.map(|rows| rows.lengths()), xs.lengths()) }
pub fn triples(cells: &[[[i32; 3]]]) -> [[i32]] { cells.map(|row| row.map(|t| t.sum())) }
/// Rows without elements, and no rows.
pub fn of_matrix(m: &[[i32; k]; n]) -> ([[i32]; n], [i32; n]) { (m.map(|row| row.filter(|x| x > 1)), m.map(|row| row.sum())) }
pub fn ranges(xs: &[usize]) -> [[usize]] { xs.map(|x| 0..x) }
/// If there are no lanes, nothing is evaluated, not even values that do not depend on them.
pub fn without_lanes(rows: &[[i32]], y: i32, table: &[i32]) -> [[i32]] { rows.map(|row| row.map(|x| x + 10 / y + table[5])) }
pub fn without_lanes_deep(xs: &[[[i32]]], y: i32) -> [[i32]] { xs.map(|rows| rows.map(|row| row.map(|x| x * (7 % y)).sum() / rows.len() as i32)) }
/// One row that is much longer than all others.
pub fn giant_row(n: usize, at: usize) -> ([usize], usize, [usize]) {
    let rows = generate(5, |i| if i == at { 0..n } else { 0..i });
    (rows.map(|row| row.sum()), rows.map(|row| row.filter(|x| x % 3 == 0)).flatten().len(), rows.map(|row| row.len()))
}
pub fn giant_argument(rows: &[[u64]]) -> ([u64], [[u64]]) { (rows.map(|row| row.scan(0, |a, b| a + b).reduce(0, u64::max)), rows.map(|row| row.filter(|x| x > 1))) }
pub fn many_small_rows(n: usize) -> (usize, usize, [usize]) { let rows = (0..n).map(|i| 0..i % 3); (rows.flatten().len(), rows.map(|row| row.sum()).sum(), rows[n - 1]) }
// A check of lanes that never run is not made in front of them.
pub fn never_cut(n: usize) -> usize {
    let none = [[1; 3]; 0].map(|x| { let m: [[i32; 4]; n] = [1; n * 4].chunks(4); x.sum() + m.len() as i32 });
    none.len()
}
pub fn none_turned() -> [[[u8]; 0]; 4] { [true; 4].map(|_| [[1; 0]; 0]).rev() }
