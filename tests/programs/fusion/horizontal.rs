// Several consumers of one array are one traversal; two reductions share their
// work.
// gives: diamond(&[1, 2]) == [5, 17]
// plan: diamond kernels 1, intermediates 0
// plan: statistics kernels 1, intermediates 0
// fused: statistics.1 sum, map, sum, min, max
// plan: two_maps kernels 1, intermediates 0
// plan: maps_and_sums kernels 1, intermediates 0
// plan: shared_work kernels 1, intermediates 0
// plan: chain_of_thirty kernels 1, intermediates 0
// plan: both_arms kernels 2, intermediates 0
// plan: predicates kernels 1, intermediates 0
// plan: dependent kernels 2, intermediates 0

/// One producer, two maps of it, and a consumer of both.
pub fn diamond(xs: &[i32]) -> [i32] {
    let ys = xs.map(|x| x * x);
    zip(ys.map(|y| y + 1), ys.map(|y| y * 3)).map(|(a, b)| a + b)
}
pub fn statistics(xs: &[f64]) -> (f64, f64, f64, f64) { (xs.sum(), xs.map(|x| x * x).sum(), xs.min(), xs.max()) }
/// Two consumers of one producer, which is not computed twice.
pub fn two_maps(xs: &[f64]) -> ([f64], [f64]) { let ys = xs.map(|x| x.exp()); (ys.map(|y| y + 1.0), ys.map(|y| y - 1.0)) }
pub fn maps_and_sums(xs: &[i32]) -> ([i32], i32, i32) {
    let ys = xs.map(|x| x * x);
    (ys.map(|y| y + 1), ys.sum(), ys.max())
}
/// Two results of one map, reduced by different operators.
pub fn shared_work(xs: &[(f64, f64)], a: f64) -> (f64, f64) {
    let (u, l) = xs.map(|(x, y)| { let t = a * x; (y * (-t).exp(), y - t) }).unzip();
    (u.sum(), l.max())
}
/// a = map(p, i); x = map(f, a); y = map(g, x); z = map(h, a).
pub fn chain_of_thirty(xs: &[i32]) -> ([i32], [i32]) {
    let a = xs.map(|x| x + 1);
    let x = a.map(|a| a * 2);
    (x.map(|x| x - 3), a.map(|a| a * a))
}
/// A producer that is used once in each arm.
pub fn both_arms(xs: &[i32], c: bool) -> i32 {
    let ys = xs.map(|x| x * 7);
    if c { ys.sum() } else { ys.max() }
}
pub fn predicates(xs: &[i32]) -> (bool, bool, usize) { (xs.all(|x| x > 0), xs.any(|x| x == 3), xs.count(|x| x % 2 == 0)) }
/// The second traversal needs the result of the first.
pub fn dependent(xs: &[f64]) -> f64 { let mean = xs.sum() / xs.len() as f64; xs.map(|x| (x - mean) * (x - mean)).sum() }
