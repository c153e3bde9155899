//! Kernels: one trait for each pattern of kernel, and the types that kernels read, write and give.
//!
//! The compiler writes a kernel as a `Copy` struct that implements one of these traits. Its methods compute
//! one lane, or a tile of lanes; its constants say how lanes are best run; [`DeviceKernel`] is its code for
//! CUDA devices. Whoever runs a kernel (`cpu/`, `cuda/`) knows this folder; nothing here knows who does.
//!
//! [`DeviceKernel`]: crate::launch::DeviceKernel

pub(crate) mod append;
pub(crate) mod block_outputs;
pub(crate) mod combine;
pub(crate) mod compact;
pub(crate) mod filter_columns;
pub(crate) mod growing;
pub(crate) mod guards;
pub(crate) mod lane_value;
pub(crate) mod map;
pub(crate) mod pack;
pub(crate) mod reduce;
pub(crate) mod row_writers;
pub(crate) mod scan;
pub(crate) mod scatter;
pub(crate) mod sizes;
pub(crate) mod sort_keys;
