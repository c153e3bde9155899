//! Kernels: the traits that they implement, and the types that they read, write and give.
//!
//! The compiler writes a kernel as a `Copy` struct that implements [`Kernel`](base::Kernel), which tells the
//! cost of a lane and has the code for CUDA devices, and the trait of its pattern. The methods of that
//! compute one lane, or a tile of lanes; its constants say how lanes are best run. A kernel whose lanes give
//! values that are combined implements [`Combines`](base::Combines), which has the operator. The drivers that
//! run kernels (`cpu/`, `cuda/`) know this folder; nothing here knows the drivers.

pub(crate) mod append;
pub(crate) mod base;
pub(crate) mod block_outputs;
pub(crate) mod combine;
pub(crate) mod compact;
pub(crate) mod filter_columns;
pub(crate) mod growable_column;
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
