//! Helpers of the integration tests: compiled programs with a way to call them, and values across the
//! border between the interpreter and compiled code.

pub mod compiled;
#[cfg(doctest)]
mod documentation;
pub mod program_tests;
pub mod values;

pub use accel_ir as ir;
