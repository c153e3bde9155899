//! The compiler behind accel: from the tokens of a block to Rust.
//!
//! ```text
//! tokens ─ syntax ─▶ surface tree ─ types ─▶ core IR ─ pipeline ─▶ core IR ─ build ─▶ plan ─ emit ─▶ Rust
//!                                               │
//!                                               └─ interp: what every program means
//! ```
//!
//! [`pipeline`] has the list of everything that is done to core IR; [`compile`] goes the whole way.

pub mod analysis;
pub mod core;
pub mod diagnostic;
pub mod emit;
pub mod front;
pub mod interface;
pub mod interp;
mod limits;
mod options;
pub mod passes;
pub mod pipeline;
pub mod plan;
pub mod planned;
pub mod source;
mod stack;
pub mod syntax;
pub mod tokens;
pub mod types;

mod compile;
mod units;
mod version;

pub use compile::{Input, compile, compile_as, compile_with};
pub use emit::cuda::DeviceCode;
pub use limits::{CpuLimits, DeviceLimits, Limits, VersionLimits};
pub use options::{CodeOfUnits, Options};
pub use stack::on_own_stack;
pub use syntax::nests_too_deeply;
pub use units::{Unit, cuda_units, cuda_units_as, reasons_against_devices};
