#![deny(dead_code)]

use accel::accel;

accel! {
    pub fn used(x: i32) -> i32 {
        inner(x) + LIMIT
    }

    const LIMIT: i32 = 3;

    fn inner(x: i32) -> i32 {
        x
    }

    fn outer(x: i32) -> i32 {
        if x > 0 { outer(x - 1) } else { inner(x) }
    }

    #[allow(dead_code)]
    fn kept(x: i32) -> i32 {
        x
    }
}

fn main() {
    println!("{:?}", used(1));
}
