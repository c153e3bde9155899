//! Kernels before they are scheduled.

use crate::core::{Soac, Var};
use crate::plan::{Pattern, Version};

/// A kernel to be scheduled, and the variables that its launch binds.
#[derive(Clone, Copy)]
pub(in crate::plan) struct Unscheduled<'a> {
    pub(in crate::plan) pattern: Pattern,
    pub(in crate::plan) soac: &'a Soac,
    pub(in crate::plan) binds: &'a [Var],
    pub(in crate::plan) version: Version,
}
