//! State that passes from lane to lane: scans and filters.

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
    /// A scan with stores and reductions beside it, some of them of its results.
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
    pub fn kept(xs: &[i32]) -> ([i32], usize) { let kept = xs.filter(|x| x > 0); (kept.map(|x| x * 2), kept.len()) }
    /// Two groups, stores and reductions in one kernel.
    pub fn parted(xs: &[i64], at: i64) -> ([i64], [(i64, usize)], [i64], i64, usize) {
        (
            xs.filter(|x| x < at),
            xs.enumerate().filter(|(_, x)| x >= at).map(|(i, x)| (x, i)),
            xs.map(|x| x.wrapping_mul(3)),
            xs.min(),
            xs.argmax(),
        )
    }
    pub fn kept_readings(list: &[Reading]) -> [Reading] { list.filter(|r| r.flag) }
    /// A filter beside a reduction that does not commute.
    pub fn odd_and_composed(maps: &[(u64, u64)]) -> ([u64], (u64, u64)) {
        (
            maps.map(|(a, b)| a ^ b).filter(|x| x % 2 == 1),
            maps.reduce((1, 0), |(a, b), (c, d)| (a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d))),
        )
    }
    pub fn small_quotients(xs: &[i32; n], ys: &[i32; n]) -> [i32] {
        zip(xs, ys).map(|(x, y)| x / y).filter(|x| x < 1000)
    }
    pub fn positions(m: &[[i32; k]; n]) -> [usize] {
        m.flatten().enumerate().filter(|(_, x)| x % 4 == 1).map(|(i, _)| i)
    }
}
