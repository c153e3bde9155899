//! Schedules: how the lanes of kernels run. A schedule is chosen by pure functions of the kernel and of
//! [`Limits`], so that back ends have nothing left to decide.

pub mod cpu;
pub mod device;
mod text;
mod unscheduled;

use crate::Limits;
use crate::core::{Soac, Variables};
use crate::plan::{Pattern, Version};

pub use cpu::CpuSchedule;
pub use device::{DeviceSchedule, Reason};
pub(super) use text::{parse, print};
pub(super) use unscheduled::Unscheduled;

/// The way in which the lanes of a kernel run.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// On the cores of a machine.
    pub cpu: CpuSchedule,
    /// On a device, or the reason why the kernel runs on the CPU alone.
    pub device: Result<DeviceSchedule, Reason>,
}

impl Schedule {
    /// The schedule of a kernel over a row that a lane launches.
    pub fn of_row(pattern: Pattern, soac: &Soac, variables: &Variables) -> Schedule {
        let kernel = Unscheduled { pattern, soac, binds: &[], version: Version::LongLanes };
        let cpu = CpuSchedule::of(kernel, variables, &Limits::MEASURED.cpu);
        Schedule { cpu, device: Err(Reason::LaunchedByLane) }
    }

    /// The schedule of a kernel.
    pub(super) fn of(kernel: Unscheduled, variables: &Variables, limits: &Limits) -> Schedule {
        Schedule {
            cpu: CpuSchedule::of(kernel, variables, &limits.cpu),
            device: DeviceSchedule::of(kernel, variables, &limits.device),
        }
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
        self.cpu.verify(soac, variables)?;
        self.device.as_ref().map_or(Ok(()), |device| device.verify(pattern, soac, variables))
    }
}
