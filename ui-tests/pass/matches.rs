//! `match` on scalars and tuples: literals, ranges, alternatives, guards, bindings.

use accel::accel;

accel! {
    pub fn kind(byte: u8) -> i32 {
        match byte {
            b'0'..=b'9' => 0,
            b'a'..=b'z' | b'A'..=b'Z' => 1,
            b' ' | b'\t' | b'\n' => 2,
            128.. => 3,
            _ => 4,
        }
    }

    pub fn fizz(n: u32) -> u32 {
        match (n % 3, n % 5) {
            (0, 0) => 15,
            (0, _) => 3,
            (_, 0) => 5,
            _ => n,
        }
    }

    pub fn sign(x: f64) -> i32 {
        match x {
            _ if x.is_nan() => 0,
            0.0 => 0,
            positive if positive > 0.0 => 1,
            _ => -1,
        }
    }

    pub fn every(flags: (bool, bool)) -> i32 {
        match flags {
            (true, true) => 3,
            (true, false) => 2,
            (false, true) => 1,
            (false, false) => 0,
        }
    }

    pub fn kinds(text: &[u8]) -> [i32] {
        text.map(kind)
    }
}

pub fn main() {
    assert_eq!(kind(b'0'), 0);
    assert_eq!(kinds("a1 ü!".as_bytes()).to_vec(), [1, 0, 2, 3, 3, 4]);
    assert_eq!([fizz(15), fizz(9), fizz(10), fizz(7)], [15, 3, 5, 7]);
    assert_eq!([sign(-0.5), sign(0.0), sign(2.0), sign(f64::NAN)], [-1, 0, 1, 0]);
    assert_eq!([every((true, false)), every((false, false))], [2, 0]);
}
