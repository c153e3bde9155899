//! Control of the emulator itself, for tests: functions that no driver of hardware has.

use super::faults::Faults;
use super::settings;
use super::state::{self, Driver};
use super::{CUresult, Status, driver_functions};
use crate::machine::Counts;
use std::ffi::c_char;

/// Runs a function at the end of the process.
fn at_exit(function: extern "C" fn()) {
    unsafe extern "C" {
        fn atexit(function: extern "C" fn()) -> i32;
    }
    // SAFETY: the C library's function takes any function, and this one does not unwind.
    unsafe { atexit(function) };
}

extern "C" fn print_counts() {
    eprintln!("accel emulator: {}", state::lock().counts);
}

/// With `ACCEL_EMULATOR_COUNTS=1`, prints the counts of all launches at the end.
pub(super) fn print_counts_at_exit(driver: &Driver) {
    static ONCE: std::sync::Once = std::sync::Once::new();
    if driver.settings.as_ref().is_ok_and(|settings| settings.prints_counts) {
        ONCE.call_once(|| at_exit(print_counts));
    }
}

/// Replaces the faults that are still to come, in the words of `ACCEL_EMULATOR_FAULTS`, and brings a
/// lost device back. It works on a device that is lost.
///
/// # Safety
///
/// The pointer is null, or that of a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn accel_emulator_set_faults(list: *const c_char) -> CUresult {
    // SAFETY: the caller promises it.
    let list = unsafe { super::pointers::Text::new(list) };
    let Some(faults) = Faults::parse(&list.read().unwrap_or_default()) else {
        return Status::INVALID_VALUE.0;
    };
    let mut driver = state::lock();
    driver.faults = faults;
    driver.lost = false;
    0
}

/// Copies the message of the last failed check on this thread into a buffer, cut to its size and ended by a
/// zero byte. Gives the length of the whole message.
///
/// # Safety
///
/// The buffer is null, or of this size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn accel_emulator_last_message(buffer: *mut c_char, size: usize) -> usize {
    // SAFETY: the caller promises it.
    let buffer = unsafe { super::pointers::Buffer::new(buffer) };
    let message = state::last_message();
    buffer.write_text(&message, size);
    message.len()
}

/// Writes the counts of the last launch on this thread, and of all launches of the process; either
/// place may be null.
///
/// # Safety
///
/// The pointers are null, or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn accel_emulator_counts(launch: *mut Counts, total: *mut Counts) {
    // SAFETY: the caller promises it.
    let (launch, total) =
        unsafe { (super::pointers::Out::new(launch), super::pointers::Out::new(total)) };
    launch.set_if_wanted(state::last_counts());
    total.set_if_wanted(state::lock().counts);
}

driver_functions! {
    fn accel_emulator_set_checks(text name: c_char) |driver| {
        let checks = settings::checks(&name.read().unwrap_or_default());
        driver.current()?.1.checks = checks.ok_or(Status::INVALID_VALUE)?;
        Ok(())
    }

    fn accel_emulator_report(out live: usize, buffer text: c_char, value size: usize) |driver| {
        let (context, memory) = driver.current_memory()?;
        let (count, message) = state::leak_report(memory, Some(context))
            .unwrap_or_else(|| (0, "all memory is freed".to_string()));
        text.write_text(&message, size);
        live.set(count)
    }
}
