//! Drivers trust that lanes store what they say, so safe code cannot run a kernel of its own.
#![forbid(unsafe_code)]

use accel::cpu;
use accel::cpu::lanes::{Map, map};
use accel::host::{DeviceCode, DeviceForm, DeviceKernel, Result};

static CODE: DeviceCode = DeviceCode::new(b"any code", &[]);

#[derive(Clone, Copy)]
struct Kernel;

impl cpu::Kernel for Kernel {
    const DEVICE: Option<DeviceKernel> =
        Some(DeviceKernel::new(&CODE, "kernel", DeviceForm::DEFAULT));

    fn cost(self) -> usize {
        1
    }
}

impl Map<1> for Kernel {
    type Stored = u64;
    const TILED: bool = true;

    fn lane(self, [at]: [usize; 1]) -> Result<u64> {
        Ok(at as u64)
    }

    // Stores nothing.
    fn tile<const W: usize>(self, _: [usize; 1], _: impl FnMut(usize, u64)) -> Result<()> {
        Ok(())
    }
}

fn main() {
    let Ok(numbers) = map(0, [64], Kernel) else { return };
    println!("{:?}", numbers.slice());
}
