#![deny(deprecated)]

use accel::accel;

accel! {
    const BITS: u32 = 32;
    const HALF: u8 = 128;
    pub const LARGE: i32 = i32::MAX + 1;
    #[allow(arithmetic_overflow)]
    const ALL: u64 = 0 - 1;

    pub fn sum(x: u8) -> u8 {
        x + (200 + 100)
    }

    pub fn product() -> u8 {
        let two = 2;
        HALF * two
    }

    pub fn shifted(x: u32) -> u32 {
        let mut y = x << 40;
        y >>= BITS;
        y
    }

    pub fn negated() -> i8 {
        -i8::MIN
    }

    pub fn below() -> usize {
        1 - 2
    }

    #[allow(arithmetic_overflow)]
    pub fn allowed(x: u32) -> u32 {
        x ^ (0 - 1) ^ ALL as u32
    }

    #[allow(deprecated)]
    pub fn allowed_too(x: u32) -> u32 {
        x ^ (0 - 1)
    }

    pub fn right(x: u32, y: u32) -> u32 {
        let high = if BITS < 32 { x << (BITS + 1000) } else { x << (BITS - 1) };
        high + x.wrapping_mul(2654435761) + (y << x) + (i64::MIN / 2) as u32 + (-128i8) as u32
    }
}

fn main() {
    println!("{} {} {} {LARGE}", sum(1), product(), shifted(1));
    println!("{} {} {} {}", negated(), below(), allowed(1) + allowed_too(1), right(1, 2));
}
