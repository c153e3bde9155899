//! Plan to CUDA C++: a struct for each kernel with what a lane needs, its lane as a method, and an
//! entry that hands both to a driver of the device header (`device/`), as the Rust of
//! [`emit::cpu`](super::cpu) hands them to the drivers of the runtime. nvcc and clang both compile
//! the text. It has no decisions: a kernel that it cannot write yet runs on the CPU.
//!
//! A check that fails only says so. The host then has the CPU run the call again, which finds the
//! first lane that fails and tells what was wrong, in the same words.

mod append;
mod append_rows;
mod arrays;
mod batched_loads;
mod compact;
mod context;
mod entry;
mod frame;
mod kernel;
mod lane;
mod lane_prefix;
mod methods;
mod names;
mod nested;
mod precomputed_rows;
mod product;
mod reductions;
mod row_scans;
mod scalar;
mod scan;
mod scatter;
mod sort;
mod sort_then_combine;
mod stencil;
mod team;
mod text;
mod tiles;
mod transposed;
mod unit;
mod units;
mod unroll_factor;

pub use entry::Entry;
pub use unit::{Unit, emit};
pub use units::{DeviceCode, Units};
