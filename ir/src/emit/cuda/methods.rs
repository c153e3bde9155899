//! The parts of a kernel: the methods of its struct, and the entries that hand it to drivers.

use accel_abi::constants::THREADS;

use super::text::Lines;
use crate::core::{Soac, Var};

/// The methods of a kernel's struct, and the entries that launch it.
pub(super) struct Methods {
    /// Types and methods.
    pub(super) lines: Lines,
    /// The `__global__` functions.
    pub(super) entries: Lines,
}

/// A map with the variables that its launch binds, and the name of its entry.
#[derive(Clone, Copy)]
pub(super) struct Map<'a> {
    pub(super) soac: &'a Soac,
    pub(super) binds: &'a [Var],
    pub(super) name: &'a str,
}

/// The beginning of an entry.
pub(super) fn head() -> String {
    head_within(&THREADS.to_string())
}

/// The same, with other bounds of the launch.
pub(super) fn head_within(bounds: &str) -> String {
    format!("extern \"C\" __global__ void __launch_bounds__({bounds})")
}
