//! Calls of the CUDA driver, on the context of this thread.

use cust::sys;

/// What the driver gives, as Rust says it.
pub type Driven<T> = Result<T, sys::CUresult>;

/// An error of the driver, if there is one.
pub fn done(result: sys::CUresult) -> Driven<()> {
    match result {
        sys::CUresult::CUDA_SUCCESS => Ok(()),
        error => Err(error),
    }
}

/// An error of the driver: its name, and the driver's words if it has some.
pub fn words(error: sys::CUresult) -> String {
    let mut text = std::ptr::null();
    // SAFETY: the driver writes the address of a text that stays, or none.
    let known = unsafe { sys::cuGetErrorString(error, &mut text) };
    if done(known).is_err() || text.is_null() {
        return format!("{error:?}");
    }
    // SAFETY: the text ends with a zero.
    let text = unsafe { std::ffi::CStr::from_ptr(text) };
    format!("{error:?}, {}", text.to_string_lossy())
}

/// Memory of the device.
///
/// # Errors
/// If there is not enough.
pub fn allocate(bytes: usize) -> Driven<u64> {
    let mut pointer = 0;
    // SAFETY: the driver writes the address.
    done(unsafe { sys::cuMemAlloc_v2(&mut pointer, bytes) })?;
    Ok(pointer)
}

/// Gives memory of the device back. An error of an earlier kernel comes up again with the next
/// call that has a use for it.
pub fn free(pointer: u64) {
    // SAFETY: the memory came from `allocate`, and belongs to the caller alone.
    let _ = unsafe { sys::cuMemFree_v2(pointer) };
}

/// Copies to the device.
///
/// # Errors
/// What the driver says, also of kernels before.
///
/// # Safety
/// So many bytes may be read, and written on the device.
pub unsafe fn upload(to: u64, from: *const u8, bytes: usize) -> Driven<()> {
    // SAFETY: the caller sees to both sides.
    done(unsafe { sys::cuMemcpyHtoD_v2(to, from.cast(), bytes) })
}

/// Copies from the device, when the kernels before have ended.
///
/// # Errors
/// What the driver says, also of kernels before.
///
/// # Safety
/// So many bytes may be read on the device, and written.
pub unsafe fn download(to: *mut u8, from: u64, bytes: usize) -> Driven<()> {
    // SAFETY: the caller sees to both sides.
    done(unsafe { sys::cuMemcpyDtoH_v2(to.cast(), from, bytes) })
}

/// Fills memory of the device with zeros.
///
/// # Errors
/// What the driver says.
///
/// # Safety
/// So many bytes may be written.
pub unsafe fn clear(pointer: u64, bytes: usize) -> Driven<()> {
    // SAFETY: the caller sees to the memory.
    done(unsafe { sys::cuMemsetD8_v2(pointer, 0, bytes) })
}
