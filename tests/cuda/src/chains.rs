//! What passes from lane to lane: scans and filters.

use accel::accel;

accel! {
    pub struct Reading { pub flag: bool, pub value: f64, pub count: u16 }

    pub fn running_sums(xs: &[i32]) -> ([i32], [i32]) {
        (xs.scan(5, |a, b| a + b), xs.scan_exclusive(-1, |a, b| a.max(b)))
    }
    pub fn running_float_sums(xs: &[f64]) -> [f64] { xs.map(|x| x * 0.5).scan(0.25, |a, b| a + b) }
    /// The composition of affine maps, which does not commute.
    pub fn compositions(maps: &[(u64, u64)]) -> [(u64, u64)] {
        maps.scan((1, 0), |(a, b), (c, d)| (a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d)))
    }
    /// A product with gaps between its components.
    pub fn readings(list: &[Reading]) -> [Reading] {
        list.scan_exclusive(Reading { flag: false, value: -1.0, count: 1 }, |a, b| Reading {
            flag: a.flag != b.flag, value: a.value.max(b.value), count: a.count.wrapping_add(b.count),
        })
    }
    pub fn scanned_bytes(xs: &[u8]) -> [u8] { xs.map(|x| x | 1).scan(1, |a, b| a.wrapping_mul(b)) }
    /// A scan with stores and reductions beside it, some of them of what it gives.
    pub fn balances(moves: &[i64], least: i64) -> ([i64], [bool], i64, usize, (u64, u64)) {
        let balance = moves.scan(100, |a, b| a.wrapping_add(b));
        (
            balance,
            zip(balance, moves).map(|(b, m)| b > m),
            balance.min(),
            balance.count(|b| b < least),
            balance.map(|b| (b as u64, 1)).reduce((1, 0), |(a, b), (c, d)| {
                (a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d))
            }),
        )
    }
    pub fn quotients_so_far(xs: &[i32; n], ys: &[i32; n]) -> [i32; n] {
        zip(xs, ys).map(|(x, y)| x / y).scan(0, |a, b| a ^ b)
    }
    pub fn looked_up_so_far(xs: &[i32], table: &[f32]) -> [f32] {
        xs.scan(0, |a, b| a.wrapping_add(b)).map(|x| table[x])
    }
}
