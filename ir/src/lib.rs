//! The compiler behind accel.

pub mod core;
pub mod diagnostic;
pub mod flatten;
pub mod interp;
pub mod passes;
pub mod plan;
pub mod source;
pub mod syntax;
pub mod types;
