// Producers into consumers: maps, reductions, filters and scans over the results of
// maps.
// gives: map_map(&[1, 2]) == [3, 5] && four_maps(&[1]) == [10]
// gives: zipped(&[1.0, 2.0], &[3.0, 4.0]) == 25.0
// plan: map_map kernels 1, intermediates 0
// fused: map_map.1 map, map
// plan: four_maps kernels 1, intermediates 0
// plan: map_reduce kernels 1, intermediates 0
// fused: map_reduce.1 map, reduce
// plan: filter_reduce kernels 1, intermediates 0
// plan: filter_filter kernels 1, intermediates 0
// plan: filter_map kernels 1, intermediates 0
// plan: filter_map_sum kernels 1, intermediates 0
// fused: filter_map_sum.1 filter, map, sum
// plan: map_scan kernels 1, intermediates 0
// plan: map_scan_map kernels 1, intermediates 0
// fused: map_scan_map.1 map, scan, map
// plan: through_zip kernels 1, intermediates 0
// plan: zipped kernels 1, intermediates 0
// fused: zipped.1 map, map, sum
// plan: partly kernels 1, intermediates 0
// plan: passed_twice kernels 1, intermediates 0
// plan: map_into_scatter kernels 1, intermediates 0
// plan: map_into_histogram kernels 2, intermediates 0

pub fn map_map(xs: &[i32]) -> [i32] { xs.map(|x| x * 2).map(|x| x + 1) }
pub fn four_maps(xs: &[i32]) -> [i32] { xs.map(|x| x * 2).map(|x| x + 1).map(|x| x * 3).map(|x| x + 1) }
pub fn map_reduce(xs: &[i32]) -> i32 { xs.map(|x| x * 2).reduce(1, |a, b| a * b) }
pub fn filter_reduce(xs: &[i32]) -> i32 { xs.filter(|x| x > 2).reduce(0, |a, b| a + b) }
pub fn filter_filter(xs: &[i32]) -> [i32] { xs.filter(|x| x > 2).filter(|x| x < 7) }
pub fn filter_map(xs: &[i32]) -> [i32] { xs.filter(|x| x > 2).map(|x| x * x) }
pub fn filter_map_sum(xs: &[i32]) -> i32 { xs.filter(|x| x > 2).map(|x| x * x).sum() }
pub fn map_scan(xs: &[i32]) -> [i32] { xs.map(|x| x * 2).scan(0, |a, b| a + b) }
pub fn map_scan_map(xs: &[i32]) -> [i32] { xs.map(|x| x * 2).scan(0, |a, b| a + b).map(|x| x + 1) }
/// An array of pairs between the producer and the consumer.
pub fn through_zip(xs: &[i32], ys: &[i32]) -> [i32] {
    let pairs = zip(xs.map(|x| x + 1), ys.map(|y| y * 2));
    let (a, b) = pairs.unzip();
    zip(b, a).map(|(b, a)| a - b)
}
pub fn zipped(xs: &[f64], ys: &[f64]) -> f64 { zip(xs, ys).map(|(x, y)| (x + 1.0, y)).map(|(x, y)| x * y + 3.5).sum() }
/// One of three arrays comes from a map.
pub fn partly(xs: &[i32; n], ys: &[i32; n], zs: &[i32; n]) -> [i32; n] {
    zip(xs.map(|x| x * x), ys, zs).map(|(x, y, z)| x + y * z)
}
/// One producer twice in one consumer is computed once.
pub fn passed_twice(xs: &[f64]) -> [f64] { let ys = xs.map(|x| x.sqrt()); zip(ys, ys).map(|(a, b)| a * b + a) }
/// The destination, and a traversal of the indices and values that are written.
pub fn map_into_scatter(xs: &[i32; n], is: &[usize; n]) -> [i32; 4] { [0; 4].scatter(is.map(|i| i % 4), xs.map(|x| x + 1)) }
pub fn map_into_histogram(xs: &[u32]) -> [u32; 16] {
    [0; 16].scatter_with(|a, b| a + b, xs.map(|x| x % 16), xs.map(|_| 1))
}
