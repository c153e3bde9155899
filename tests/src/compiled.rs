//! Programs that were compiled into a test, with a way to call them.

use accel_ir::interp::Value;

/// A program.
pub struct Program {
    /// The file, or another name.
    pub name: &'static str,
    /// The items of its block.
    pub text: &'static str,
    /// Its public functions under each instance, and how to call them.
    pub functions: &'static [(&'static str, Call)],
}

/// Calls a compiled function on values, flat as core IR has them.
pub type Call = fn(&[Value]) -> Result<Vec<Value>, accel::Error>;
