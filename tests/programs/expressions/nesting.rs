// Built-ins in one another: programs that mix parallel closures, loops, branches, views and captured values.
// All forms of each give the result of the interpreter.
// gives: radix_sort(&[3, 0, 2, 1, 15]) == [0, 1, 2, 3, 15]
// gives: rows(distances(&[[0, 0], [3, 4]])) == [[0, 25], [25, 0]]
// gives: rows(windows_of_windows(&[[1, 2, 3], [4, 5, 6]])) == [[12, 16]]
// gives: function_of_rows(&[[1, 2], [3, 4]]) == [5, 13]
// gives: expression_sizes(2).shape() == [3, 4]
// plan: distances kernels 1, intermediates 0
// plan: nearest kernels 1
// plan: function_of_rows kernels 1, intermediates 0

struct P { x: f64, y: (i32, bool) }
const K: usize = 3;
fn norm(xs: &[f64; n]) -> f64 { xs.map(|x| x * x).sum().sqrt() }
fn apply(f: impl Fn([i32]) -> i32, m: &[[i32; k]; n]) -> [i32; n] { m.map(|r| f(r)) }
pub fn windows_of_windows(m: &[[i32; k]; n]) -> [[i32; _]; _] { m.windows(2).map(|w| w.map(|r| r.windows(2).map(|v| v.sum())).transpose().map(|c| c.sum())) }
pub fn stencil_of_captured(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| row.stencil(Wrap, |at| at(1) * row[0] + at(-1)).max()) }
pub fn sort_by_other(m: &[[i32; k]; n], keys: &[i32; k]) -> [[i32; k]; n] { m.map(|row| zip(keys, row).sort_by_key(|(k, _)| k).map(|(_, v)| v)) }
pub fn pairs_of_rows(m: &[[f64; k]; n]) -> (f64, [f64; k]) { m.map(|r| (norm(r), r)).reduce((0.0, [0.0; k]), |(a, u), (b, v)| (a + b, zip(u, v).map(|(x, y)| x + y))) }
pub fn arms_that_differ(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| if row.sum() > 3 { row.scan(0, |a, b| a + b) } else { row.rev() }) }
pub fn match_of_count(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| match row.count(|x| x > 2) { 0 => row, 1 | 2 => row.map(|x| x * 2), c => row.map(|x| x + c as i32) }) }
pub fn scan_of_structs(ps: &[P]) -> [P] { ps.scan(P { x: 0.0, y: (0, true) }, |a, b| P { x: a.x + b.x, y: (a.y.0 + b.y.0, a.y.1 && b.y.1) }) }
pub fn filter_by_whole(m: &[[i32; k]; n]) -> [[i32; k]; _] { m.filter(|row| m.any(|other| zip(row, other).all(|(a, b)| a == b + 1))) }
pub fn function_of_rows(m: &[[i32; k]; n]) -> [i32; n] { apply(|r| r.fold(0, |a, x| a * 3 + x), m) }
pub fn columns_in_loop(m: &[[i32; k]; n]) -> [i32; k] { let mut acc = [0; k]; for row in m { acc = zip(acc, row).map(|(a, x)| a * 2 + x); } acc }
pub fn loop_of_maps(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| { let mut a = row.clone(); for _ in 0..3 { a = a.map(|x| x + a[0]); } a }) }
pub fn while_of_maps(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| { let mut a = row.clone(); let mut c = 0; while c < row.sum() % 4 { a = a.rotate_left(1).map(|x| x + c); c += 1; } a }) }
pub fn distances(m: &[[i32; k]; n]) -> [[i32; n]; n] { m.map(|a| m.map(|b| zip(a, b).map(|(x, y)| (x - y) * (x - y)).sum())) }
pub fn nearest(m: &[[i32; k]; n]) -> [(usize, i32); n] { m.map(|a| { let d = m.map(|b| zip(a, b).map(|(x, y)| (x - y).abs()).sum()); (d.argmin(), d.max()) }) }
pub fn parts_crossed(xs: &[i32]) -> ([i32], [i32]) { let (a, b) = xs.partition(|x| x > 2); (concat(a, b), concat(b.rev(), a.map(|x| x * 2))) }
pub fn windows_kept(xs: &[i32]) -> [[i32; 3]; _] { xs.windows(K).filter(|w| w[0] < w[2]).map(|w| w.rev()) }
pub fn diagonal(m: &[[i32; k]; n]) -> [[i32; k]; n] { let mut a = m.clone(); for i in 0..n { for j in 0..k { if i > 0 && j > 0 { a[i][j] = a[i - 1][j - 1] + m[i][j]; } } } a }
pub fn rows_replaced(m: &[[i32; k]; n]) -> [[i32; k]; n] { let mut a = m.clone(); for i in 0..n { a[i] = a[n - 1 - i].map(|x| x + i as i32); } a }
pub fn flat_counts(m: &[[i32; k]; n]) -> [i32] { m.flat_map(|r| [r.sum(), r.count(|x| x > 1) as i32]).filter(|x| x != 0).scan(0, |a, b| a + b) }
pub fn histogram_by_row(m: &[[i32; k]; n], is: &[[usize; k]; n]) -> [[i32; k]; n] { zip(m, is).map(|(r, i)| [0; k].scatter_with(|a, b| a + b, i.map(|i| if i < k { i } else { SKIP }), r)) }
pub fn power_iteration(xs: &[f64], n: usize) -> f64 { let mut x = xs.map(|v| v); for _ in 0..n { let s = norm(x) + 1.0; x = x.map(|v| v / s); } x.sum() }
pub fn radix_sort(xs: &[u32]) -> [u32] { let mut a = xs.clone(); let mut bit = 0; while bit < 4 { let (z, o) = a.partition(|x| (x >> bit) & 1 == 0); a = concat(z, o); bit += 1; } a }
pub fn gather_of_filtered(m: &[[i32; k]; n]) -> i32 { m.map(|r| r.filter(|x| x > 1).map(|x| r[(x as usize) % k] + x).sum()).max() }
pub fn sum_of_planes(t: &[[[i32; k]; m]; n]) -> [[i32; k]; m] { t.reduce([[0; k]; m], |a, b| zip(a, b).map(|(r, s)| zip(r, s).map(|(x, y)| x + y))) }
pub fn axes_turned(t: &[[[i32; k]; m]; n]) -> [[[i32; n]; m]; k] { t.map(|p| p.transpose()).transpose().map(|q| q.transpose()) }
pub fn expression_sizes(n: usize) -> [[usize; n * 2]; n + 1] { generate((n + 1, n * 2), |(i, j)| if j % 2 == 0 { i } else { (0..j).map(|l| l * i).sum() }) }
pub fn odd_elements(xs: &[i32]) -> [i32] { let e = xs.enumerate().filter(|(i, x)| i % 2 == 0 || x > 3); let (i, x) = e.unzip(); zip(i, x).map(|(i, x)| x * 10 + i as i32) }
pub fn filter_of_scan(xs: &[i32]) -> ([i32], [i32], i32) { let s = xs.scan(0, |a, b| a + b); let f = s.filter(|x| x % 2 == 0); (f, f.rev(), s.last() + f.len() as i32) }
pub fn row_of_best(m: &[[i32; k]; n]) -> [[i32; k]; n] { let means = m.map(|r| r.sum() / (k as i32 + 1)); let best = means.argmax(); m.enumerate().map(|(i, r)| if i == best { r.map(|x| x - means[i]) } else { m[best].map(|x| x + 1) }) }
pub fn sorted_twice(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.sort_by_key(|r| (r.max() , r[0])).rev().map(|r| r.sort().rotate_right(1)) }
pub fn constants_beside_rows(m: &[[i32; k]; n], c: i32) -> ([[i32; k]; n], [i32; n]) { m.map(|r| (r.map(|x| x + c), c)).unzip() }
