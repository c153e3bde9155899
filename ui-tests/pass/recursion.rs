//! Functions may call themselves and each other.

use accel::accel;

accel! {
    pub fn factorial(n: u64) -> u64 {
        if n == 0 { 1 } else { n * factorial(n - 1) }
    }

    pub fn greatest_divisor(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { greatest_divisor(b, a % b) }
    }

    fn is_even(n: u32) -> bool {
        if n == 0 { true } else { is_odd(n - 1) }
    }

    fn is_odd(n: u32) -> bool {
        if n == 0 { false } else { is_even(n - 1) }
    }

    pub fn parity(n: u32) -> u32 {
        if is_even(n) { 0 } else { 1 }
    }
}

pub fn main() {
    assert_eq!(factorial(5), 120);
    assert_eq!(greatest_divisor(12, 18), 6);
    assert_eq!([parity(4), parity(7)], [0, 1]);
}
