//! What is measured on a CUDA device, and on what: `main.rs` takes the times, and the tests of
//! `tests/cuda` what the emulator counts.

#![allow(missing_docs)]

// Without its crate, whose rivals take long to compile.
#[allow(dead_code)]
#[path = "../../src/data.rs"]
mod data;
pub mod functions;
pub mod inputs;
#[path = "../../src/nested/spmv/matrices.rs"]
mod matrices;
