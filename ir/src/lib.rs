//! The compiler behind accel: from the tokens of a block to Rust.
//!
//! ```text
//! tokens ─ syntax ─▶ surface tree ─ types ─▶ core IR ─ passes ─▶ core IR ─ flatten ─▶ plan ─ emit ─▶ Rust
//!                                               │
//!                                               └─ interp: what every program means
//! ```
//!
//! For devices, recursive functions are lifted before the passes ([`lift`]). [`compile`] is the whole
//! pipeline.

pub mod core;
pub mod devices;
pub mod diagnostic;
pub mod emit;
pub mod flatten;
pub mod interface;
pub mod interp;
pub mod lift;
pub mod passes;
pub mod plan;
pub mod source;
mod stack;
pub mod syntax;
pub mod tokens;
pub mod types;

mod compile;

pub use compile::{
    CodeOfUnits, Input, Unit, compile, compile_with, cuda_units, reasons_against_devices,
};
pub use emit::cuda::DeviceCode;
pub use stack::on_own_stack;
pub use syntax::nests_too_deeply;
