//! The CUDA devices of this machine, through `cust`. `accel-cuda-driver` loads the driver, so all
//! of this compiles and starts where there is none.

pub mod append;
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

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cust::context::{Context, CurrentContext};
use cust::device::Device;
use cust::error::{CudaError, CudaResult};
use cust::sys::CUresult;

use driver::Driven;

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

/// A call, as its thread knows it: the device that it runs kernels on, and its number, which is not 0.
pub type Call = (Option<usize>, u64);

thread_local! {
    /// The call that this thread is in.
    static CALL: Cell<Call> = const { Cell::new((None, 0)) };
    /// How many kernels it has launched.
    static LAUNCHES: Cell<u64> = const { Cell::new(0) };
}

/// The device that this thread runs kernels on.
#[inline]
pub fn entered() -> Option<usize> {
    CALL.get().0
}

/// The number of the call that this thread is in.
fn call() -> u64 {
    CALL.get().1
}

/// Begins a call that runs kernels on a device, or on the CPU; gives the one around it.
#[inline]
pub fn begin(device: Option<usize>) -> Call {
    static CALLS: AtomicU64 = AtomicU64::new(1);
    let number = device.map_or(0, |_| CALLS.fetch_add(1, Ordering::Relaxed));
    CALL.replace((device, number))
}

/// Ends the call that this thread is in.
#[inline]
pub fn end(around: Call) {
    let (device, number) = CALL.replace(around);
    if device.is_some() {
        residency::end_of_call(number);
    }
}

/// How many kernels this thread has launched on devices.
pub fn launches() -> u64 {
    LAUNCHES.get()
}

fn count_launch() {
    LAUNCHES.set(LAUNCHES.get() + 1);
}

/// The contexts of devices. They are the primary ones, which other libraries in this process share.
static CONTEXTS: Mutex<BTreeMap<usize, Arc<Context>>> = Mutex::new(BTreeMap::new());

fn contexts() -> MutexGuard<'static, BTreeMap<usize, Arc<Context>>> {
    CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the device's context that of this thread. Says whether it has one.
fn make_current(number: usize) -> CudaResult<bool> {
    let context = contexts().get(&number).cloned();
    match context {
        Some(context) => CurrentContext::set_current(&*context).map(|()| true),
        None => Ok(false),
    }
}

/// Makes the device's context that of this thread, for a call.
///
/// It is made when it is first needed, and kept until the process ends, or until it fails for good:
/// then what was in it alone is lost, and the next call makes another one.
///
/// # Errors
/// What the driver says; the next call tries again.
pub fn enter(number: usize) -> Result<(), String> {
    // One thread alone finds that a context has failed.
    static ENTERING: Mutex<()> = Mutex::new(());
    let _entering = ENTERING.lock().unwrap_or_else(PoisonError::into_inner);
    match make_current(number) {
        Ok(true) if driver::query().is_ok() => return Ok(()),
        Ok(false) => {}
        _ => {
            contexts().remove(&number);
            modules::forget(number);
            residency::memory().lose(number);
            // SAFETY: nothing of the context is used any more; other holders of it get errors, as
            // they have since it failed.
            let _ = find(number).map(|device| unsafe { Context::reset(&device) });
        }
    }
    let fails = |error| format!("CUDA device {number} fails: {}", reason(error));
    let context = Context::new(find(number)?).map_err(fails)?;
    contexts().insert(number, Arc::new(context));
    make_current(number).map(drop).map_err(fails)
}

/// Does something in the context of a device, whichever that of this thread is.
fn on_device<T>(number: usize, inside: impl FnOnce() -> Driven<T>) -> Driven<T> {
    if entered() == Some(number) {
        return inside();
    }
    let make_current = |number| match make_current(number) {
        Ok(true) => Ok(()),
        _ => Err(CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED),
    };
    make_current(number)?;
    let given = inside();
    entered().map_or(Ok(()), make_current)?;
    given
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
