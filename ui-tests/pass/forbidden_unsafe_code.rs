//! Blocks and modules stand where unsafe code is forbidden, as their code is the compiler's.

#![forbid(unsafe_code)]

use accel::accel;

accel! {
    <T: f32 | f64>

    pub struct Point { pub x: f64, pub mark: (u8, bool) }
    pub struct Single { pub value: u32 }

    pub fn sorted(points: &[Point]) -> [Point] { points.sort_by_key(|point| point.mark.0) }
    pub fn put(mut xs: [f32], i: usize) -> [f32] { xs[i] = 2.0; xs }
    pub fn evens(rows: &[[u32]]) -> [[u32]] { rows.map(|row| row.filter(|x| x % 2 == 0)) }
    pub fn singles(n: usize) -> [Single; n] { (0..n).map(|i| Single { value: i as u32 }) }
    pub fn total(xs: &[T]) -> T { xs.sum() }
    pub fn factorial(n: u64) -> u64 { if n < 2 { 1 } else { n * factorial(n - 1) } }
}

#[accel::module]
mod inside {
    pub struct Reading { pub time: u32, pub value: f64 }

    pub fn late(readings: &[Reading]) -> [Reading] { readings.filter(|reading| reading.time > 3) }
    pub fn histogram(bins: &[usize], n: usize) -> [u32] { [0; n].scatter_with(|a, b| a + b, bins, bins.map(|_| 1)) }
}

pub fn main() {
    let points = [Point { x: 1.5, mark: (2, true) }, Point { x: 2.5, mark: (1, false) }];
    assert_eq!(sorted(&points).get(0), Some(points[1]));
    assert_eq!(sorted((&[1.5], (&[2], &[true]))).len(), 1);
    assert_eq!(put(vec![0.0, 1.0], 0), [2.0, 1.0]);
    assert_eq!(evens(&[vec![1, 2], vec![3]]).lengths(), [1, 0]);
    assert_eq!(singles(2).get(1), Some(Single { value: 1 }));
    assert_eq!(total(&[1.0f32, 2.0]), 3.0);
    assert_eq!(factorial(5), 120);
    assert_eq!(inside::late(&[inside::Reading { time: 4, value: 0.5 }]).len(), 1);
    assert_eq!(inside::histogram(&[0, 2, 2], 3), [1, 0, 2]);
}
