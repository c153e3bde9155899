//! Random programs whose compiled code gives the results of the interpreter, with low limits: small programs
//! take the forms that are meant for large ones (see `build.rs`).

// The macro marks the code that it gives as its own, for which lints of a crate do not hold.
#![allow(missing_docs, unused_imports, unsafe_code, unused_comparisons)]

use accel_tests::compiled::{code_agrees, not_compiled};

include!(concat!(env!("OUT_DIR"), "/random_low.rs"));
