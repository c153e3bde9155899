//! Calls on a CUDA device and on the CPU, and the arguments for them.

#![allow(dead_code, reason = "not every file of tests needs all of it")]

use std::ffi::{CString, c_char};
use std::fmt::Debug;
use std::path::PathBuf;
use std::process::Command;

use accel::Device;

/// Returns the path at which cargo puts the emulator: beside the folder of the test, or in it.
fn emulator() -> PathBuf {
    let test = std::env::current_exe().expect("the test has a path");
    let folder = test.parent().expect("the test lies in a folder");
    let name = "libaccel_cuda_emulator.so";
    let places = [folder.join(name), folder.with_file_name(name)];
    let newest = |place: &PathBuf| place.metadata().and_then(|data| data.modified()).ok();
    places.into_iter().max_by_key(newest).expect("there are two places")
}

/// Runs the ignored tests of this file in a process whose driver is the emulator, or the one that
/// `ACCEL_CUDA_DRIVER` names.
pub fn run_under_the_emulator() {
    run_under_the_emulator_with(&[]);
}

/// The same, with more environment variables. Returns the output on stderr.
pub fn run_under_the_emulator_with(variables: &[(&str, &str)]) -> String {
    let driver = std::env::var_os("ACCEL_CUDA_DRIVER").unwrap_or(emulator().into_os_string());
    let test = std::env::current_exe().expect("the test has a path");
    let run = Command::new(test)
        .args(["--ignored", "--test-threads=1"])
        .env("ACCEL_CUDA_DRIVER", driver)
        .envs(variables.iter().copied())
        .output()
        .expect("the test runs");
    let [text, errors] = [run.stdout, run.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(run.status.success(), "{text}{errors}");
    assert!(!text.contains(" 0 passed"), "{text}");
    errors
}

/// Has the emulator fail as told.
#[expect(unsafe_code, reason = "the function is one of C")]
pub fn set_faults(faults: &str) {
    let path = std::env::var_os("ACCEL_CUDA_DRIVER").expect("the driver is the emulator");
    let faults = CString::new(faults).expect("no zeros");
    // SAFETY: the library is loaded already; the function takes a text that ends with a zero.
    let status = unsafe {
        let emulator = libloading::Library::new(path).expect("the emulator is there");
        let set: libloading::Symbol<unsafe extern "C" fn(*const c_char) -> i32> =
            emulator.get("accel_emulator_set_faults").expect("it has this function");
        set(faults.as_ptr())
    };
    assert_eq!(status, 0);
}

/// The device, and the results of a call there and on the CPU. At least so many kernels run on
/// the device.
#[track_caller]
pub fn both<T>(launches: u64, call: impl Fn() -> T) -> (T, T) {
    let device = Device::cuda(0).expect("the driver has a device");
    let before = Device::launches();
    let there = device.run(&call);
    let launched = Device::launches() - before;
    assert!(
        launched >= launches,
        "{launched} kernels ran on the device, expected {launches}; they need nvcc or clang when \
         this crate is built: `build/install-nvcc`"
    );
    (there, Device::cpu().run(&call))
}

#[track_caller]
pub fn same<T: PartialEq + Debug>(launches: u64, call: impl Fn() -> T) {
    let (there, here) = both(launches, call);
    assert_eq!(there, here);
}

#[track_caller]
pub fn near(there: &[f64], here: &[f64]) {
    assert_eq!(there.len(), here.len());
    for (there, here) in there.iter().zip(here) {
        let alike = there == here || there.is_nan() && here.is_nan();
        assert!(alike || (there - here).abs() <= 1e-12 * here.abs().max(1.0), "{there} {here}");
    }
}

/// Numbers between -1 and 1 that depend on their index alone.
pub fn numbers(count: usize) -> Vec<f64> {
    let bits = |i: u32| f64::from(i.wrapping_mul(2_654_435_761) >> 8);
    (0..count as u32).map(|i| bits(i) / f64::from(1 << 23) - 1.0).collect()
}

pub fn integers_of(count: usize) -> Vec<i32> {
    (0..count as u32).map(|i| i.wrapping_mul(2_654_435_761) as i32).collect()
}

/// The emulator's counters of launches, as they lie in memory there. The type of the emulator's own would
/// bring along a second emulator.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub launches: u64,
    pub lane_instructions: u64,
    pub warp_instructions: u64,
    pub global_transactions: u64,
    pub global_transactions_written: u64,
    pub global_bytes: u64,
    pub shared_bank_conflicts: u64,
}

/// The library that is the driver, which has more functions if it is the emulator.
#[expect(unsafe_code, reason = "libraries are loaded")]
fn driver() -> libloading::Library {
    let path = std::env::var_os("ACCEL_CUDA_DRIVER").expect("the driver has a path");
    // SAFETY: the library is loaded already.
    unsafe { libloading::Library::new(path).expect("the driver is there") }
}

/// Returns the cost of the kernels of a call on the device; nothing if the driver is not the emulator.
#[expect(unsafe_code, reason = "the function is one of C")]
pub fn counts<T>(call: impl FnOnce() -> T) -> Option<Counts> {
    let driver = driver();
    // SAFETY: the function writes the counts of a launch and those of all of them.
    let get: libloading::Symbol<unsafe extern "C" fn(*mut Counts, *mut Counts)> =
        unsafe { driver.get("accel_emulator_counts").ok()? };
    let total = || {
        let (mut last, mut total) = (Counts::default(), Counts::default());
        // SAFETY: there is room for both.
        unsafe { get(&mut last, &mut total) };
        total
    };
    let before = total();
    Device::cuda(0).expect("the driver has a device").run(call);
    let after = total();
    assert!(after.launches > before.launches, "nothing ran on the device");
    Some(Counts {
        launches: after.launches - before.launches,
        lane_instructions: after.lane_instructions - before.lane_instructions,
        warp_instructions: after.warp_instructions - before.warp_instructions,
        global_transactions: after.global_transactions - before.global_transactions,
        global_transactions_written: after.global_transactions_written
            - before.global_transactions_written,
        global_bytes: after.global_bytes - before.global_bytes,
        shared_bank_conflicts: after.shared_bank_conflicts - before.shared_bank_conflicts,
    })
}

/// Returns the number of live allocations of the device, and a report of them: a kernel has run on this
/// thread before.
#[expect(unsafe_code, reason = "the function is one of C")]
pub fn live_memory() -> (usize, String) {
    let driver = driver();
    // SAFETY: the function writes a number and a text of at most so many bytes, with a zero behind it.
    let report: libloading::Symbol<unsafe extern "C" fn(*mut usize, *mut u8, usize) -> i32> =
        unsafe { driver.get("accel_emulator_report").expect("the driver is the emulator") };
    let (mut live, mut text) = (0, vec![0; 1 << 12]);
    // SAFETY: there is room for both.
    let status = unsafe { report(&mut live, text.as_mut_ptr(), text.len()) };
    assert_eq!(status, 0);
    let length = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
    (live, String::from_utf8_lossy(&text[..length]).into_owned())
}
