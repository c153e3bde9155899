//! The CUDA devices of this machine, through `cust`. `accel-cuda-driver` loads the driver, so all
//! of this compiles and starts where there is none.

pub mod append;
mod call;
pub mod checks;
pub mod combine;
pub mod compact;
mod copies;
mod driver;
mod heap;
pub mod lanes;
pub mod launch;
mod modules;
mod partials;
mod pool;
pub mod residency;
pub mod scan;
pub mod sort;
mod table;
mod teams;
pub mod trace;

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cust::context::Context;
use cust::device::Device;
use cust::error::CudaError;

pub use call::{Call, entered, launches};

/// Looks for the device with this number.
///
/// # Errors
/// The reason why there is none: no driver, and where it was looked for, one that does not start, or fewer
/// devices.
pub fn find(number: usize) -> Result<Device, String> {
    let driver = accel_cuda_driver::library().map_err(ToString::to_string)?;
    let count = match cust::init(cust::CudaFlags::empty()).and_then(|()| Device::num_devices()) {
        Ok(count) => count,
        Err(CudaError::NoDevice) => 0,
        Err(error) => {
            return Err(format!("the CUDA driver `{driver}` does not start: {}", reason(error)));
        }
    };
    match u32::try_from(number) {
        Ok(number) if number < count => Device::get_device(number).map_err(reason),
        _ => Err(match count {
            0 => format!("the CUDA driver `{driver}` finds no device"),
            1 => "there is 1 device".to_owned(),
            _ => format!("there are {count} devices"),
        }),
    }
}

/// Begins a call that runs kernels on a device, or on the CPU; gives the one around it.
#[inline]
pub fn begin(device: Option<usize>) -> Call {
    static CALLS: AtomicU64 = AtomicU64::new(1);
    let number = device.map_or(0, |_| CALLS.fetch_add(1, Ordering::Relaxed));
    call::replace((device, number))
}

/// Ends the call that this thread is in.
#[inline]
pub fn end(around: Call) {
    let (device, number) = call::replace(around);
    if device.is_some() {
        residency::end_of_call(number);
    }
}

/// Makes the device's context that of this thread, for a call.
///
/// The context is made when it is first needed, and kept until the process ends, or until it fails for good:
/// then elements that were in it alone are lost, and the next call makes another one.
///
/// # Errors
/// The message of the driver; the next call tries again.
pub fn enter(number: usize) -> Result<(), String> {
    // One thread alone finds that a context has failed.
    static ENTERING: Mutex<()> = Mutex::new(());
    let _entering = ENTERING.lock().unwrap_or_else(PoisonError::into_inner);
    match call::make_current(number) {
        Ok(true) if driver::query().is_ok() => return Ok(()),
        Ok(false) => {}
        _ => {
            call::contexts().remove(&number);
            modules::forget(number);
            residency::memory().lose(number);
            // SAFETY: nothing of the context is used any more; other holders of it get errors, as
            // they have since it failed.
            let _ = find(number).map(|device| unsafe { Context::reset(&device) });
        }
    }
    let fails = |error| format!("CUDA device {number} fails: {}", reason(error));
    let context = Context::new(find(number)?).map_err(fails)?;
    call::contexts().insert(number, Arc::new(context));
    call::make_current(number).map(drop).map_err(fails)
}

/// An error of the driver in its words. `cust` asks the driver for them, and an old one can lack
/// both them and the function that was called.
fn reason(error: CudaError) -> String {
    let mut text = format!("{error:?}");
    let mut words = String::new();
    if write!(words, "{error}").is_ok() {
        let _ = write!(text, ", {words}");
    }
    let lacking = accel_cuda_driver::lacking();
    if error == CudaError::NotFound && !lacking.is_empty() {
        let _ = write!(text, ", the driver lacks {}", lacking.join(", "));
    }
    text
}
