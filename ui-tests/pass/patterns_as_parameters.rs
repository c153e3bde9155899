//! Patterns as parameters, of helpers and of public functions.

use accel::accel;

accel! {
    pub struct Point {
        pub x: f64,
        pub y: f64,
    }

    fn distance((a, b): (f64, f64), (c, d): (f64, f64)) -> f64 {
        (a - c).hypot(b - d)
    }

    pub fn distances(xs: &[(f64, f64)]) -> [f64] {
        xs.map(|x| distance(x, (1.0, 2.0)))
    }

    pub fn norm(Point { x, y }: Point, _: i32) -> f64 {
        x.hypot(y)
    }

    pub fn pushed((mut xs, n): ([i32; k], i32)) -> [i32; k] {
        xs[0] = n;
        xs
    }
}

pub fn main() {
    assert_eq!(distances(&[(4.0, 6.0), (1.0, 2.0)]), [5.0, 0.0]);
    assert_eq!(norm(Point { x: 3.0, y: 4.0 }, 1), 5.0);
    assert_eq!(pushed((vec![1, 2], 7)), [7, 2]);
}
