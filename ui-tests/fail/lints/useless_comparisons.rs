#![deny(unused_comparisons, invalid_nan_comparisons)]

use accel::accel;

accel! {
    <T: u8 | i32>

    pub fn never(i: usize, b: u8) -> bool {
        i < 0 || i - 1 < 0 || b > 255 || 255 < b
    }

    pub fn always(xs: &[u64]) -> bool {
        xs.all(|x| x >= 0) && 0 <= xs.len()
    }

    pub fn missing(xs: &[f64], y: f32) -> usize {
        xs.map(|x| if x == f64::NAN { 0.0 } else { x }).count(|x| f64::NAN != x.abs())
            + if y < f32::NAN { 1 } else { 0 }
    }

    #[allow(unused_comparisons)]
    pub fn allowed(x: u32) -> bool {
        x >= 0
    }

    pub fn right(x: i32, y: u32, t: T) -> bool {
        x < 0 && y > 0 && y <= 0 && x >= 255 && y == 0 && t < 0
    }
}

fn main() {
    println!("{} {} {}", never(1, 2), always(&[1]), missing(&[1.0], 2.0));
    println!("{} {}", allowed(1), right(1, 2, 3u8));
}
