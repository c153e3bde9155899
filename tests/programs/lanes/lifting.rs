// Functions of the block that parallel closures call, with rows, ragged arrays and closures as arguments.
// gives: of_matrix(&[[1, 2], [3, 4]]) == [3, 7] && rows(rows_of_matrix(&[[3.0, 4.0], [0.0, 2.0]])) == [[0.6, 0.8], [0.0, 1.0]]
// gives: of_rows(&[vec![1, 2], vec![], vec![3]]) == [3, 0, 3]
// gives: rows_of_rows(&[vec![3.0, 4.0], vec![], vec![2.0]]) == [vec![0.6, 0.8], vec![], vec![1.0]]
// gives: filtered(&[vec![1, -2], vec![], vec![3]]) == [vec![1], vec![], vec![3]]
// gives: of_ragged_arguments(&[vec![vec![1, 2], vec![3]], vec![], vec![vec![]]]) == [vec![3, 3], vec![], vec![0]]
// gives: with_closures(&[vec![1, 2], vec![], vec![3]], 2) == [vec![10, 14], vec![], vec![15]]
// gives: each_of_each(&[vec![vec![1, 2], vec![3]], vec![], vec![vec![]]]) == [vec![vec![3, 4], vec![5]], vec![], vec![vec![]]]
// gives: closure_of_lane(&[vec![1, 2], vec![], vec![3]], &[1, 5, 10]) == [5, 0, 90]
// gives: pairs_of_rows(&[vec![1, 2, 4], vec![], vec![3]]) == [5, 0, -1]
// gives: { let (a, b) = both_parts(&[vec![1, 2, 4], vec![], vec![3]]); a == [vec![2, 4], vec![], vec![]] && b == [vec![1], vec![], vec![3]] }
// gives: owned_by_callee(&[vec![1, 2, 4], vec![], vec![3]]) == [vec![2, 3, 5], vec![], vec![4]]
// gives: sizes_in_lanes(&[vec![1, 2], vec![3, 4]], &[10, 1]) == [12, 34]
// fails: try_sizes_in_lanes(&[vec![1, 2], vec![3]], &[10, 1]) Size
// gives: { let (a, b) = operator_by_name(&[vec![1, -2, 4], vec![], vec![3]]); a == [3, 0, 3] && b == [vec![1, 1, 4], vec![], vec![3]] }
// gives: row_to_row(&[vec![1, 2], vec![], vec![3]]) == [vec![2, 1], vec![], vec![3], vec![2], vec![], vec![3], vec![1, 2], vec![], vec![3]]
// gives: composed(&[vec![1, -2, 4], vec![], vec![1], vec![3]]) == [vec![5, 2], vec![4]]
// plan: of_matrix kernels 1, intermediates 0, descriptors 0
// plan: rows_of_matrix kernels 1, intermediates 0, descriptors 0
// plan: of_rows kernels 1, intermediates 0, descriptors 1
// plan: rows_of_rows kernels 1, intermediates 0, descriptors 1
// plan: filtered kernels 1, intermediates 0, descriptors 2
// plan: of_ragged_arguments kernels 1, intermediates 0, descriptors 2
// plan: with_closures kernels 1, intermediates 0, descriptors 1
// plan: closure_of_lane kernels 1, intermediates 0, descriptors 1
// plan: pairs_of_rows kernels 1, intermediates 0, descriptors 1

fn total(xs: &[i32]) -> i32 { xs.sum() }
fn positive(xs: &[i32]) -> [i32] { xs.filter(|x| x > 0) }
fn totals(rows: &[[i32]]) -> [i32] { rows.map(total) }
fn normalised(xs: &[f64; n]) -> [f64; n] { let length = xs.map(|x| x * x).sum().sqrt(); xs.map(|x| x / length) }
fn upto(n: usize) -> [usize; n] { 0..n }
fn triangle(n: usize) -> [[usize]] { upto(n).map(upto) }
fn twice(f: impl Fn(i32) -> i32, x: i32) -> i32 { f(f(x)) }
fn each(f: impl Fn([i32]) -> [i32], rows: &[[i32]]) -> [[i32]] { rows.map(|row| f(row)) }
fn summed(f: impl Fn(i32) -> i32, xs: &[i32]) -> i32 { xs.map(|x| f(x)).sum() }
fn parts(xs: &[i32]) -> ([i32], [i32]) { xs.partition(|x| x % 2 == 0) }
fn increased(mut xs: [i32; n]) -> [i32; n] { for i in 0..n { xs[i] += 1; } xs }
fn pairwise(xs: &[i32; n], ys: &[i32; n]) -> i32 { zip(xs, ys).map(|(x, y)| x * y).sum() }
pub fn of_matrix(m: &[[i32; k]; n]) -> [i32; n] { m.map(total) }
pub fn rows_of_matrix(m: &[[f64; k]; n]) -> [[f64; k]; n] { m.map(normalised) }
pub fn of_rows(rows: &[[i32]]) -> [i32] { rows.map(total) }
pub fn rows_of_rows(rows: &[[f64]]) -> [[f64]] { rows.map(normalised) }
pub fn filtered(rows: &[[i32]]) -> [[i32]] { rows.map(positive) }
pub fn of_ragged_arguments(xs: &[[[i32]]]) -> [[i32]] { xs.map(totals) }
pub fn with_closures(rows: &[[i32]], y: i32) -> [[i32]] { rows.map(|row| row.map(|x| twice(|z| z * y + row.len() as i32, x))) }
pub fn each_of_each(xs: &[[[i32]]]) -> [[[i32]]] { xs.map(|rows| each(|row| row.map(|x| x + rows.len() as i32), rows)) }
pub fn closure_of_lane(rows: &[[i32]; n], ks: &[i32; n]) -> [i32; n] { zip(rows, ks).map(|(row, k)| summed(|x| x.pow(2) * k, row)) }
pub fn pairs_of_rows(rows: &[[i32]]) -> [i32] { rows.map(|row| { let (even, odd) = parts(row); even.sum() - odd.len() as i32 }) }
pub fn both_parts(rows: &[[i32]]) -> ([[i32]], [[i32]]) { rows.map(parts).unzip() }
pub fn owned_by_callee(rows: &[[i32]]) -> [[i32]] { rows.map(|row| increased(row.clone())) }
/// The sizes of the callee are checked in each lane.
pub fn sizes_in_lanes(rows: &[[i32]], ys: &[i32]) -> [i32] { rows.map(|row| pairwise(row, ys)) }
pub fn operator_by_name(rows: &[[i32]]) -> ([i32], [[i32]]) { (rows.map(|row| row.reduce(0, i32::wrapping_add)), rows.map(|row| row.scan(0, i32::max))) }
pub fn row_to_row(rows: &[[i32]]) -> [[i32]] {
    concat(each(|row| row.rev(), rows), each(|row| row.filter(|x| x > 1), rows), each(positive, rows))
}
pub fn composed(rows: &[[i32]]) -> [[i32]] { rows.map(positive).map(|row| increased(row.rev())).filter(|row| total(row) > 2) }
