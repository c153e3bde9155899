//! Only `unsafe` makes the token that leads past all checks.
#![forbid(unsafe_code)]

use accel::host::{Buffer, Proven};

fn main() {
    let safe = Proven::that("it is short");
    let Ok(mut one) = Buffer::literal(safe, 0, &[1]) else { return };
    one.set(7, 7);
    let unsafe_too = unsafe { Proven::that("it is shorter") };
    let Ok(mut one) = Buffer::literal(unsafe_too, 0, &[1]) else { return };
    one.set(7, 7);
}
