// Algorithms as a user would write them, each with built-ins, loops and functions in one another.
// gives: run_lengths(&[3, 1, 3, 3]).to_vec() == [(1, 1), (3, 3)] && run_lengths(&[]).is_empty()
// gives: rows(matrix_power(&[[1, 1], [1, 0]])) == [[8, 5], [5, 3]]
// gives: box_filter(&[1, 2, 3, 4], 1) == [3, 6, 9, 7] && primes(20) == [2, 3, 5, 7, 11, 13, 17, 19]
// gives: rows(median_filter(&[[1, 9, 1], [1, 1, 1], [1, 1, 1]])) == [[9, 1, 9], [1, 1, 1], [1, 1, 1]] && parity(&[true, true, true]).2
// gives: row_medians(&[[3, 1, 2], [9, 7, 8]]) == [2, 8] && thresholds(&[1, 3]) == 2
// plan: primes kernels 1, intermediates 0, checks 0
// gives: rows(common_subsequence(&[1, 2, 3], &[2, 3, 4]))[3][3] == 2

struct Q { a: i32, b: (f64, bool) }
fn middle(xs: &[i32]) -> i32 { let s = xs.sort(); s[s.len() / 2] }
fn both(f: impl Fn(i32, i32) -> i32, xs: &[i32; n], ys: &[i32; n]) -> [i32; n] { zip(xs, ys).map(|(x, y)| f(x, y)) }
fn power(m: &[[i64; n]; n], e: u32) -> [[i64; n]; n] { if e == 0 { generate((n, n), |(i, j)| if i == j { 1 } else { 0 }) } else { let h = power(m, e / 2); let s = h.map(|r| h.transpose().map(|c| zip(r, c).map(|(x, y)| x * y).sum())); if e % 2 == 1 { s.map(|r| m.transpose().map(|c| zip(r, c).map(|(x, y)| x * y).sum())) } else { s } } }
pub fn row_medians(m: &[[i32; k]; n]) -> [i32; _] { m.filter(|r| !r.is_empty()).map(|r| middle(r)) }
pub fn column_sums_in_rows(m: &[[i32; k]; n]) -> [[i32; k]; n] { let s = m.transpose().map(|c| c.sum()); m.map(|r| both(|a, b| a * 10 + b, r, s)) }
pub fn matrix_power(m: &[[i64; n]; n]) -> [[i64; n]; n] { power(m, 5) }
pub fn run_lengths(xs: &[i32]) -> [(i32, usize)] { let s = xs.sort(); let starts = (0..s.len()).filter(|i| i == 0 || s[i] != s[i - 1]); let ends = concat(starts, [s.len()]); (0..starts.len()).map(|j| (s[starts[j]], ends[j + 1] - starts[j])) }
pub fn loops_in_planes(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|r| r.map(|x| { let mut c = 0; let mut y = x; while y != 0 && c < 50 { y = if y % 2 == 0 { y / 2 } else { y - 1 }; c += 1; } c })) }
pub fn structs_by_key(qs: &[Q]) -> ([Q], usize, bool) { let s = qs.sort_by_key(|q| (q.b.1, q.a)); (s, qs.count(|q| q.b.1), s.any(|q| q.b.0 > 1.0)) }
pub fn rows_in_turn(m: &[[i32; k]; n]) -> [[i32; k]; n] { let mut a = m.clone(); for i in 0..n { let p = a[i].sum(); a = a.map(|r| r.map(|x| x + p % 3)); } a }
pub fn power_method(m: &[[f64; k]; n], v: &[f64; k], it: usize) -> [f64; k] { let mut x = v.clone(); for _ in 0..it { let y = m.map(|r| zip(r, x).map(|(a, b)| a * b).sum()); let z = m.transpose().map(|c| zip(c, y).map(|(a, b)| a * b).sum()); let s = z.map(|q| q * q).sum().sqrt() + 1.0; x = z.map(|q| q / s); } x }
pub fn match_of_pairs(xs: &[i32]) -> i32 { xs.enumerate().map(|(i, x)| match (i % 3, x) { (0, 0) => 1, (0, y) if y < 3 => y, (1, _) => -1, (_, 2..=4) => 5, _ => 0 }).sum() }
pub fn counting_sort_offsets(xs: &[u8]) -> ([u32; 8], [u8]) { let h = [0u32; 8].scatter_with(|a, b| a + b, xs.map(|x| x % 8), xs.map(|_| 1)); let o = h.scan_exclusive(0, |a, b| a + b); (o, xs.sort_by_key(|x| x % 8)) }
pub fn running_maxima_of_rows(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.scan([0; k], |a, b| zip(a, b).map(|(x, y)| x.max(y))).rev() }
pub fn sorted_pairs(m: &[[i32; k]; n]) -> [[[i32; 2]; k]; n] { m.map(|r| zip(r, r.rev()).map(|(a, b)| [a, b].sort())) }
pub fn matrices_of_arms(m: &[[i32; k]; n], c: bool) -> [[i32; k]; n] { let t = if c { m.map(|r| r.rev()) } else { m.rev() }; let (a, b) = if c { (t, 1) } else { (t.map(|r| r.map(|x| x + 1)), 2) }; a.map(|r| r.map(|x| x * b)) }
pub fn small_arrays(xs: &[i32]) -> [i32] { xs.map(|x| { let t = [x, x + 1, x + 2]; t.map(|y| t[(y & 1) as usize] * y).sum() }) }
pub fn box_filter(xs: &[i32], w: usize) -> [i32] { let p = concat([0], xs.scan(0, |a, b| a + b)); (0..xs.len()).map(|i| { let lo = if i > w { i - w } else { 0 }; let hi = (i + w + 1).min(xs.len()); p[hi] - p[lo] }) }
pub fn halves_of_rows(m: &[[i32; k]; n]) -> [i32; n] { m.map(|r| r[..k / 2].sum() * 10 + r[k / 2..].max_by_key(|x| -x) ) }
pub fn both_marginals(m: &[[i32; k]; n]) -> ([i32; n], [i32; k]) { let t = m.map(|r| r.map(|x| x * x)); (t.map(|r| r.sum()), t.transpose().map(|c| c.sum())) }
pub fn pairs_of_reductions(m: &[[i32; k]; n]) -> [i32] { m.map(|r| (r.sum(), r.count(|x| x > 0))).filter(|(s, c)| s > 0 || c > 1).map(|(s, c)| s * c as i32) }
pub fn transposed_in_place(a: &[[i32; n]; n]) -> i32 { let mut m = a.map(|r| r.map(|x| x)); let mut s = 0; for i in 0..n { for j in i..n { let t = m[i][j]; m[i][j] = m[j][i]; m[j][i] = t; s += t * (i as i32 + 1); } } s + m.map(|r| r.sum()).sum() }
pub fn shuffled_rows(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|r| { let mut a = r.clone(); for i in 0..k { let j = (a[i].abs() as usize) % k; a.swap(i, j); } a }) }
pub fn thresholds(xs: &[i32]) -> i32 { let (lo, hi) = (xs.reduce(100, i32::min), xs.reduce(-100, i32::max)); if lo < hi { (lo..hi).map(|v| xs.count(|x| x > v) as i32).sum() } else { 0 } }
pub fn strongest_correlation(t: &[[[i32; k]; m]; n]) -> [[i32; m]; n] { t.map(|p| p.map(|r| p.map(|q| zip(r, q).map(|(x, y)| x * y).sum()).max())) }
pub fn parity(xs: &[bool]) -> ([usize], usize, bool) { let r = xs.enumerate().filter(|(_, b)| b).map(|(i, _)| i); (r, xs.map(|b| b as usize).sum(), xs.reduce(false, |a, b| a != b)) }
pub fn moments(xs: &[f32]) -> (f32, f32) { let n = xs.len() as f32; let m = xs.sum() / n; let (v, s) = xs.map(|x| { let d = x - m; (d * d, d * d * d) }).reduce((0.0, 0.0), |(a, b), (c, d)| (a + c, b + d)); (v / n, s / n) }
pub fn median_filter(m: &[[u8; k]; n]) -> [[u8; k]; n] { m.stencil(Constant(255), |at| { let p = [at(-1, 0), at(1, 0), at(0, -1), at(0, 1), at(0, 0)]; p.sort()[2] }) }
pub fn until_stable(m: &[[i32; k]; n]) -> [[i32; k]; n] { let mut a = m.clone(); let mut changed = true; let mut c = 0; while changed && c < 5 { let b = a.map(|r| r.map(|x| if x > 2 { x - 1 } else { x })); changed = zip(a, b).any(|(r, s)| zip(r, s).any(|(x, y)| x != y)); a = b; c += 1; } a }
pub fn primes(n: usize) -> [usize] { (2..n).filter(|i| (2..i).all(|d| i % d != 0)) }
pub fn views_of_views(xs: &[i32]) -> [i32] { xs.chunks(1).map(|c| c[0]).windows(1).flatten().reshape((xs.len(), 1)).transpose().flatten() }
pub fn hash_of_rows(m: &[[i32; k]; n]) -> i32 { m.fold(1, |a, r| r.fold(a, |b, x| (b * 31 + x) % 1009)) }
pub fn common_subsequence(xs: &[i32; n], ys: &[i32; m]) -> [[i32; m + 1]; n + 1] { let mut d = [[0; m + 1]; n + 1]; for i in 0..n { for j in 0..m { d[i + 1][j + 1] = if xs[i] == ys[j] { d[i][j] + 1 } else { d[i + 1][j].max(d[i][j + 1]) }; } } d }
