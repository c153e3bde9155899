//! Lanes that write to arrays anywhere, or combine values into them.

use accel::accel;

accel! {
    pub fn permuted(xs: &[i32; n], to: &[usize; n]) -> [i32; n] { xs.clone().scatter(to, xs.map(|x| x.wrapping_mul(3))) }
    /// Narrow elements, and lanes that write nothing.
    pub fn marked(at: &[i64], count: usize) -> ([bool], usize) {
        let to = at.map(|i| if i % 3 == 0 { SKIP } else { i });
        ((0..count).map(|_| false).scatter(to, at.map(|_| true)), to.count(|i| i == SKIP))
    }
    /// Products, whole.
    pub fn paired(at: &[u32], count: usize) -> [(u32, u64, u8)] {
        (0..count).map(|_| (0u32, 0u64, 0u8)).scatter(at, at.enumerate().map(|(i, _)| (i as u32, i as u64 * 5, i as u8)))
    }
    pub fn scattered_sums(xs: &[i32; n], to: &[usize; n]) -> ([i32; n], i32) {
        let sums = xs.scan(0, |a, b| a.wrapping_add(b));
        (xs.clone().scatter(to, sums), sums.max())
    }
    pub fn counted(at: &[usize], bins: usize) -> [u32] {
        (0..bins).map(|_| 0u32).scatter_with(|a, b| a + b, at, at.map(|_| 1))
    }
    pub fn counted_bytes(at: &[usize], bins: usize) -> [u8] {
        (0..bins).map(|i| i as u8).scatter_with(|a, b| a + b, at, at.map(|i| i as u8))
    }
    pub fn combined(at: &[usize; n], xs: &[i64; n], bins: usize) -> ([(i64, i64, u64)], [i64], [f64]) {
        (
            (0..bins).map(|_| (5i64, -5i64, 0u64)).scatter_with(
                |(a, b, c), (d, e, f)| (a.min(d), b + e, c ^ f), at, xs.map(|x| (x, x, x as u64)),
            ),
            (0..bins).map(|_| 1i64).scatter_with(|a, b| a * b, at, xs.map(|x| x | 1)),
            (0..bins).map(|_| 0.5).scatter_with(|a, b| if a < b { b } else { a }, at, xs.map(|x| x as f64)),
        )
    }
    pub fn flags_of(at: &[usize], bins: usize) -> ([bool], [i16]) {
        (
            (0..bins).map(|_| false).scatter_with(|a, b| a || b, at, at.map(|i| i % 2 == 0)),
            (0..bins).map(|_| 0i16).scatter_with(|a, b| a.max(b), at, at.map(|i| i as i16)),
        )
    }
    /// Floats, whose sums depend on the order.
    pub fn weighed(at: &[usize], bins: usize) -> [f64] {
        (0..bins).map(|_| 0.0).scatter_with(|a, b| a + b, at, at.map(|i| i as f64 * 0.1))
    }
    /// The same, and lanes that combine nowhere.
    pub fn weighed_some(at: &[usize; n], xs: &[f32; n], bins: usize) -> [f32] {
        let to = zip(at, xs).map(|(i, x)| if x > 0.5 { i } else { SKIP });
        (0..bins).map(|i| i as f32).scatter_with(|a, b| a + b, to, xs)
    }
    /// Products that are combined as a whole.
    pub fn best(at: &[usize; n], xs: &[i64; n], bins: usize) -> [(i64, u8, u32)] {
        (0..bins).map(|_| (i64::MIN, 0u8, 0u32)).scatter_with(
            |a, b| if a.0 > b.0 || (a.0 == b.0 && a.2 > b.2) { a } else { b },
            at,
            xs.enumerate().map(|(i, x)| (x, x as u8, i as u32)),
        )
    }
    /// Averages: their parts are of different sizes.
    pub fn averages(at: &[u8; n], xs: &[f32; n]) -> [f32; 7] {
        let none = [(0u8, 0.0f32, 0u32); 7];
        let sums = none.scatter_with(|a, b| (a.0 | b.0, a.1 + b.1, a.2 + b.2), at, xs.map(|x| (1, x, 1)));
        sums.map(|(any, sum, count)| if any == 1 { sum / count as f32 } else { -1.0 })
    }
}
