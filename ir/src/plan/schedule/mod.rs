//! Schedules: how the lanes of kernels run. A schedule is chosen by pure functions of the kernel and of
//! [`Limits`], so that back ends have nothing left to decide.

pub mod device;
mod text;

use crate::Limits;
use crate::core::{Soac, Var, Variables};
use crate::plan::{Pattern, Version};

pub use device::{DeviceSchedule, Reason};
pub(super) use text::{parse, print};

/// How the lanes of a kernel run.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// On a device, or the reason why the kernel runs on the CPU alone.
    pub device: Result<DeviceSchedule, Reason>,
}

/// A kernel to be scheduled, and the variables that its launch binds.
#[derive(Clone, Copy)]
pub(super) struct Unscheduled<'a> {
    pub(super) pattern: Pattern,
    pub(super) soac: &'a Soac,
    pub(super) binds: &'a [Var],
    pub(super) version: Version,
}

impl Schedule {
    /// The schedule of a kernel over a row that a lane launches.
    pub fn of_row() -> Schedule {
        Schedule { device: Err(Reason::LaunchedByLane) }
    }

    /// The schedule of a kernel.
    pub(super) fn of(kernel: Unscheduled, variables: &Variables, limits: &Limits) -> Schedule {
        Schedule { device: DeviceSchedule::of(kernel, variables, &limits.device) }
    }

    /// Checks the schedule against its kernel.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub(super) fn verify(
        &self,
        pattern: Pattern,
        soac: &Soac,
        variables: &Variables,
    ) -> Result<(), String> {
        self.device.as_ref().map_or(Ok(()), |device| device.verify(pattern, soac, variables))
    }
}
