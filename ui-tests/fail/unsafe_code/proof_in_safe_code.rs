//! Only `unsafe` makes the token that leads past all checks.
#![forbid(unsafe_code)]

use accel::host::{Buffer, Proven};

fn main() {
    let safe = Proven::that("it is short");
    Buffer::literal(safe, [1]).set(7, 7);
    let unsafe_too = unsafe { Proven::that("it is shorter") };
    Buffer::literal(unsafe_too, [1]).set(7, 7);
}
