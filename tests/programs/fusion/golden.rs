// Examples of fusion through tuples.
// gives: f1(&[1, 2]) == [12, 20] && f2(&[1, 2]) == [4, 7] && f6(&[1, 2]) == [3, 5]
// plan: f1 kernels 1, intermediates 0
// plan: f2 kernels 1, intermediates 0
// plan: f3 kernels 1, intermediates 0
// plan: f4 kernels 2, intermediates 1
// plan: f5 kernels 1, intermediates 0
// plan: f6 kernels 1, intermediates 0
// plan: f7 kernels 1, intermediates 0
// plan: f8 kernels 1, intermediates 0

/// One array twice in a `zip`.
pub fn f1(xs: &[i32]) -> [i32] { let ys = xs.map(|x| x + 2); zip(ys, ys).map(|(a, b)| a * b + b) }
/// Both components of a tuple of arrays.
pub fn f2(xs: &[i32]) -> [i32] {
    let ys = (xs.map(|x| x + 1), xs.map(|x| x * 2));
    zip(ys.0, ys.1).map(|(a, b)| a + b)
}
/// Three components, one of them a scan, used crosswise.
pub fn f3(xs: &[i32; n]) -> ([i32; n], [i32; n]) {
    let t = (generate(n, |i| i as i32), xs.scan(0, |a, b| a + b), xs.map(|x| x * x));
    (zip(t.0, t.2).map(|(a, b)| a - b), zip(t.2, t.1).map(|(a, b)| a + b))
}
/// A scan from the right, used by a map and by another scan.
pub fn f4(xs: &[i32]) -> [i32] {
    let a = { let b = xs.rev().scan(1, |a, b| a + b).rev(); (b.map(|x| 2 * x), b.scan(0, |a, b| a + b)) };
    zip(a.0, a.1).map(|(x, y)| x - y)
}
/// A component of a nested tuple.
pub fn f5(xs: &[i32]) -> ([i32], i32) {
    let x = (xs.sum(), (xs.map(|x| x + 1), xs.max(), xs.min()));
    (x.1.0.map(|y| y * 3), x.0 + x.1.1 - x.1.2)
}
pub fn f6(xs: &[i32]) -> [i32] { xs.map(|x| x * 2).map(|x| x + 1) }
pub fn f7(n: usize) -> [usize] { let a = generate(n, |i| i * i); a.map(|x| x + 1) }
pub fn f8(xs: &[i32]) -> [i32] {
    let a = { let b = xs.scan(0, |a, b| a + b); b.map(|x| x + 1) };
    a.map(|x| x * 2)
}
