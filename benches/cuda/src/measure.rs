//! The timer: medians of calls on the device, with and without their copies there and back, of their
//! kernels alone, of rivals on the device, and of calls on the CPU, in turns.

use std::error::Error;
use std::fmt::Write;
use std::time::Instant;

use accel::Device;
use cust::context::CurrentContext;
use cust::error::CudaError;
use cust::memory::{CopyDestination, DeviceBuffer};

use crate::rivals::Rival;

/// The work of a call.
#[derive(Clone, Copy)]
pub enum Work {
    /// Bytes that must be read and written.
    Bytes(usize),
    /// Arithmetic operations.
    Operations(usize),
}

/// A function that is measured, at one size.
pub struct Case<'a> {
    pub kernel: &'a str,
    pub size: String,
    pub work: Work,
    pub rival: Option<Rival<'a>>,
}

/// The rows of the table so far.
pub struct Table {
    device: Device,
    rounds: usize,
    /// Bytes a second, read and written, of a copy from the device to itself.
    copy: f64,
    /// The buffers that are copied before a call, so that its launches are queued when its kernels begin.
    before: [DeviceBuffer<u8>; 2],
    text: String,
    /// The kernels whose results on the device differ from those on the CPU, and the rivals.
    pub wrong: Vec<String>,
}

/// The number of rounds of calls that take long and are of less interest: copies, and the CPU.
const FEW: usize = 3;

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
            // Ten at once, for the time that a call takes on the host.
            let start = Instant::now();
            for _ in 0..10 {
                to.copy_from(&*from)?;
            }
            CurrentContext::synchronize()?;
            seconds.push(start.elapsed().as_secs_f64() / 10.0);
        }
        let copy = 2.0 * bytes as f64 / median(seconds);
        let mut text = format!("A copy from the device to itself: {:.1} GB/s\n\n", copy / 1e9);
        text += "| function | size | kernels alone | | of the copy | rival | rival:kernels | on the device | with transfers | launches | µs a launch on the host | CPU | CPU:device |\n";
        text += "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
        Ok(Table { device, rounds, copy, before: [from, to], text, wrong: Vec::new() })
    }

    /// Measures a function: `resident` calls it on arrays that stay on the device, and leaves its
    /// results there; `moving` on slices, and looks at its results.
    ///
    /// # Errors
    /// If the device fails.
    pub fn row<R, T: bytemuck::Pod>(
        &mut self,
        case: Case,
        resident: impl Fn() -> R,
        moving: impl Fn() -> Vec<T>,
        same: impl Fn(&[T], &[T]) -> bool,
    ) -> Result<(), Box<dyn Error>> {
        let Case { kernel, size, work, rival } = case;
        let there = self.device.run(&moving);
        if !same(&there, &Device::cpu().run(&moving)) {
            self.wrong.push(format!("{kernel} of {size}"));
        }
        drop(self.device.run(&resident));
        let mut rival_times = Vec::new();
        if let Some(rival) = &rival {
            rival.run();
            if !rival.output(there.len()).is_some_and(|output| same(&output, &there)) {
                self.wrong.push(format!("the rival of {kernel} of {size}"));
            }
        }
        let (mut kernels, mut called, mut moved, mut here, mut host) =
            (vec![], vec![], vec![], vec![], vec![]);
        let mut launches = 0;
        for round in 0..self.rounds {
            let [from, to] = &mut self.before;
            (0..4).try_for_each(|_| to.copy_from(&*from))?;
            let (results, time) = self.device.run_timed(&resident)?;
            kernels.push(time.as_secs_f64());
            drop(results);
            rival_times.extend(rival.as_ref().and_then(Rival::run).map(|time| time.as_secs_f64()));
            CurrentContext::synchronize()?;
            let before = Device::launches();
            let start = Instant::now();
            let results = self.device.run(&resident);
            host.push(start.elapsed().as_secs_f64());
            CurrentContext::synchronize()?;
            called.push(start.elapsed().as_secs_f64());
            launches = Device::launches() - before;
            drop(results);
            if round < FEW {
                moved.push(timed(|| drop(self.device.run(&moving))));
                here.push(timed(|| drop(Device::cpu().run(&moving))));
            }
        }
        let [kernels, called, moved, here, host] = [kernels, called, moved, here, host].map(median);
        let (speed, of_copy) = match work {
            Work::Bytes(bytes) => {
                let speed = bytes as f64 / kernels;
                (format!("{:.1} GB/s", speed / 1e9), format!("{:.2}", speed / self.copy))
            }
            Work::Operations(count) => {
                (format!("{:.1} Gop/s", count as f64 / kernels / 1e9), String::new())
            }
        };
        let (rival, of_rival) = match rival_times.as_slice() {
            [] => Default::default(),
            _ => {
                let rival = median(rival_times);
                (time(rival), format!("{:.2}", rival / kernels))
            }
        };
        let _ = writeln!(
            self.text,
            "| {kernel} | {size} | {} | {speed} | {of_copy} | {rival} | {of_rival} | {} | {} | {launches} | {:.1} | {} | {:.2} |",
            time(kernels),
            time(called),
            time(moved),
            host * 1e6 / launches.max(1) as f64,
            time(here),
            here / called,
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
