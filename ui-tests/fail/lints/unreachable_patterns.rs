#![deny(unreachable_patterns)]

use accel::accel;

accel! {
    const LAST: i32 = 9;

    pub fn digits(n: i32) -> i32 {
        match n {
            0..=9 => 1,
            3 => 2,
            LAST => 3,
            10 | 11 | 10 => 4,
            _ => 5,
            20..30 => 6,
        }
    }

    pub fn pairs(p: (bool, u8), c: bool) -> i32 {
        match p {
            (true, 0..=99) => 1,
            (_, 50) if c => 2,
            (false, x) => x as i32,
            (true, 100..=255) => 3,
            (_, 50) => 4,
        }
    }

    #[allow(unreachable_patterns)]
    pub fn allowed(n: u8) -> i32 {
        match n {
            other => other as i32,
            1 => 2,
        }
    }

    pub fn right(n: i64, x: f64, b: bool) -> i64 {
        let of_n = match n { 0 => 1, 0..=5 => 2, n if n < 3 => 3, -7 | 6 => 4, _ => 5 };
        let of_x = match x { 0.5 => 1, 1.5 => 2, _ => 3 };
        of_n + of_x + match (b, n) { (true, 1) => 1, (false, 1) => 2, (_, 0 | 2) => 3, _ => 4 }
    }
}

fn main() {
    println!("{} {}", digits(1), pairs((true, 2), false));
    println!("{} {}", allowed(1), right(2, 0.5, true));
}
