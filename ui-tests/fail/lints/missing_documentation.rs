//! Lints about generated items point at the user's.
#![deny(missing_docs)]

use accel::accel;

accel! {
    pub struct Point {
        /// The first coordinate.
        pub x: f64,
    }

    pub const LIMIT: f64 = 2.0;

    pub fn small(p: Point) -> bool {
        p.x < LIMIT
    }
}

fn main() {
    println!("{} {}", small(Point { x: 1.0 }), LIMIT);
}
