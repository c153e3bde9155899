//! Random programs whose compiled code gives the results of the interpreter, the second half; in two
//! halves because rustc takes its time with each (see `build.rs`).

#![allow(missing_docs, unused_imports)]

use accel_tests::compiled::{code_agrees, not_compiled};

include!(concat!(env!("OUT_DIR"), "/random_2.rs"));
