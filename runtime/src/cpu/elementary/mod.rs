//! Elementary functions of `f32`, in a form that vectorises: without calls and without branches.
//!
//! All of them compute in `f64`, so that the `f32` to which they round at the end is the nearest number but
//! for one argument in a million: they are exact to 0.501 units in the last place, zeros, infinities, NaN and
//! subnormal numbers included. The bits are the same at every level of instructions, since no operation is
//! contracted.
//!
//! Everything here is for generated code; `f64` has the functions of the standard library.

mod circular;
mod exponential;
mod inverse;
mod logarithm;
mod polynomial;
mod power;

pub use circular::{cos, sin, tan};
pub use exponential::{cosh, exp, exp_m1, exp2, sinh, tanh};
pub use inverse::{acos, asin, atan, atan2};
pub use logarithm::{ln, ln_1p, log, log2, log10};
pub use power::{hypot, powf};

#[cfg(test)]
mod tests;
