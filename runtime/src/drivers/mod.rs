//! Drivers: the functions that generated code calls to run a kernel, or to sort.
//!
//! A driver runs the kernel on the CUDA device that the thread has entered, if the kernel has code for it,
//! and otherwise on the cores of this machine. So `cpu/` and `cuda/` know kernels alone, and not each other;
//! neither knows a driver.

pub(crate) mod kernels;
pub(crate) mod long_row;
pub(crate) mod sort;
