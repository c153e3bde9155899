//! Arrays of tuples of more components than Rust's traits know; fields of no type.

use accel::accel;

accel! {
    struct Nothing {
        nothing: (),
        more: i32,
    }

    type Thirteen = (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8);

    pub fn many(xs: &[u8; n]) -> [Thirteen; n] {
        xs.map(|x| (x, x, x, x, x, x, x, x, x, x, x, x, x))
    }

    // Outside of arrays, and inside of a function, there may be as many as one likes.
    pub fn within(xs: &[u8; n]) -> Thirteen {
        xs.map(|x| (x, x, x, x, x, x, x, x, x, x, x, x, x)).rev()[0]
    }
}

fn main() {
    let _: (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8) = within(&[1]);
}
