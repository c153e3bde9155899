//! The numbers, names and descriptions of the driver's errors.

use super::CUresult;
use super::pointers::Out;
use std::ffi::{CStr, c_char};

/// The error that a call gives instead of success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub CUresult);

macro_rules! statuses {
    ($($name:ident = $number:literal, $description:literal;)+) => {
        #[expect(missing_docs, reason = "the descriptions say it")]
        impl Status {
            $(pub const $name: Self = Self($number);)+
        }

        const STATUSES: &[(CUresult, &str, &str)] = &[
            (0, "CUDA_SUCCESS\0", "no error\0"),
            $(($number, concat!("CUDA_ERROR_", stringify!($name), "\0"), concat!($description, "\0")),)+
        ];
    };
}

statuses! {
    INVALID_VALUE = 1, "invalid argument";
    OUT_OF_MEMORY = 2, "out of memory";
    NOT_INITIALIZED = 3, "initialization error";
    DEINITIALIZED = 4, "driver shutting down";
    DEVICE_UNAVAILABLE = 46, "CUDA-capable device(s) is/are busy or unavailable";
    NO_DEVICE = 100, "no CUDA-capable device is detected";
    INVALID_DEVICE = 101, "invalid device ordinal";
    INVALID_IMAGE = 200, "device kernel image is invalid";
    INVALID_CONTEXT = 201, "invalid device context";
    NO_BINARY_FOR_GPU = 209, "no kernel image is available for execution on the device";
    UNSUPPORTED_LIMIT = 215, "limit is not supported on this architecture";
    INVALID_PTX = 218, "a PTX JIT compilation failed";
    UNSUPPORTED_PTX_VERSION = 222, "the provided PTX was compiled with an unsupported toolchain.";
    FILE_NOT_FOUND = 301, "file not found";
    OPERATING_SYSTEM = 304, "OS call failed or operation not supported on this OS";
    INVALID_HANDLE = 400, "invalid resource handle";
    NOT_FOUND = 500, "named symbol not found";
    NOT_READY = 600, "device not ready";
    ILLEGAL_ADDRESS = 700, "an illegal memory access was encountered";
    LAUNCH_OUT_OF_RESOURCES = 701, "too many resources requested for launch";
    LAUNCH_TIMEOUT = 702, "the launch timed out and was terminated";
    PRIMARY_CONTEXT_ACTIVE = 708, "cannot set while device is active in this process";
    CONTEXT_IS_DESTROYED = 709, "context is destroyed";
    ASSERT = 710, "device-side assert triggered";
    HOST_MEMORY_ALREADY_REGISTERED = 712, "part or all of the requested memory range is already mapped";
    HOST_MEMORY_NOT_REGISTERED = 713, "pointer does not correspond to a registered memory region";
    ILLEGAL_INSTRUCTION = 715, "an illegal instruction was encountered";
    MISALIGNED_ADDRESS = 716, "misaligned address";
    LAUNCH_FAILED = 719, "unspecified launch failure";
    NOT_SUPPORTED = 801, "operation not supported";
    UNKNOWN = 999, "unknown error";
}

fn find(number: CUresult) -> Result<&'static (CUresult, &'static str, &'static str), Status> {
    STATUSES.iter().find(|(known, ..)| *known == number).ok_or(Status::INVALID_VALUE)
}

/// The name of an error: `CUDA_ERROR_…`.
pub fn error_name(number: CUresult) -> &'static str {
    find(number).map_or("an unknown error", |(_, name, _)| name.trim_end_matches('\0'))
}

fn as_c(text: &'static str) -> *const c_char {
    CStr::from_bytes_with_nul(text.as_bytes()).map_or(std::ptr::null(), CStr::as_ptr)
}

/// `cuGetErrorName` of the driver API. It works on a device that is lost, too.
///
/// # Safety
///
/// The pointer is null, or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorName(error: CUresult, name: *mut *const c_char) -> CUresult {
    // SAFETY: the caller promises it.
    let name = unsafe { Out::new(name) };
    let written = find(error).and_then(|(_, text, _)| name.set(as_c(text)));
    written.map_or_else(|status| status.0, |()| 0)
}

/// `cuGetErrorString` of the driver API. It works on a device that is lost, too.
///
/// # Safety
///
/// The pointer is null, or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorString(error: CUresult, text: *mut *const c_char) -> CUresult {
    // SAFETY: the caller promises it.
    let out = unsafe { Out::new(text) };
    let written = find(error).and_then(|(.., text)| out.set(as_c(text)));
    written.map_or_else(|status| status.0, |()| 0)
}
