//! The functions that are measured on a CUDA device, and their arguments: `main.rs` takes the
//! times, and the tests of `tests/cuda` compare the counts of the emulator.

#![allow(missing_docs)]

// Without its crate, whose rivals take long to compile.
#[allow(dead_code)]
#[path = "../../src/data.rs"]
mod data;
pub mod functions;
pub mod inputs;
#[path = "../../src/nested/spmv/matrices.rs"]
mod matrices;
