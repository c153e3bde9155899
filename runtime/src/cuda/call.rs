//! The call that a thread is in, and the context of its device.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cust::context::{Context, CurrentContext};
use cust::error::CudaResult;
use cust::sys::CUresult;

use super::driver::Driven;

/// A call, as its thread knows it: the device that it runs kernels on, and its number, which is not 0.
pub type Call = (Option<usize>, u64);

thread_local! {
    /// The call that this thread is in.
    static CALL: Cell<Call> = const { Cell::new((None, 0)) };
    /// The number of kernels that this thread has launched.
    static LAUNCHES: Cell<u64> = const { Cell::new(0) };
}

/// The device that this thread runs kernels on.
#[inline]
pub fn entered() -> Option<usize> {
    CALL.get().0
}

/// The number of the call that this thread is in.
pub fn number() -> u64 {
    CALL.get().1
}

/// Returns the number of kernels that this thread has launched on devices.
pub fn launches() -> u64 {
    LAUNCHES.get()
}

pub fn count_launch() {
    LAUNCHES.set(LAUNCHES.get() + 1);
}

/// The contexts of devices. These are the primary contexts, which other libraries in this process share.
static CONTEXTS: Mutex<BTreeMap<usize, Arc<Context>>> = Mutex::new(BTreeMap::new());

pub fn contexts() -> MutexGuard<'static, BTreeMap<usize, Arc<Context>>> {
    CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the device's context that of this thread. Says whether it has one.
pub fn make_current(number: usize) -> CudaResult<bool> {
    let context = contexts().get(&number).cloned();
    match context {
        Some(context) => CurrentContext::set_current(&*context).map(|()| true),
        None => Ok(false),
    }
}

/// Does something in the context of a device, whichever that of this thread is.
pub fn on_device<T>(number: usize, inside: impl FnOnce() -> Driven<T>) -> Driven<T> {
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

/// Puts another call in the place of that of this thread, which it gives.
#[inline]
pub fn replace(call: Call) -> Call {
    CALL.replace(call)
}
