// The first of equal keys in arrays of many lanes, which are compared side by side.
// gives: greatest(&(0..3000).map(|i| (i * 7919 % 97) as f32).collect::<Vec<_>>()) == (61, 96.0, 144035.0)
// gives: nearest(&(0..3000).map(|i| (i * 7919 % 97) as u16).collect::<Vec<_>>(), 50) == (54, 0, 0, 0)
// gives: nearest(&[7; 200], 7) == (0, 0, 0, 7)
// gives: greatest(&[f32::NAN; 300]).0 == 0
// gives: least_of_kept(&(0..3000).map(|i| (i * 7919 % 97) as i64).collect::<Vec<_>>()) == 36
// gives: least_of_kept(&[0; 200]) == 0
// plan: greatest kernels 1, intermediates 0
// fused: greatest.1 argmax, max, sum

pub fn greatest(xs: &[f32]) -> (usize, f32, f32) { (xs.argmax(), xs.max(), xs.sum()) }
fn distance(x: u16, y: u16) -> u16 { if x < y { y - x } else { x - y } }
pub fn nearest(xs: &[u16], y: u16) -> (usize, usize, u16, u16) {
    let far = (0..xs.len()).max_by_key(|i| distance(xs[i], y));
    (xs.map(|x| distance(x, y)).argmin(), far, xs.map(|x| distance(x, y)).min(), xs[far])
}
/// The place at which the least of the odd keys stands first.
pub fn least_of_kept(xs: &[i64]) -> usize {
    let least = xs.map(|x| if x % 2 == 1 { x } else { 99 }).min();
    xs.map(|x| if x == least { 0 } else { 1 }).argmin()
}
