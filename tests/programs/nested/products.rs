// Tuples and structs as elements of ragged arrays, and with rows as components, each of which is as
// regular as it is by itself.
// gives: products(&[vec![(0, 2.0), (2, 1.0)], vec![], vec![(1, 0.5)]], &[1.0, 10.0, 100.0]) == [102.0, 0.0, 5.0]
// fails: try_products(&[vec![(0, 2.0)], vec![(1, 1.0)]], &[1.0]) IndexOutOfBounds
// gives: lightest(&[vec![Edge { to: 1, weight: 2.5 }, Edge { to: 2, weight: 0.5 }], vec![Edge { to: 0, weight: 1.0 }]]).to_vec() ==
//     [Edge { to: 2, weight: 0.5 }, Edge { to: 0, weight: 1.0 }]
// fails: try_lightest(&[vec![]]) Empty
// gives: heavier(&[vec![Edge { to: 0, weight: 2.5 }, Edge { to: 2, weight: 0.5 }], vec![], vec![Edge { to: 1, weight: 1.0 }]], 0.25) ==
//     [vec![Edge { to: 2, weight: 0.75 }], vec![], vec![Edge { to: 1, weight: 1.25 }]]
// gives: degrees(&[vec![Edge { to: 1, weight: 2.5 }, Edge { to: 0, weight: 0.5 }], vec![Edge { to: 1, weight: 1.0 }]]) == [1, 2]
// fails: try_degrees(&[vec![Edge { to: 1, weight: 0.0 }]]) IndexOutOfBounds
// gives: cells(&[vec![Cell { place: (2, 3), alive: true }], vec![], vec![Cell { place: (4, 5), alive: false }]]) ==
//     [vec![(6, false)], vec![], vec![(20, true)]]
// gives: cells_made(&[2, 0, 1]) ==
//     [vec![Cell { place: (0, 2), alive: true }, Cell { place: (1, 2), alive: false }], vec![], vec![Cell { place: (0, 1), alive: true }]]
// gives: nested_tuples(&[vec![((1, 0.5), (2, true))], vec![], vec![((3, 1.5), (-4, false))]]) ==
//     [vec![((true, 1), 2.5)], vec![], vec![((false, 3), -2.5)]]
// gives: { let (a, b) = scalar_and_row(&[vec![1, 2], vec![], vec![3]]); a == [3, 0, 3] && b == [vec![2, 1], vec![], vec![3]] }
// gives: { let (a, b) = regular_and_ragged(&[2, 0, 1]); rows(a) == [[2, 2, 2], [0, 0, 0], [1, 1, 1]] && b == [vec![0, 1], vec![], vec![0]] }
// gives: regular_used_alone(&[2, 0, 1]) == [5, 3, 4] && avoided_and_ragged(&[1, 2], &[vec![3], vec![], vec![4, 5]]) == [9, 0, 27]
// gives: { let (a, b) = two_ragged(3); a == [vec![], vec![0], vec![0, 1]] && b == [vec![0, 1, 2], vec![1, 2], vec![2]] }
// gives: two_ragged_used(&[vec![1, 2, 7, 9], vec![], vec![3]]) == [36, 0, 3]
// gives: zipped_apart(&[vec![1, 2], vec![], vec![3]], &[vec![0.5], vec![1.0, 2.0], vec![]]).to_vec() == [(2, 0.5), (0, 3.0), (1, 0.0)]
// gives: { let (a, b) = sorted_with_rows(&[vec![1, 2], vec![], vec![3]], &[5, 1, 5]); a == [1, 5, 5] && b == [vec![], vec![1, 2], vec![3]] }
// gives: { let (a, b) = filtered_with_rows(&[vec![1, 2], vec![], vec![3]], &[5, 1, 0]); a == [5, 1] && b == [vec![1, 2], vec![]] }
// gives: { let (a, b) = best_with_row(&[vec![1, 2], vec![], vec![3]], &[5, 1, 7]); a == 7 && b == [3] }
// fails: try_best_with_row(&[vec![]; 0], &[]) Empty
// gives: { let (a, b) = reduced_with_rows(&[[1, 5], [3, 4]]); a == 13 && b == [3, 5] }
// gives: { let (a, b) = shares(&[(1.5, 0), (2.0, 2), (0.25, 0)], 3); a == [vec![1.5, 0.25], vec![], vec![2.0]] && b == [1.75, 0.0, 2.0] }
// gives: pairs_through_loop(&[vec![1, 2, 3], vec![], vec![4]]).to_vec() == [(3, 10), (0, 1), (1, 4)]
// gives: rows_of_pairs_of_rows(&[vec![1, 2], vec![], vec![3]]) == [vec![2, 3], vec![], vec![6]]
// plan: products kernels 1, intermediates 0, descriptors 1
// plan: lightest kernels 1, intermediates 0, descriptors 1
// plan: cells kernels 1, intermediates 0, descriptors 1
// plan: cells_made kernels 2, intermediates 0, descriptors 1
// plan: nested_tuples kernels 1, intermediates 0, descriptors 1
// plan: scalar_and_row kernels 1, intermediates 0, descriptors 1
// plan: regular_and_ragged kernels 2, intermediates 0, descriptors 1
// plan: regular_used_alone kernels 1, intermediates 0, descriptors 0
// plan: avoided_and_ragged kernels 2, intermediates 0, descriptors 1
// plan: reduced_with_rows descriptors 0
// plan: pairs_through_loop kernels 1, intermediates 0, descriptors 1

struct Edge { to: usize, weight: f64 }
struct Cell { place: (i32, i32), alive: bool }
pub fn products(rows: &[[(u32, f64)]; n], x: &[f64]) -> [f64; n] { rows.map(|row| row.map(|(j, a)| a * x[j]).sum()) }
pub fn lightest(graph: &[[Edge]]) -> [Edge] { graph.map(|edges| edges.min_by_key(|e| e.weight)) }
pub fn heavier(graph: &[[Edge]], by: f64) -> [[Edge]] { graph.map(|edges| edges.filter(|e| e.to > 0).map(|e| Edge { weight: e.weight + by, ..e })) }
pub fn degrees(graph: &[[Edge]; n]) -> [u32; n] { let ends = graph.flatten().map(|e| e.to); [0; n].scatter_with(|a, b| a + b, ends, ends.map(|_| 1)) }
pub fn cells(rows: &[[Cell]]) -> [[(i32, bool)]] { rows.map(|row| row.map(|cell| { let (x, y) = cell.place; (x * y, !cell.alive) })) }
pub fn cells_made(xs: &[i32]) -> [[Cell]] { xs.map(|x| (0..x).map(|i| Cell { place: (i, x), alive: i % 2 == 0 })) }
pub fn nested_tuples(rows: &[[((u8, f64), (i32, bool))]]) -> [[((bool, u8), f64)]] { rows.map(|row| row.map(|((a, b), (c, d))| ((d, a), b + c as f64))) }
/// One component is a scalar, the other a row.
pub fn scalar_and_row(rows: &[[i32]]) -> ([i32], [[i32]]) { rows.map(|row| (row.sum(), row.rev())).unzip() }
/// One row has the same length in all lanes, the other has not.
pub fn regular_and_ragged(xs: &[usize; n]) -> ([[usize; 3]; n], [[usize]; n]) { xs.map(|x| ([x; 3], 0..x)).unzip() }
pub fn regular_used_alone(xs: &[usize; n]) -> [usize; n] { let both = xs.map(|x| ([x, 1, 2], 0..x)); both.map(|(row, _)| row.sum()) }
/// Nothing of the first component depends on the lane.
pub fn avoided_and_ragged(xs: &[i32], rows: &[[i32]]) -> [i32] { rows.map(|row| (xs, row)).map(|(a, b)| a.sum() * b.sum()) }
pub fn two_ragged(n: usize) -> ([[usize]], [[usize]]) { (0..n).map(|i| (0..i, i..n)).unzip() }
pub fn two_ragged_used(rows: &[[i32]]) -> [i32] { rows.map(|row| (row.filter(|x| x > 1), row.filter(|x| x < 5))).map(|(a, b)| a.sum() * b.len() as i32) }
pub fn zipped_apart(a: &[[i32]; n], b: &[[f64]; n]) -> [(usize, f64); n] { zip(a, b).map(|(r, s)| (r.len(), s.sum())) }
pub fn sorted_with_rows(rows: &[[i32]; n], keys: &[i32; n]) -> ([i32; n], [[i32]; n]) { zip(keys, rows).sort_by_key(|(key, _)| key).unzip() }
pub fn filtered_with_rows(rows: &[[i32]; n], keys: &[i32; n]) -> ([i32], [[i32]]) { zip(keys, rows).filter(|(key, row)| key > row.len() as i32).unzip() }
pub fn best_with_row(rows: &[[i32]; n], keys: &[i32; n]) -> (i32, [i32]) { zip(keys, rows).max_by_key(|(key, _)| key) }
pub fn reduced_with_rows(m: &[[i32; k]; n]) -> (i32, [i32; k]) { m.map(|row| (row.sum(), row)).reduce((0, [0; k]), |(a, r), (b, s)| (a + b, zip(r, s).map(|(x, y)| x.max(y)))) }
/// In one order, each person's share of each bill.
pub fn shares(bills: &[(f64, usize)], n: usize) -> ([[f64]; n], [f64; n]) {
    let mine = (0..n).map(|i| bills.filter(|(_, who)| who == i).map(|(amount, _)| amount));
    (mine, mine.map(|amounts| amounts.sum()))
}
pub fn pairs_through_loop(rows: &[[i32]]) -> [(i32, i32)] { rows.map(|row| { let mut p = (0, 1); for x in row { p = (p.1, p.0 + x * p.1); } p }) }
pub fn rows_of_pairs_of_rows(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.map(|x| (x, row[..1]))).map(|pairs| pairs.map(|(x, first)| x + first.sum())) }
