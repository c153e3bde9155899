//! Calls of accel functions.

use crate::device::{Device, Entered};
use crate::error::Error;
use crate::failure::{Failure, Site};

/// Calls the code of a function, which has none for devices, and tells where it failed.
///
/// # Errors
/// The failure of the call, with its message.
pub fn run<R>(
    sites: &'static [Site],
    call: impl FnOnce() -> Result<R, Failure>,
) -> Result<R, Error> {
    let _entered = entered(false)?;
    call().map_err(|failure| failure.into_error(sites))
}

/// Calls the code of a function on the device that is chosen, and tells where it failed.
///
/// # Errors
/// The failure of the call, with its message.
pub fn run_on_device<R>(
    sites: &'static [Site],
    call: impl FnOnce() -> Result<R, Failure>,
) -> Result<R, Error> {
    let _entered = entered(true)?;
    call().map_err(|failure| failure.into_error(sites))
}

/// Enters the device that is chosen, for a function that has code for devices or has none.
fn entered(has_code: bool) -> Result<Entered, Error> {
    Device::current()?.enter(has_code)
}

/// Makes a call whose arguments stay as they are. On a device nobody waits for kernels because of their
/// checks then: if one fails, the call is made again on the CPU, which finds the reason.
///
/// # Errors
/// The failure of the call.
pub fn repeatable<R>(call: impl Fn() -> Result<R, Failure>) -> Result<R, Failure> {
    crate::cuda::checks::repeatable(call)
}

/// Returns true if kernels of this call run on a device.
pub fn on_device() -> bool {
    crate::cuda::entered().is_some()
}

/// Returns the result, or panics with the error: for functions that have no other way to report it.
///
/// # Panics
/// With the error.
#[track_caller]
pub fn expect<R>(result: Result<R, Error>) -> R {
    match result {
        Ok(result) => result,
        Err(error) => panic!("{error}"),
    }
}
