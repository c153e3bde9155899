//! Counts of the copies between the host and devices, and the report by `ACCEL_TRACE` at the end of the
//! process: kernels with their times, copies, allocations, evictions.
//!
//! Kernels are timed by events of the device. With a report asked for, each launch waits for its
//! kernel, so that the times are those of kernels alone. A [`stopwatch`] lets them queue.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use accel_abi::EntryKind;

use super::driver::{self, Driven, Event, Stream};
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

/// The formats of the report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// A table.
    Summary,
    /// A line of JSON.
    Json,
}

/// Returns the format that `ACCEL_TRACE` asks for, read once.
#[inline]
fn asked() -> &'static Result<Option<Form>, String> {
    static ASKED: OnceLock<Result<Option<Form>, String>> = OnceLock::new();
    ASKED.get_or_init(|| {
        let form = match std::env::var("ACCEL_TRACE") {
            Err(std::env::VarError::NotPresent) => Ok(None),
            Err(std::env::VarError::NotUnicode(_)) => form(None),
            Ok(value) => form(Some(&value)),
        };
        if let Ok(Some(_)) = form {
            // SAFETY: the function is the C library's, and the function that it is given does not unwind.
            unsafe { libc::atexit(report_at_exit) };
        }
        form
    })
}

fn form(value: Option<&str>) -> Result<Option<Form>, String> {
    match value {
        Some("") => Ok(None),
        Some("summary") => Ok(Some(Form::Summary)),
        Some("json") => Ok(Some(Form::Json)),
        _ => {
            let found = value.map_or("not Unicode".to_owned(), |value| format!("`{value}`"));
            Err(format!("ACCEL_TRACE is {found}, expected `summary` or `json`"))
        }
    }
}

/// Checks that the value of `ACCEL_TRACE` is known.
///
/// # Errors
/// The message for users, if it is not.
#[inline]
pub fn check() -> Result<(), &'static str> {
    match asked() {
        Ok(_) => Ok(()),
        Err(message) => Err(message),
    }
}

fn is_on() -> bool {
    matches!(asked(), Ok(Some(_)))
}

/// The launches and copies of this process.
#[derive(Default)]
struct Summary {
    /// By the names of their entries.
    kernels: BTreeMap<String, Kernel>,
    traffic: Traffic,
    to_devices: Duration,
    to_host: Duration,
}

/// The launches of a kernel.
#[derive(Default)]
struct Kernel {
    launches: u64,
    time: Duration,
    /// Of the arrays that it reads and writes.
    bytes: u64,
}

fn summary(change: impl FnOnce(&mut Summary)) {
    static SUMMARY: Mutex<Option<Summary>> = Mutex::new(None);
    let mut summary = SUMMARY.lock().unwrap_or_else(PoisonError::into_inner);
    change(summary.get_or_insert_default());
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

extern "C" fn report_at_exit() {
    summary(|summary| match asked() {
        Ok(Some(Form::Summary)) => eprint!("{}", summary.table()),
        Ok(Some(Form::Json)) => eprintln!("{}", summary.json()),
        _ => {}
    });
}

/// Bytes per second.
fn rate(bytes: u64, time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { bytes as f64 / time.as_secs_f64() }
}

impl Summary {
    fn copies(&self) -> [(&'static str, u64, u64, Duration); 2] {
        let Traffic { copies_to_devices, bytes_to_devices, .. } = self.traffic;
        let Traffic { copies_to_host, bytes_to_host, .. } = self.traffic;
        [
            ("to_devices", copies_to_devices, bytes_to_devices, self.to_devices),
            ("to_host", copies_to_host, bytes_to_host, self.to_host),
        ]
    }

    fn table(&self) -> String {
        let width = self.kernels.keys().map(String::len).max().unwrap_or(0).max("kernel".len());
        let mut text = format!(
            "accel: {:width$}  launches   milliseconds          bytes     GB/s\n",
            "kernel"
        );
        let copies = self.copies().map(|(name, count, bytes, time)| {
            (name.replace('_', " "), Kernel { launches: count, time, bytes })
        });
        let copies = copies.iter().map(|(name, copies)| (name, copies));
        for (name, Kernel { launches, time, bytes }) in self.kernels.iter().chain(copies) {
            let (milliseconds, rate) = (time.as_secs_f64() * 1e3, rate(*bytes, *time) / 1e9);
            let _ = writeln!(
                text,
                "accel: {name:width$}  {launches:8}  {milliseconds:13.3}  {bytes:13}  {rate:7.1}"
            );
        }
        let Traffic { allocations, evictions, .. } = self.traffic;
        let _ = writeln!(text, "accel: {allocations} allocations, {evictions} evictions");
        text
    }

    fn json(&self) -> String {
        let numbers = |count: &str, number: u64, bytes: u64, time: Duration| {
            let (seconds, rate) = (time.as_secs_f64(), rate(bytes, time));
            format!(
                "\"{count}\":{number},\"seconds\":{seconds},\"bytes\":{bytes},\
                 \"bytes_per_second\":{rate}"
            )
        };
        let kernels = self.kernels.iter().map(|(name, kernel)| {
            let numbers = numbers("launches", kernel.launches, kernel.bytes, kernel.time);
            format!("{{\"name\":\"{name}\",{numbers}}}")
        });
        let kernels = kernels.collect::<Vec<String>>().join(",");
        let copies = self.copies().map(|(name, count, bytes, time)| {
            format!("\"{name}\":{{{}}}", numbers("copies", count, bytes, time))
        });
        let [to_devices, to_host] = copies;
        let Traffic { allocations, evictions, .. } = self.traffic;
        format!(
            "{{\"kernels\":[{kernels}],{to_devices},{to_host},\
             \"allocations\":{allocations},\"evictions\":{evictions}}}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Summary {
        let kernel = Kernel { launches: 5, time: Duration::from_micros(250), bytes: 1_000_000 };
        let traffic = Traffic {
            copies_to_devices: 2,
            bytes_to_devices: 24_000,
            allocations: 4,
            evictions: 1,
            ..Traffic::NONE
        };
        Summary {
            kernels: [("accel_shifted_1".to_owned(), kernel)].into(),
            traffic,
            to_devices: Duration::from_micros(8),
            to_host: Duration::ZERO,
        }
    }

    #[test]
    fn a_table() {
        let expected = "\
accel: kernel           launches   milliseconds          bytes     GB/s
accel: accel_shifted_1         5          0.250        1000000      4.0
accel: to devices              2          0.008          24000      3.0
accel: to host                 0          0.000              0      0.0
accel: 4 allocations, 1 evictions
";
        assert_eq!(example().table(), expected);
    }

    #[test]
    fn a_line_of_json() {
        let expected = "{\"kernels\":[{\"name\":\"accel_shifted_1\",\"launches\":5,\
            \"seconds\":0.00025,\"bytes\":1000000,\"bytes_per_second\":4000000000}],\
            \"to_devices\":{\"copies\":2,\"seconds\":0.000008,\"bytes\":24000,\
            \"bytes_per_second\":3000000000},\
            \"to_host\":{\"copies\":0,\"seconds\":0,\"bytes\":0,\"bytes_per_second\":0},\
            \"allocations\":4,\"evictions\":1}";
        assert_eq!(example().json(), expected);
    }

    #[test]
    fn values_of_the_variable() {
        assert_eq!(form(Some("summary")), Ok(Some(Form::Summary)));
        assert_eq!(form(Some("json")), Ok(Some(Form::Json)));
        assert_eq!(form(Some("")), Ok(None));
        let expected = "ACCEL_TRACE is `all`, expected `summary` or `json`";
        assert_eq!(form(Some("all")), Err(expected.to_owned()));
    }
}
