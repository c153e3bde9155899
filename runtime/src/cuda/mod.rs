//! The CUDA devices of this machine, through `cust`. `accel-cuda-driver` loads the driver, so all
//! of this compiles and starts where there is none.

pub mod append;
pub mod combine;
pub mod compact;
pub mod launch;
mod partials;
pub mod scan;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use cust::context::{Context, CurrentContext};
use cust::device::Device;
use cust::error::CudaError;

/// Looks for the device with this number.
///
/// # Errors
/// Why there is none: no driver, and where it was looked for, one that does not start, or fewer
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

thread_local! {
    /// The device that this thread runs kernels on.
    static ENTERED: Cell<Option<usize>> = const { Cell::new(None) };
    /// How many kernels it has launched.
    static LAUNCHES: Cell<u64> = const { Cell::new(0) };
}

/// The device that this thread runs kernels on.
pub fn entered() -> Option<usize> {
    ENTERED.get()
}

/// Has this thread run kernels on a device, or on the CPU; gives the device before.
pub fn set_entered(device: Option<usize>) -> Option<usize> {
    ENTERED.replace(device)
}

/// How many kernels this thread has launched on devices.
pub fn launches() -> u64 {
    LAUNCHES.get()
}

fn count_launch() {
    LAUNCHES.set(LAUNCHES.get() + 1);
}

/// Makes the device's context that of this thread.
///
/// It is the primary context, which other libraries in this process share. It is made when it is
/// first needed, and kept until the process ends.
///
/// # Errors
/// What the driver says; the next call tries again.
pub fn enter(number: usize) -> Result<(), String> {
    static CONTEXTS: Mutex<BTreeMap<usize, Arc<Context>>> = Mutex::new(BTreeMap::new());
    let mut contexts = CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let fails = |error| format!("CUDA device {number} fails: {}", reason(error));
    let context = match contexts.get(&number) {
        Some(context) => context.clone(),
        None => {
            let context = Arc::new(Context::new(find(number)?).map_err(fails)?);
            contexts.insert(number, context.clone());
            context
        }
    };
    drop(contexts);
    CurrentContext::set_current(&*context).map_err(fails)
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
