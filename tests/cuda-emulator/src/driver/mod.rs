//! The driver API: the C functions by name, and the state behind them.
//!
//! Everything runs when it is called, under one lock; the order that streams and events keep is known
//! besides, to find accesses that lack it.

mod context;
mod control;
mod copy;
mod device;
mod event;
mod faults;
mod image;
mod launch;
mod link;
mod memory;
mod module;
mod occupancy;
mod order;
mod pointers;
mod settings;
mod state;
mod status;
mod stream;
mod unsupported;

pub use context::*;
pub use control::*;
pub use copy::*;
pub use device::*;
pub use event::*;
pub use launch::*;
pub use link::*;
pub use memory::*;
pub use module::*;
pub use occupancy::*;
pub use status::*;
pub use stream::*;
pub use unsupported::*;

use state::Driver;

/// The result of a driver function: 0, or the number of an error.
pub type CUresult = u32;

/// A handle of a context, module, function, stream, event or link: a pointer that nobody follows.
pub type Handle = usize;

/// The address of something in the memory of a device.
pub type DevicePointer = u64;

/// Runs a driver function on the state, after the faults that count calls.
pub(crate) fn call(f: impl FnOnce(&mut Driver) -> Result<(), Status>) -> CUresult {
    let mut driver = state::lock();
    let result = if driver.count_call() { f(&mut driver) } else { Err(Status::DEVICE_UNAVAILABLE) };
    result.map_or_else(|status| status.0, |()| 0)
}

/// Defines driver functions. An argument is `value`, or one of the pointers of [`pointers`]: the
/// function takes the raw pointer, and its body sees the checked one.
macro_rules! driver_functions {
    ($(fn $name:ident($($kind:ident $argument:ident: $type:ty),* $(,)?) |$driver:ident| $body:block)*) => {$(
        #[doc = concat!("`", stringify!($name), "` of the driver API.")]
        ///
        /// # Safety
        ///
        /// As with the driver of the hardware: a pointer is null or valid for the bytes that are read or
        /// written there.
        #[unsafe(no_mangle)]
        #[allow(unused_unsafe, clippy::too_many_arguments)]
        pub unsafe extern "C" fn $name(
            $($argument: $crate::driver::parameter!($kind $type)),*
        ) -> $crate::driver::CUresult {
            // SAFETY: the caller promises that pointers are valid.
            $(let $argument = unsafe { $crate::driver::checked!($kind $argument) };)*
            $crate::driver::call(|$driver| $body)
        }
    )*};
}

/// The C type of an argument.
macro_rules! parameter {
    (value $type:ty) => { $type };
    (out $type:ty) => { *mut $type };
    (text $type:ty) => { *const $type };
    (input $type:ty) => { *const $type };
    (buffer $type:ty) => { *mut $type };
}

/// Gives the form in which the body of a function gets an argument.
macro_rules! checked {
    (value $argument:ident) => {
        $argument
    };
    (out $argument:ident) => {
        $crate::driver::pointers::Out::new($argument)
    };
    (text $argument:ident) => {
        $crate::driver::pointers::Text::new($argument)
    };
    (input $argument:ident) => {
        $crate::driver::pointers::Input::new($argument)
    };
    (buffer $argument:ident) => {
        $crate::driver::pointers::Buffer::new($argument)
    };
}

pub(crate) use {checked, driver_functions, parameter};
