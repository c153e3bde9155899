//! The variables and the limits that schedules are chosen by.

use crate::DeviceLimits;
use crate::core::{ScalarType, Var, Variables};

/// The variables and the limits that schedules are chosen by.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) variables: &'a Variables,
    pub(crate) limits: &'a DeviceLimits,
}

/// The types of the elements of variables.
pub(super) fn types_of(vars: &[Var], variables: &Variables) -> Vec<ScalarType> {
    vars.iter().map(|var| variables.ty(*var).element()).collect()
}
