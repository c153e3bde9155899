//! What the integration tests share: blocks through the front end, random inputs, and the
//! comparison of results.

pub mod agreement;
pub mod block;
pub mod compiled;
pub mod deep_stacks;
#[cfg(doctest)]
mod documentation;
pub mod folders;
pub mod golden;
pub mod inputs;
pub mod mutation;
pub mod program_tests;
pub mod random;
pub mod scopes;
pub mod settings;
pub mod texts;
pub mod values;
pub mod work;

pub use accel_ir as ir;
