//! The interpreter: the meaning of every core program. Slow, obvious, and bounds-checked.
//!
//! A program either gives values or fails as the user's program would ([`Trap::Failed`]). A supposedly
//! valid index that is out of bounds, or an extent that differs from its type, is a bug of a pass and ends
//! in [`Trap::Broken`].

mod run;
mod unmet;
mod value;
mod work_counter;

pub use run::{Limits, Machine, Trap, holds, run, run_function, run_within};
pub use unmet::unmet;
pub use value::{ArrayValue, Items, Value};
pub use work_counter::WorkCounter;

use crate::core::Condition;
use crate::source::Span;

/// Why a program failed, as its user would be told.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The reason of the failure.
    pub reason: Reason,
    /// The place of the failure.
    pub span: Span,
}

/// The reason why a run failed.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// A check did not hold of these values.
    Condition(Condition, Vec<crate::core::Constant>),
    /// An array does not have the extents it must have: the operation, expected, found.
    Extents(std::sync::Arc<str>, Vec<usize>, Vec<usize>),
    /// More memory than there is.
    Memory,
    /// A recursion that does not end.
    Recursion,
    /// The run did more than its limits allow.
    Steps,
}
