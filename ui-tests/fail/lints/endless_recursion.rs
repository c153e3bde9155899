#![deny(unconditional_recursion)]

use accel::accel;

accel! {
    pub fn endless(x: i32) -> i32 {
        2 * endless(x + 1)
    }

    pub fn in_both(x: i32) -> i32 {
        if x > 0 { in_both(x - 1) } else { in_both(x + 1) }
    }

    #[allow(unconditional_recursion)]
    pub fn allowed(x: i32) -> i32 {
        allowed(x)
    }

    pub fn ends(x: i32) -> i32 {
        if x > 0 { ends(x - 1) } else { 0 }
    }
}

fn main() {
    println!("{} {} {} {}", endless(1), in_both(1), allowed(1), ends(1));
}
