//! Plan to CUDA C++: a struct for each kernel with what a lane needs, its lane as a method, and an
//! entry that hands both to a driver of the device header (`device/`), as the Rust of
//! [`emit::cpu`](super::cpu) hands them to the drivers of the runtime. nvcc and clang both compile
//! the text. It has no decisions: a kernel that it cannot write yet runs on the CPU.
//!
//! A check that fails only says so. The host then has the CPU run the call again, which finds the
//! first lane that fails and tells what was wrong, in the same words.

mod ahead;
mod append;
mod arrays;
mod at_once;
mod compact;
mod entry;
mod frame;
mod growing;
mod kernel;
mod lane;
mod loading;
mod methods;
mod names;
mod nested;
mod ordered;
mod product;
mod reductions;
mod rows;
mod running;
mod scalar;
mod scan;
mod scatter;
mod sort;
mod team;
mod text;
mod tiles;
mod turned;
mod unit;
mod units;
mod windows;

pub use entry::Entry;
pub use unit::{Unit, emit};
pub use units::{DeviceCode, Units};
