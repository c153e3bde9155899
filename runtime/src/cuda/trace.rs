//! Counts of the copies between the host and devices, and the times of kernels for the report by `ACCEL_TRACE`.
//!
//! Kernels are timed by events of the device. With a report asked for, each launch waits for its
//! kernel, so that the times are those of kernels alone. A [`stopwatch`] lets them queue.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use accel_abi::EntryKind;

use super::driver::{self, Driven, Event, Stream};
use crate::trace::{is_on, summary};
use crate::traffic::Traffic;

thread_local! {
    /// The traffic of this thread.
    static TRAFFIC: Cell<Traffic> = const { Cell::new(Traffic::NONE) };
    /// While a stopwatch runs, where the first kernel begins that this thread has launched, and where
    /// the last one ends.
    static WATCHED: RefCell<Option<Option<[Event; 2]>>> = const { RefCell::new(None) };
}

/// Returns the traffic of this thread.
pub fn traffic() -> Traffic {
    TRAFFIC.get()
}

/// Counts something.
pub fn count(change: impl Fn(&mut Traffic)) {
    let mut traffic = TRAFFIC.get();
    change(&mut traffic);
    TRAFFIC.set(traffic);
    if is_on() {
        summary(|summary| change(&mut summary.traffic));
    }
}

/// Counts a copy to a device, which kernels that follow wait for.
///
/// # Errors
/// The error of the copy.
pub fn to_device(bytes: usize, copy: impl FnOnce() -> Driven<()>) -> Driven<()> {
    if is_on() {
        let time = driver::timed(copy)?;
        summary(|summary| summary.to_devices += time);
    } else {
        copy()?;
    }
    count(|traffic| {
        traffic.copies_to_devices += 1;
        traffic.bytes_to_devices += bytes as u64;
    });
    Ok(())
}

/// Counts a copy to the host.
///
/// # Errors
/// The error of the copy.
pub fn to_host(bytes: usize, copy: impl FnOnce() -> Driven<()>) -> Driven<()> {
    let begin = Instant::now();
    copy()?;
    count(|traffic| {
        traffic.copies_to_host += 1;
        traffic.bytes_to_host += bytes as u64;
    });
    if is_on() {
        summary(|summary| summary.to_host += begin.elapsed());
    }
    Ok(())
}

/// Counts a launch of an entry of the kernel with a symbol, whose arrays have so many bytes.
///
/// # Errors
/// The error of the launch; if it is timed, that of the kernel.
pub fn kernel(
    (symbol, kind): (&str, EntryKind),
    bytes: usize,
    launch: impl FnOnce() -> Driven<()>,
) -> Driven<()> {
    if WATCHED.with_borrow(Option::is_some) {
        return watched(launch);
    }
    if !is_on() {
        return launch();
    }
    let time = driver::timed(launch)?;
    summary(|summary| {
        let kernel = summary.kernels.entry(kind.name(symbol)).or_default();
        kernel.launches += 1;
        kernel.time += time;
        kernel.bytes += bytes as u64;
    });
    Ok(())
}

/// Launches a kernel while a stopwatch runs.
fn watched(launch: impl FnOnce() -> Driven<()>) -> Driven<()> {
    let [begin, end] = match WATCHED.take().flatten() {
        Some(events) => events,
        None => {
            let events = [Event::with_time()?, Event::with_time()?];
            events[0].record(Stream::DEFAULT)?;
            events
        }
    };
    let done = launch().and_then(|()| end.record(Stream::DEFAULT));
    WATCHED.set(Some(Some([begin, end])));
    done
}

/// Measures the time of the device from the begin of the first kernel that this thread launches inside to the
/// end of the last one. Waits for that in the end only.
///
/// # Errors
/// The reason why the time cannot be had; this can be a kernel's failure.
pub fn stopwatch<R>(inside: impl FnOnce() -> R) -> (R, Result<Duration, String>) {
    /// The measurement around this one, which goes on afterwards, also when `inside` panics.
    struct Around(Option<Option<[Event; 2]>>);
    impl Drop for Around {
        fn drop(&mut self) {
            WATCHED.set(self.0.take());
        }
    }
    let around = Around(WATCHED.replace(Some(None)));
    let result = inside();
    let watched = WATCHED.take().flatten();
    drop(around);
    let Some([begin, end]) = watched else { return (result, Ok(Duration::ZERO)) };
    let time = end.synchronize().and_then(|()| begin.until(&end));
    [begin, end].into_iter().for_each(Event::destroy);
    (result, time.map_err(|error| driver::words(error).into_owned()))
}
