// Lengths at 2^64: an array of more elements than can be counted is an error, and no shorter array.
// gives: among(&[0, 5], &[0, 9]) && closed_bytes(0, 255) == 256 && closed_bytes(3, 255) == 253
// gives: count(i64::MIN, i64::MAX - 1) == usize::MAX && count(i64::MIN + 1, i64::MAX) == usize::MAX
// gives: count(i64::MAX, i64::MIN) == 0 && counts(&[i64::MIN, 3], &[i64::MAX - 1, 4]) == [usize::MAX, 2]
// fails: try_count(i64::MIN, i64::MAX) Size
// fails: try_counts(&[0, i64::MIN], &[9, i64::MAX]) Size
// fails: try_counted(u64::MAX) Size
// fails: try_sum_to(&[1.0; 4], 0, usize::MAX) Size
// gives: sum_to(&[1.0; 4], 0, 3) == 4.0 && sum_to(&[1.0; 4], usize::MAX, 0) == 0.0
// fails: try_sums_to(&[1.0; 4], &[3, usize::MAX]) Size
// gives: sums_to(&[1.0; 4], &[3, 0]) == [4.0, 1.0]
// fails: try_all_of_them() Size
// fails: try_joined(&[7, 8], usize::MAX) Size
// fails: try_joined_length(usize::MAX) Size
// gives: joined_length(usize::MAX / 2) == usize::MAX - 1 && joined(&[7, 8], 3) == 18
// fails: try_joined_in_lanes(&[usize::MAX - 2]) Size
// gives: joined_in_lanes(&[usize::MAX - 3, 0]) == [usize::MAX, 3]
// fails: try_table_length(1 << 32, 1 << 32) Size
// gives: table_length(1 << 31, 1 << 32) == 1 << 63 && table_length(usize::MAX, 0) == 0
// fails: try_tables(&[3, 1 << 32]) Size
// gives: tables(&[3, 1 << 31]) == [9, 1 << 62]
// fails: try_cube_length(1 << 22) Size
// fails: try_shaped_anew(1 << 32, 0) Size
// fails: try_repeated(usize::MAX, 2) Size
// fails: try_flat_length(&[usize::MAX, 2]) Size
// gives: flat_length(&[5, 2]) == 7 && window_count(usize::MAX, 2) == usize::MAX - 1
// fails: try_flat_shape(&[usize::MAX, 2]) Size
// fails: try_flat_either(&[usize::MAX, 2], true) Size
// gives: flat_either(&[usize::MAX, 2], false) == 2 && flat_either(&[5, 2], true) == 7
// fails: try_flat_after(&[usize::MAX, 2], 1) Size
// gives: flat_after(&[usize::MAX, 2], 0) == 2 && flat_after(&[5, 2], 2) == 7
// gives: window_count(3, usize::MAX) == 0 && window_count(usize::MAX, usize::MAX) == 1
// fails: try_flat_windows(1 << 33, 1 << 32) Size
// fails: try_flat_mapped(1 << 62) Size
// fails: try_two_levels(1 << 62, 4) Size
// plan: in_memory checks 0, kernels 1
// plan: triangle checks 0, kernels 1
// plan: rows_joined checks 0
// plan: around checks 0

pub fn among(xs: &[u64], ys: &[u64]) -> bool { zip(xs, ys).all(|(x, y)| (x..=y).any(|z| z == y)) }
pub fn closed_bytes(a: u8, b: u8) -> usize { (a..=b).len() }
pub fn count(a: i64, b: i64) -> usize { (a..=b).len() }
pub fn counts(from: &[i64], to: &[i64]) -> [usize] { zip(from, to).map(|(a, b)| (a..=b).len()) }
pub fn counted(n: u64) -> u64 { (0..=n).fold(0, |a, b| a ^ b) }
pub fn sum_to(xs: &[f64], a: usize, b: usize) -> f64 { let mut s = 0.0; for i in a..=b { s += xs[i]; } s }
pub fn sums_to(xs: &[f64], ends: &[usize]) -> [f64] {
    ends.map(|end| { let mut s = 0.0; for i in 0..=end { s += xs[i]; } s })
}
pub fn all_of_them() -> usize { let all = isize::MIN..=isize::MAX; all.len() }
pub fn joined(xs: &[usize], n: usize) -> usize { concat(xs, 0..n).sum() }
pub fn joined_length(n: usize) -> usize { concat(0..n, 0..n).len() }
pub fn joined_in_lanes(ns: &[usize]) -> [usize] { ns.map(|n| concat([n], 0..n, [n, n]).len()) }
pub fn table_length(n: usize, m: usize) -> usize { generate((n, m), |(i, j)| i + j).flatten().len() }
pub fn tables(ns: &[usize]) -> [usize] { ns.map(|n| generate((n, n), |(i, j)| i + j).flatten().len()) }
pub fn cube_length(n: usize) -> usize { generate((n, n, n), |(i, j, k)| i + j + k).flatten().flatten().len() }
pub fn shaped_anew(n: usize, k: usize) -> usize { generate((n, n), |(i, j)| i + j).reshape((k, 7)).len() }
pub fn repeated(n: usize, k: usize) -> usize { [[1u8; n]; k].flatten().len() }
pub fn flat_length(ns: &[usize]) -> usize { ns.map(|n| 0..n).flatten().len() }
pub fn flat_shape(ns: &[usize]) -> usize { ns.map(|n| 0..n).flatten().shape().0 }
pub fn flat_either(ns: &[usize], flat: bool) -> usize {
    let chosen = if flat { ns.map(|n| 0..n).flatten() } else { ns.map(|n| n) };
    chosen.len()
}
pub fn flat_after(ns: &[usize], turns: usize) -> usize {
    let mut last = ns.map(|n| n);
    for _ in 0..turns { last = ns.map(|n| 0..n).flatten(); }
    last.len()
}
pub fn window_count(n: usize, k: usize) -> usize { (0..n).windows(k).len() }
pub fn flat_windows(n: usize, k: usize) -> usize { (0..n).windows(k).flatten().len() }
pub fn flat_mapped(n: usize) -> usize { (0..n).flat_map(|i| [i, i + 1, i + 2, i + 3]).len() }
pub fn two_levels(n: usize, k: usize) -> usize { (0..n).map(|_| concat([1; k], [2; k])).flatten().len() }
/// Arrays that are joined lie in memory, so that all of their elements can be counted.
pub fn in_memory(xs: &[i32], ys: &[i32], m: &[[i32; k]; n]) -> i32 { concat(xs, ys, xs, m.flatten()).sum() }
pub fn triangle(xs: &[f64]) -> [f64] { generate(xs.len(), |i| { let mut s = 0.0; for j in 0..=i { s += xs[j]; } s }) }
pub fn rows_joined(rows: &[[i32]]) -> [[i32]] { rows.map(|row| concat(row, row.filter(|x| x > 0))) }
pub fn around(xs: &[i32]) -> [usize] { xs.enumerate().map(|(i, _)| (i - 1..=i + 1).len()) }
