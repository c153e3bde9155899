// Sorts by several keys. The first bits that differ are compared first, and elements for which these are the
// same by the remaining bits: of the same key, of the next ones, of few and of many elements.
// gives: a(&[2, 1, 2, 1], &[-1, 5, -2, 5]) == [1, 3, 2, 0] && b(&[2, 1, 2, 1], &[-1, 5, -2, 5]) == [2, 0, 1, 3]
// gives: c(&[2, 1, 2], &[f64::NAN, 0.0, -0.5]) == [1, 2, 0] && d(&[2, 1, 2], &[f64::NAN, 0.0, -0.0]) == [2, 1, 0]
// gives: e(&[(1, 2, 3), (1, -2, 3), (-1, 9, 9), (1, -2, 2)]) == [2, 3, 1, 0]
// gives: f(&[(1, 2, 3), (1, -2, 3), (-1, 9, 9), (1, -2, 2)]).to_vec() == [(-1, 9, 9), (1, -2, 2), (1, -2, 3), (1, 2, 3)]
// gives: g(&[(9, u64::MAX), (8, 1), (9, 0)]).to_vec() == [(8, 1), (9, 0), (9, u64::MAX)]
// gives: h(&[(0.5, 7), (-0.5, 8), (0.5, 6)]).to_vec() == [(-0.5, 8), (0.5, 6), (0.5, 7)]
// gives: [0, 1, 4, 5, 10, 11, 12, 100, 511, 512, 1500].iter().all(|n| ascend(*n))
// gives: [5, 20, 700].iter().all(|n| ascend_in_rows(*n) && grouped(*n))

pub fn a(x: &[u32; n], y: &[i64; n]) -> [usize] { (0..n).sort_by_key(|i| (x[i], y[i])) }
pub fn b(x: &[u32; n], y: &[i64; n]) -> [usize] { (0..n).sort_by_key(|i| (y[i], x[i])) }
pub fn c(x: &[u32; n], y: &[f64; n]) -> [usize] { (0..n).sort_by_key(|i| (x[i], y[i])) }
pub fn d(x: &[u32; n], y: &[f64; n]) -> [usize] { (0..n).sort_by_key(|i| (y[i], x[i])) }
pub fn e(xs: &[(i32, i32, i32)]) -> [usize] { xs.argsort() }
pub fn f(xs: &[(i32, i32, i32)]) -> [(i32, i32, i32)] { xs.sort() }
pub fn g(xs: &[(u8, u64)]) -> [(u8, u64)] { xs.sort() }
pub fn h(xs: &[(f32, u32)]) -> [(f32, u32)] { xs.sort() }

/// Numbers without an order.
fn mixed(i: usize) -> u64 {
    let x = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let y = (x ^ (x >> 32)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    y ^ (y >> 29)
}

/// Three keys with more bits than a number has: the first has three values, the second is a float with as many
/// values as there are groups of seven elements, and the third is the same for one in four of these.
fn keys(i: usize) -> (i8, f64, u64) {
    let third = if i % 4 == 0 { 5 } else { mixed(i) };
    ((mixed(i / 7) % 3) as i8 - 1, (mixed(i / 7) % 1000) as f64 / 1000.0 - 0.5, third)
}

/// Returns true if sorts of so many elements are stable and in the order of their keys.
pub fn ascend(n: usize) -> bool {
    let order = (0..n).sort_by_key(|i| keys(i));
    (1..n).all(|k| before(order[k - 1], order[k])) && order.map(|i| i + 1).sum() == (0..n).map(|i| i + 1).sum()
}
pub fn ascend_in_rows(n: usize) -> bool {
    (0..3).all(|row| {
        let order = (row..row + n).sort_by_key(|i| keys(i));
        (1..n).all(|k| before(order[k - 1], order[k]))
    })
}
fn before(i: usize, j: usize) -> bool {
    let ((a, b, c), (p, q, r)) = (keys(i), keys(j));
    a < p || (a == p && (b < q || (b == q && (c < r || (c == r && i < j)))))
}

/// A key of 64 bits whose highest ones differ a little, so that many elements have the same first bits.
pub fn grouped(n: usize) -> bool {
    let values = (0..n).map(|i| mixed(i / 50) % 20 * 0x0fff_ffff_ffff + mixed(i) % 3);
    let order = values.argsort();
    (1..n).all(|k| {
        let (i, j) = (order[k - 1], order[k]);
        values[i] < values[j] || (values[i] == values[j] && i < j)
    })
}
