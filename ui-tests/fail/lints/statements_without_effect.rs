#![deny(path_statements, unused_must_use)]

use accel::accel;

accel! {
    const LIMIT: i32 = 3;

    pub fn idle(xs: &[i32], x: i32, c: bool) -> i32 {
        x;
        LIMIT;
        if c {
            x == LIMIT;
        }
        for i in 0..x {
            i + 1;
            -i;
            !c;
        }
        xs.map(|y| { y & 1; c && y > 0; y }).sum()
    }

    #[allow(path_statements, unused_must_use)]
    pub fn allowed(x: i32) -> i32 {
        x;
        x * x;
        x
    }
}

fn main() {
    println!("{} {}", idle(&[1], 2, true), allowed(1));
}
