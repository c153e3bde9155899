// Producers through views: transposition, reshaping, slices, reversal, replication, and arrays that no one
// makes: ranges, generated arrays, copies of one value.
// gives: rows(transposed(&[[1, 2], [3, 4]])) == [[4, 8], [6, 10]]
// plan: transposed kernels 1, intermediates 0
// plan: transposed_sums kernels 1, intermediates 0
// plan: reshaped kernels 1, intermediates 0
// gives: rows(scanned_columns(&[[1, 2], [3, 4], [5, 6]])) == [[4, 6], [12, 16], [24, 30]]
// gives: rows(scanned_columns(&[[1], [3], [5]])) == [[4], [12], [24]]
// gives: rows(column_sums(&[[1, 2], [3, 4]])) == [[1, 2], [4, 6]]
// gives: rows(scanned_twice(&[[1, 2], [3, 4]]).0) == [[0, 0], [1, 2]]
// gives: rows(scanned_twice(&[[1, 2], [3, 4]]).1) == [[1, 2], [3, 4]]
// gives: rows(scanned_twice(&[[1, 2], [3, 4]]).2) == [[2, 4], [7, 10]]
// gives: scanned_planes(&[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]).to_vec() == [2, 4, 8, 12, 10, 12, 24, 28]
// plan: scanned_columns kernels 1, intermediates 0
// plan: column_sums kernels 1, intermediates 0
// plan: scanned_twice kernels 1, intermediates 0
// plan: replicated kernels 1, intermediates 0
// plan: unfused_replicate kernels 1, intermediates 0
// plan: sliced kernels 1, intermediates 0
// plan: reversed kernels 1, intermediates 0
// plan: chunked kernels 1, intermediates 0
// plan: generated kernels 1, intermediates 0
// plan: flattened kernels 1, intermediates 0
// plan: gathered kernels 1, intermediates 0
// plan: first_of_map kernels 1, intermediates 0
// plan: length_of_map kernels 1, intermediates 0
// plan: length_of_map_only kernels 0, intermediates 0

pub fn transposed(m: &[[i32; k]; n]) -> [[i32; n]; k] {
    m.map(|r| r.map(|x| x + 1)).transpose().map(|c| c.map(|x| x * 2))
}
pub fn transposed_sums(m: &[[i32; k]; n]) -> [i32; k] { m.map(|r| r.map(|x| x * x)).transpose().map(|c| c.sum()) }
pub fn reshaped(xs: &[i32], n: usize, m: usize) -> [i32] { xs.map(|x| x * 3).reshape((n, m)).map(|row| row.sum()) }
/// A scan over rows, whose operator is a map, runs down the columns, and so do the maps around
/// it.
pub fn scanned_columns(m: &[[i32; k]; n]) -> [[i32; k]; n] {
    m.map(|r| r.map(|x| x + 1)).scan([0; k], |a, b| zip(a, b).map(|(x, y)| x + y)).map(|r| r.map(|x| x * 2))
}
pub fn column_sums(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.scan([0; k], |a, b| zip(a, b).map(|(x, y)| x + y)) }
pub fn scanned_twice(m: &[[i32; k]; n]) -> ([[i32; k]; n], [[i32; k]; n], [[i32; k]; n]) {
    let before = m.scan_exclusive([0; k], |a, b| zip(a, b).map(|(x, y)| x + y));
    let most = m.scan([0; k], |a, b| zip(a, b).map(|(x, y)| x.max(y)));
    let sums = m.scan([0; k], |a, b| zip(a, b).map(|(x, y)| x + y));
    (before, most, zip(sums, m).map(|(s, r)| zip(s, r).map(|(a, b)| a + b)))
}
pub fn scanned_planes(m: &[[[i32; k]; n]; p]) -> [[[i32; k]; n]; p] {
    m.map(|plane| plane.scan([0; k], |a, b| zip(a, b).map(|(x, y)| x + y)).map(|r| r.map(|x| x * 2)))
}
pub fn replicated(xs: &[i32; n], c: i32) -> i32 { zip(xs, [c; n]).map(|(x, c)| x * c).sum() }
pub fn unfused_replicate(n: usize, c: i32) -> [i32; n] { [c; n] }
pub fn sliced(xs: &[i32]) -> [i32] { xs.map(|x| x * x)[1..].map(|x| x + 1) }
pub fn reversed(xs: &[i32]) -> [i32] { xs.map(|x| x * x).rev().map(|x| x + 1) }
pub fn chunked(xs: &[f32]) -> [f32] { xs.map(|x| x * x).chunks(4).map(|c| c.sum()) }
pub fn generated(n: usize) -> f64 { generate(n, |i| i as f64).map(|x| x * x).sum() }
pub fn flattened(m: &[[i32; k]; n]) -> i32 { m.map(|r| r.map(|x| x + 1)).flatten().max() }
pub fn gathered(xs: &[f32], is: &[u32]) -> f32 { xs.gather(is).map(|x| x * x).sum() }
/// One element, or the length, of an array that is fused away.
pub fn first_of_map(xs: &[i32]) -> i32 { let ys = xs.map(|x| x * 2); ys.map(|y| y - ys[0]).max() }
pub fn length_of_map(xs: &[i32]) -> usize { let ys = xs.map(|x| x * 2); ys.sum() as usize + ys.len() }
pub fn length_of_map_only(xs: &[i32]) -> usize { xs.map(|x| x * 2).len() }
