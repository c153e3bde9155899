//! Defines the choices of a compilation: those of the macro's users, and those of tests.

use crate::Limits;
use crate::emit::cuda::DeviceCode;

/// The choices for a block.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The code of kernels that have been compiled for CUDA devices.
    pub units: CodeOfUnits<'a>,
    /// The thresholds by which versions and schedules are chosen.
    pub limits: Limits,
    /// True if plans are printed and read back before code is written of them.
    pub reads_plans_back: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { units: None, limits: Limits::MEASURED, reads_plans_back: false }
    }
}

/// Gives an expression for the compiled form of a [`Unit`](crate::Unit), by its name, if there is one.
pub type CodeOfUnits<'a> = Option<&'a dyn Fn(&str) -> Option<DeviceCode>>;
