// Producers and consumers that must not be fused, since work would be repeated or an order would
// change.
// gives: row_sums_over_all(&[[1.0, 2.0], [3.0, 4.0]]).to_vec() == [1.0 / 10.0, 2.0 / 10.0, 3.0 / 10.0, 4.0 / 10.0]
// plan: row_sums_over_all kernels 2, intermediates 0
// plan: in_a_loop kernels 2, intermediates 1
// plan: in_a_lambda kernels 2, intermediates 1
// plan: of_two_orders kernels 2, intermediates 1
// plan: array_of_a_reduction intermediates 1
// plan: windows_of_costly kernels 2, intermediates 1
// plan: returned_and_summed kernels 1, intermediates 0
// plan: scan_of_a_scan kernels 2, intermediates 1
// gives: scan_of_a_scan(&[3, -4, 2]) == [3, 3, 3]

/// The divisor is complete before the first quotient.
pub fn row_sums_over_all(m: &[[f64; k]; n]) -> [[f64; k]; n] {
    let total = m.map(|row| row.sum()).sum();
    m.map(|row| row.map(|x| x / total))
}
/// The consumer runs several times, the producer once.
pub fn in_a_loop(xs: &[f64], steps: usize) -> f64 {
    let ys = xs.map(|x| x.exp());
    let mut t = 0.0;
    for _ in 0..steps { t = ys.map(|y| y * t - 1.0).sum(); }
    t
}
/// The consumer stands in a closure that runs for every element.
pub fn in_a_lambda(xs: &[f64], ys: &[f64]) -> [f64] {
    let es = ys.map(|y| y.exp());
    xs.map(|x| es.map(|e| e * x).sum())
}
/// The array is read as it is and transposed.
pub fn of_two_orders(m: &[[f64; n]; n]) -> [[f64; n]; n] {
    let e = m.map(|row| row.map(|x| x.exp()));
    zip(e, e.transpose()).map(|(a, b)| zip(a, b).map(|(a, b)| a + b))
}
/// The array that a reduction gives is complete before it is mapped.
pub fn array_of_a_reduction(m: &[[f64; k]; n]) -> f64 {
    let sums = m.reduce([0.0; k], |a, b| zip(a, b).map(|(x, y)| x + y));
    zip(sums, sums.rev()).map(|(a, b)| a * b).sum()
}
/// Every element stands in several windows.
pub fn windows_of_costly(xs: &[f64]) -> [f64] { xs.map(|x| x.exp()).windows(3).map(|w| w.sum()) }
/// The producer's array is wanted too: one traversal stores and adds.
pub fn returned_and_summed(xs: &[i32]) -> ([i32], i32) { let ys = xs.map(|x| x * 2); (ys, ys.sum()) }
/// The second scan waits for the result of the first.
pub fn scan_of_a_scan(xs: &[i32]) -> [i32] { xs.scan(0, |a, b| a + b).scan(0, |a, b| a.max(b)) }
