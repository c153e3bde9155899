//! The plan: kernels over index spaces, and host code around them.
//!
//! A plan is the input of a back end: there are no views, no nested parallelism to think about and no
//! decisions left. Every array is stored, densely and in row-major order. Host code is a list of [`Step`]s;
//! each SOAC of the host has become a [`Kernel`], which one step launches. SOACs inside a kernel's body run
//! sequentially in its lanes, and so do those of loops that have none but short ones. An array that is
//! written to is taken over, and copies are explicit.

mod allocations;
mod build;
mod dot;
mod facts;
mod memory;
mod parse;
mod print;
mod program;
mod run;
pub mod schedule;
mod short;
mod sorts;
mod stored;
mod summary;
mod verify;

pub use crate::core::Pattern;
pub use crate::version::{Choice, Version};
pub use build::build;
pub use dot::dot;
pub use memory::{InPlace, Locals};
pub use parse::parse_plan;
pub use print::{print_exact_plan, print_plan};
pub use program::{Kernel, Launch, Plan, RepeatForm, Step, Steps};
pub use run::{count_plan, run_plan, run_plan_within};
pub use schedule::{Reason, Schedule};
pub use sorts::{HostSort, Launched};
pub use stored::Storage;
pub use summary::{overview, technical};
pub(crate) use summary::{show_size, summary_printer};
pub use verify::{as_function, verify_plan, verify_steps};
