//! What stands for CUDA where this program is built without it: no device.

/// Looks for a device; there is none.
///
/// # Errors
/// Why there is none.
pub fn find(_: usize) -> Result<(), String> {
    Err(if cfg!(feature = "cuda") {
        "accel runs on CUDA devices under Linux only".to_owned()
    } else {
        "the feature `cuda` of the package `accel-array` is off".to_owned()
    })
}

/// Makes a device ready; none was ever found.
///
/// # Errors
/// Why there is none.
pub fn enter(number: usize) -> Result<(), String> {
    find(number)
}
