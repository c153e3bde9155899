//! The timer: medians of calls on the device, with and without what they move there and back, and
//! on the CPU, in turns.

use std::fmt::Write;
use std::time::Instant;

use accel::Device;
use cust::context::CurrentContext;
use cust::error::CudaError;
use cust::memory::{CopyDestination, DeviceBuffer};

/// What a call does.
#[derive(Clone, Copy)]
pub enum Work {
    /// Bytes that must be read and written.
    Bytes(usize),
    /// Arithmetic operations.
    Operations(usize),
}

/// The rows of the table so far.
pub struct Table {
    device: Device,
    rounds: usize,
    /// Bytes a second, read and written, of a copy from the device to itself.
    copy: f64,
    text: String,
    /// The kernels that did not give on the device what they give on the CPU.
    pub wrong: Vec<String>,
}

impl Table {
    /// A table with so many rounds for each row, and a copy of so many bytes to compare with.
    ///
    /// # Errors
    /// If the device fails.
    pub fn new(device: Device, rounds: usize, bytes: usize) -> Result<Table, CudaError> {
        let from = DeviceBuffer::from_slice(&vec![1u8; bytes])?;
        let mut to = DeviceBuffer::from_slice(&vec![0u8; bytes])?;
        let mut seconds = Vec::new();
        for _ in 0..rounds + 1 {
            let start = Instant::now();
            to.copy_from(&*from)?;
            CurrentContext::synchronize()?;
            seconds.push(start.elapsed().as_secs_f64());
        }
        let copy = 2.0 * bytes as f64 / median(seconds);
        let mut text = format!("A copy from the device to itself: {:.1} GB/s\n\n", copy / 1e9);
        text += "| kernel | size | on the device | | of the copy | with transfers | launches | µs a launch on the host | CPU | CPU:device |\n";
        text += "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
        Ok(Table { device, rounds, copy, text, wrong: Vec::new() })
    }

    /// Measures a function: `resident` calls it on arrays that stay on the device, and leaves its
    /// results there; `moving` on slices, and looks at its results.
    ///
    /// # Errors
    /// If the device fails.
    pub fn row<R, M>(
        &mut self,
        kernel: &str,
        size: &str,
        work: Work,
        resident: impl Fn() -> R,
        moving: impl Fn() -> M,
        same: impl Fn(&M, &M) -> bool,
    ) -> Result<(), CudaError> {
        if !same(&self.device.run(&moving), &Device::cpu().run(&moving)) {
            self.wrong.push(format!("{kernel} of {size}"));
        }
        drop(self.device.run(&resident));
        let (mut here, mut there, mut moved, mut host) = (vec![], vec![], vec![], vec![]);
        let mut launches = 0;
        for _ in 0..self.rounds {
            CurrentContext::synchronize()?;
            let before = Device::launches();
            let start = Instant::now();
            let results = self.device.run(&resident);
            host.push(start.elapsed().as_secs_f64());
            CurrentContext::synchronize()?;
            there.push(start.elapsed().as_secs_f64());
            launches = Device::launches() - before;
            drop(results);
            moved.push(timed(|| drop(self.device.run(&moving))));
            here.push(timed(|| drop(Device::cpu().run(&moving))));
        }
        let [here, there, moved, host] = [here, there, moved, host].map(median);
        let (speed, of_copy) = match work {
            Work::Bytes(bytes) => {
                let speed = bytes as f64 / there;
                (format!("{:.1} GB/s", speed / 1e9), format!("{:.2}", speed / self.copy))
            }
            Work::Operations(count) => {
                (format!("{:.1} Gop/s", count as f64 / there / 1e9), String::new())
            }
        };
        let _ = writeln!(
            self.text,
            "| {kernel} | {size} | {} | {speed} | {of_copy} | {} | {launches} | {:.1} | {} | {:.2} |",
            time(there),
            time(moved),
            host * 1e6 / launches.max(1) as f64,
            time(here),
            here / there,
        );
        Ok(())
    }

    /// All rows, as Markdown.
    pub fn finish(self) -> String {
        self.text
    }
}

fn timed(call: impl FnOnce()) -> f64 {
    let start = Instant::now();
    call();
    start.elapsed().as_secs_f64()
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

fn time(seconds: f64) -> String {
    match seconds {
        _ if seconds < 1e-3 => format!("{:.1} µs", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.2} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}
