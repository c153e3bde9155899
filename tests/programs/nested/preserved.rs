// Regular nests three deep: whatever stands in them, their plans have no descriptor of segments, one kernel,
// and no array besides the result. (The version of `histograms` for few long rows stores one.)
// gives: planes(mapped(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[3, 5, 7], [9, 1, 3]], [[5, 5, 11], [3, 7, 1]]]
// gives: planes(mapped_with_sums(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[17, 23, 29], [31, 11, 16]], [[31, 31, 58], [17, 25, 13]]]
// gives: sums(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]]) == 24
// gives: rows(sums_of_rows(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[14, 17], [33, 10]]
// gives: largest_of_sums(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]]) == [6, 9]
// gives: rows(sums_of_columns(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[5, 2, 4], [3, 5, 5]]
// gives: planes(scanned(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[1, 3, 6], [4, 4, 5]], [[2, 4, 9], [1, 4, 4]]]
// gives: planes(scanned_twice(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[1, 3, 6], [5, 7, 11]], [[2, 4, 9], [3, 8, 13]]]
// gives: rows(filtered_sums(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]], 1)) == [[13, 16], [33, 9]]
// gives: filtered_counts(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]]) == [1, 1]
// gives: filtered_inside_out(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]]) == 9
// gives: planes(sorted(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[1, 2, 3], [0, 1, 4]], [[2, 2, 5], [0, 1, 3]]]
// gives: rows(medians(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[2, 1], [2, 1]]
// gives: planes(planes_turned(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[2, 5], [3, 1], [4, 2]], [[3, 2], [3, 4], [6, 1]]]
// gives: planes(turned_around(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[1, 2], [2, 2], [3, 5]], [[4, 1], [0, 3], [1, 0]]]
// gives: planes(products_of_matrices(&[[[1.0, 2.0]], [[0.5, 4.0]]], &[[[1.0, 0.0, 2.0], [3.0, 1.0, 0.0]], [[2.0, 2.0, 0.0], [1.0, 0.0, 1.0]]])) == [[[7.0, 2.0, 2.0]], [[5.0, 1.0, 4.0]]]
// gives: planes(powers(&[[[1, 1], [0, 2]], [[3, 0], [1, 1]]], 2)) == [[[1, 7], [0, 8]], [[27, 0], [13, 1]]]
// gives: planes(window_sums(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[3, 5], [4, 1]], [[4, 7], [4, 3]]]
// gives: planes(chunk_sums(&[[[1, 3, 2, 0], [5, 2, 2, 7]]])) == [[[4, 2], [7, 9]]]
// gives: planes(zipped(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]], &[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[1, 4, 9], [16, 0, 1]], [[4, 4, 25], [1, 9, 0]]]
// gives: rows(distances(&[[0.0, 1.0], [2.0, 2.0], [5.0, 1.0]], &[[1.0, 1.0], [4.0, 0.0]])) == [[1.0, 17.0], [2.0, 8.0], [16.0, 2.0]]
// gives: nearest(&[[0.0, 1.0], [2.0, 2.0], [5.0, 1.0]], &[[1.0, 1.0], [4.0, 0.0]]) == [0, 0, 1]
// gives: planes(generated(2, 1, 3)) == [[[0, 1, 2]], [[100, 101, 102]]]
// gives: generated_sums(3, 3, 4) == [0, 18, 36]
// gives: planes(branches(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[3, 2, 1], [16, 0, 1]], [[4, 4, 25], [0, 3, 1]]]
// gives: rows(branches_of_all(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]], true)) == [[14, 17], [33, 10]]
// gives: rows(branches_of_all(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]], false)) == [[3, 4], [5, 3]]
// gives: rows(for_loops(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[123, 401], [225, 130]]
// gives: planes(loops_around_rows(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]], 3)) == [[[12, 20, 28], [36, 4, 12]], [[20, 20, 44], [12, 28, 4]]]
// gives: planes(while_loops(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[1, 2, 2], [3, 0, 1]], [[2, 2, 3], [1, 2, 0]]]
// gives: planes(functions(&[[[1.0, 2.0, 3.0], [4.0, 4.0, 1.0]], [[0.0, 3.0, 6.0], [1.0, 1.0, 1.0]]])) == [[[-1.0, 0.0, 1.0], [1.0, 1.0, -2.0]], [[-3.0, 0.0, 3.0], [0.0, 0.0, 0.0]]]
// gives: planes(closures(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]], 10)) == [[[11, 21, 31], [44, 4, 14]], [[22, 22, 52], [11, 31, 1]]]
// gives: planes(stencils(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[3, 4, 5], [4, 5, 1]], [[4, 7, 7], [4, 1, 3]]]
// gives: planes(histograms(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[0, 1, 1, 1], [2, 1, 0, 0]], [[0, 1, 2, 0], [1, 1, 0, 1]]]
// gives: planes(rearranged(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[0, 3, 1], [5, 2, 2]], [[1, 0, 4], [3, 2, 1]]]
// gives: planes(numbered(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[1, 3, 5], [5, 2, 4]], [[3, 4, 8], [3, 6, 4]]]
// gives: rows(flattened(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[-1, -2, -3, -4, 0, -1], [-2, -2, -5, -1, -3, 0]]
// gives: planes(gathered(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]], &[2, 0])) == [[[3, 1], [1, 4]], [[5, 2], [0, 1]]]
// gives: planes(updated(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[6, 2, 3], [5, 0, 1]], [[9, 2, 5], [4, 3, 0]]]
// gives: planes(joined(&[[[1, 2, 3], [4, 0, 1]], [[2, 2, 5], [1, 3, 0]]])) == [[[1, 2, 3, 3, 2, 1], [4, 0, 1, 1, 0, 4]], [[2, 2, 5, 5, 2, 2], [1, 3, 0, 0, 3, 1]]]
// gives: planes(softmax(&[[[0.0, 0.0]], [[1.0, 1.0]]])) == [[[0.5, 0.5]], [[0.5, 0.5]]]
// gives: planes(mapped(&[[[0; 3]; 0]; 2])) == [[[0; 3]; 0]; 2] && sums(&[[[7; 0]; 2]; 2]) == 0
// gives: rows(sums_of_columns(&[[[1; 2]; 0]; 1])) == [[0, 0]] && rows(sums_of_rows(&[[[1; 0]; 2]; 1])) == [[0, 0]]
// plan: mapped kernels 1, intermediates 0, descriptors 0
// plan: mapped_with_sums kernels 1, intermediates 0, descriptors 0
// plan: sums kernels 1, intermediates 0, descriptors 0
// plan: sums_of_rows kernels 1, intermediates 0, descriptors 0
// plan: largest_of_sums kernels 1, intermediates 0, descriptors 0
// plan: sums_of_columns kernels 1, intermediates 0, descriptors 0
// plan: scanned kernels 1, intermediates 0, descriptors 0
// plan: scanned_twice kernels 1, intermediates 0, descriptors 0
// plan: filtered_sums kernels 1, intermediates 0, descriptors 0
// plan: filtered_counts kernels 1, intermediates 0, descriptors 0
// plan: filtered_inside_out kernels 1, intermediates 0, descriptors 0
// plan: sorted kernels 1, intermediates 0, descriptors 0
// plan: medians kernels 1, intermediates 0, descriptors 0
// plan: planes_turned kernels 1, intermediates 0, descriptors 0
// plan: turned_around kernels 1, intermediates 0, descriptors 0
// plan: products_of_matrices kernels 1, intermediates 0, descriptors 0
// plan: powers kernels 1, intermediates 0, descriptors 0
// plan: window_sums kernels 1, intermediates 0, descriptors 0
// plan: chunk_sums kernels 1, intermediates 0, descriptors 0
// plan: zipped kernels 1, intermediates 0, descriptors 0
// plan: distances kernels 1, intermediates 0, descriptors 0
// plan: nearest kernels 1, intermediates 0, descriptors 0
// plan: generated kernels 1, intermediates 0, descriptors 0
// plan: generated_sums kernels 1, intermediates 0, descriptors 0
// plan: branches kernels 1, intermediates 0, descriptors 0
// plan: branches_of_all kernels 1, intermediates 0, descriptors 0
// plan: for_loops kernels 1, intermediates 0, descriptors 0
// plan: loops_around_rows kernels 1, intermediates 0, descriptors 0
// plan: while_loops kernels 1, intermediates 0, descriptors 0
// plan: functions kernels 1, intermediates 0, descriptors 0
// plan: closures kernels 1, intermediates 0, descriptors 0
// plan: stencils kernels 1, intermediates 0, descriptors 0
// plan: softmax kernels 1, intermediates 0, descriptors 0
// plan: histograms kernels 1, intermediates 1, descriptors 0
// plan: rearranged kernels 1, intermediates 0, descriptors 0
// plan: numbered kernels 1, intermediates 0, descriptors 0
// plan: flattened kernels 1, intermediates 0, descriptors 0
// plan: gathered kernels 1, intermediates 0, descriptors 0
// plan: updated kernels 1, intermediates 0, descriptors 0
// plan: joined kernels 1, intermediates 0, descriptors 0

pub fn mapped(m: &[[[i32; k]; h]; n]) -> [[[i32; k]; h]; n] { m.map(|plane| plane.map(|row| row.map(|x| 2 * x + 1))) }
pub fn mapped_with_sums(m: &[[[i32; k]; h]; n]) -> [[[i32; k]; h]; n] { m.map(|plane| { let total = plane.map(|row| row.sum()).sum(); plane.map(|row| { let own = row.sum(); row.map(|x| total + own * x) }) }) }
pub fn sums(m: &[[[i32; k]; h]; n]) -> i32 { m.map(|plane| plane.map(|row| row.sum()).sum()).sum() }
pub fn sums_of_rows(m: &[[[i32; k]; h]; n]) -> [[i32; h]; n] { m.map(|plane| plane.map(|row| row.map(|x| x * x).sum())) }
pub fn largest_of_sums(m: &[[[i32; k]; h]; n]) -> [i32; n] { m.map(|plane| plane.map(|row| row.sum()).reduce(i32::MIN, i32::max)) }
pub fn sums_of_columns(m: &[[[i32; k]; h]; n]) -> [[i32; k]; n] { m.map(|plane| plane.reduce([0; k], |a, b| zip(a, b).map(|(x, y)| x + y))) }
pub fn scanned(m: &[[[i32; k]; h]; n]) -> [[[i32; k]; h]; n] { m.map(|plane| plane.map(|row| row.scan(0, |a, b| a + b))) }
pub fn scanned_twice(m: &[[[i32; k]; h]; n]) -> [[[i32; k]; h]; n] { m.map(|plane| plane.map(|row| row.scan(0, |a, b| a + b)).scan([0; k], |a, b| zip(a, b).map(|(x, y)| x + y))) }
pub fn filtered_sums(m: &[[[i32; k]; h]; n], limit: i32) -> [[i32; h]; n] { m.map(|plane| plane.map(|row| row.filter(|x| x > limit).map(|x| x * x).sum())) }
pub fn filtered_counts(m: &[[[i32; k]; h]; n]) -> [usize; n] { m.map(|plane| plane.filter(|row| row.filter(|x| x > 1).len() > 1).len()) }
pub fn filtered_inside_out(m: &[[[i32; k]; h]; n]) -> i32 { m.filter(|plane| plane[0][0] > 0).map(|plane| plane.filter(|row| row[0] > 1).map(|row| row.filter(|x| x > 2).sum()).sum()).sum() }
pub fn sorted(m: &[[[i32; k]; h]; n]) -> [[[i32; k]; h]; n] { m.map(|plane| plane.map(|row| row.sort())) }
pub fn medians(m: &[[[i32; k]; h]; n]) -> [[i32; h]; n] { m.map(|plane| plane.map(|row| row.sort()[k / 2])) }
pub fn planes_turned(m: &[[[i32; k]; h]; n]) -> [[[i32; h]; k]; n] { m.map(|plane| plane.transpose().map(|column| column.map(|x| x + 1))) }
pub fn turned_around(m: &[[[i32; k]; h]; n]) -> [[[i32; n]; k]; h] { m.transpose().map(|plane| plane.transpose()) }
pub fn products_of_matrices(a: &[[[f64; k]; h]; n], b: &[[[f64; l]; k]; n]) -> [[[f64; l]; h]; n] { zip(a, b).map(|(x, y)| x.map(|row| y.transpose().map(|column| zip(row, column).map(|(p, q)| p * q).sum()))) }
pub fn powers(m: &[[[i32; k]; k]; n], times: usize) -> [[[i32; k]; k]; n] {
    m.map(|a| { let mut p = a.clone(); for _ in 0..times { p = p.map(|row| a.transpose().map(|column| zip(row, column).map(|(x, y)| x * y).sum())); } p })
}
pub fn window_sums(m: &[[[i32; k]; h]; n]) -> [[[i32; k - 1]; h]; n] { m.map(|plane| plane.map(|row| row.windows(2).map(|pair| pair.sum()))) }
pub fn chunk_sums(m: &[[[i32; k]; h]; n]) -> [[[i32; k / 2]; h]; n] { m.map(|plane| plane.map(|row| row.chunks(2).map(|pair| pair.sum()))) }
pub fn zipped(a: &[[[i32; k]; h]; n], b: &[[[i32; k]; h]; n]) -> [[[i32; k]; h]; n] { zip(a, b).map(|(p, q)| zip(p, q).map(|(r, s)| zip(r, s).map(|(x, y)| x * y))) }
pub fn distances(xs: &[[f64; d]; n], ys: &[[f64; d]; m]) -> [[f64; m]; n] { xs.map(|x| ys.map(|y| zip(x, y).map(|(a, b)| (a - b) * (a - b)).sum())) }
pub fn nearest(xs: &[[f64; d]; n], ys: &[[f64; d]; m]) -> [usize; n] { xs.map(|x| ys.map(|y| zip(x, y).map(|(a, b)| (a - b) * (a - b)).sum()).argmin()) }
pub fn generated(n: usize, m: usize, k: usize) -> [[[usize; k]; m]; n] { generate(n, |i| generate(m, |j| generate(k, |l| 100 * i + 10 * j + l))) }
pub fn generated_sums(n: usize, m: usize, k: usize) -> [usize; n] { (0..n).map(|i| (0..m).map(|j| (0..k).map(|l| i * j * l).sum()).sum()) }
pub fn branches(m: &[[[i32; k]; h]; n]) -> [[[i32; k]; h]; n] { m.map(|plane| plane.map(|row| if row[0] > 1 { row.map(|x| x * x) } else { row.rev() })) }
pub fn branches_of_all(m: &[[[i32; k]; h]; n], turned: bool) -> [[i32; h]; n] { m.map(|plane| plane.map(|row| if turned { row.map(|x| x * x).sum() } else { row.reduce(i32::MIN, i32::max) })) }
pub fn for_loops(m: &[[[i32; k]; h]; n]) -> [[i32; h]; n] { m.map(|plane| plane.map(|row| { let mut digits = 0; for x in row { digits = 10 * digits + x; } digits })) }
pub fn loops_around_rows(m: &[[[i32; k]; h]; n], times: usize) -> [[[i32; k]; h]; n] { m.map(|plane| plane.map(|row| { let mut a = row.clone(); for i in 0..times { a = a.map(|x| 2 * x + i as i32); } a })) }
pub fn while_loops(m: &[[[u32; k]; h]; n]) -> [[[u32; k]; h]; n] { m.map(|plane| plane.map(|row| row.map(|x| { let (mut y, mut count) = (x, 0); while y > 0 { y /= 2; count += 1; } count }))) }
fn centred(xs: &[f64; n]) -> [f64; n] { let mean = xs.sum() / n as f64; xs.map(|x| x - mean) }
fn centred_rows(m: &[[f64; k]; n]) -> [[f64; k]; n] { m.map(centred) }
pub fn functions(m: &[[[f64; k]; h]; n]) -> [[[f64; k]; h]; n] { m.map(centred_rows) }
fn each(f: impl Fn(i32) -> i32, xs: &[i32; n]) -> [i32; n] { xs.map(|x| f(x)) }
pub fn closures(m: &[[[i32; k]; h]; n], y: i32) -> [[[i32; k]; h]; n] { m.map(|plane| plane.map(|row| each(|x| x * y + row[0], row))) }
pub fn stencils(m: &[[[i32; k]; h]; n]) -> [[[i32; k]; h]; n] { m.map(|plane| plane.map(|row| row.stencil(Clamp, |at| at(-1) + at(1)))) }
pub fn softmax(m: &[[[f64; k]; h]; n]) -> [[[f64; k]; h]; n] { m.map(|plane| plane.map(|row| { let top = row.max(); let e = row.map(|x| (x - top).exp()); let total = e.sum(); e.map(|x| x / total) })) }
pub fn histograms(m: &[[[usize; k]; h]; n]) -> [[[u32; 4]; h]; n] { m.map(|plane| plane.map(|row| [0u32; 4].scatter_with(|a, b| a + b, row.map(|x| x % 4), row.map(|_| 1)))) }
pub fn rearranged(m: &[[[i32; k]; h]; n]) -> [[[i32; k]; h]; n] { m.rev().map(|plane| plane.rotate_left(1).map(|row| row.rev())) }
pub fn numbered(m: &[[[i32; k]; h]; n]) -> [[[usize; k]; h]; n] { m.enumerate().map(|(i, plane)| plane.enumerate().map(|(j, row)| row.enumerate().map(|(l, x)| i + j + l + x as usize))) }
pub fn flattened(m: &[[[i32; k]; h]; n]) -> [[i32; k * h]; n] { m.map(|plane| plane.flatten().map(|x| -x)) }
pub fn gathered(m: &[[[i32; k]; h]; n], at: &[usize; l]) -> [[[i32; l]; h]; n] { m.map(|plane| plane.map(|row| row.gather(at))) }
pub fn updated(m: &[[[i32; k]; h]; n]) -> [[[i32; k]; h]; n] { m.map(|plane| plane.map(|row| row.clone().update(0, row.sum()))) }
pub fn joined(m: &[[[i32; k]; h]; n]) -> [[[i32; 2 * k]; h]; n] { m.map(|plane| plane.map(|row| concat(row, row.rev()))) }
