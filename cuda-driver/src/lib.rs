//! The functions of the CUDA driver, as `cust` links them, loaded from the driver's library when
//! the first of them is called. So the same program starts on machines with and without a driver,
//! and takes another library in the driver's place where `ACCEL_CUDA_DRIVER` names one.
//!
//! ```
//! # #[cfg(target_os = "linux")]
//! match accel_cuda_driver::library() {
//!     Ok(library) => println!("the CUDA driver is {library}"),
//!     Err(missing) => println!("{missing}"),
//! }
//! ```
//!
//! `cust` and everything above it are used as always. Without a driver each function returns
//! `CUDA_ERROR_NO_DEVICE`; a function that the driver lacks, because it is old, returns
//! `CUDA_ERROR_NOT_FOUND`, and [`lacking`] names it. A code that is younger than `cust` becomes
//! `CUDA_ERROR_UNKNOWN`.
//!
//! The build script of `cust` stops where no CUDA toolkit is installed, unless the environment
//! variable `CUDA_LIBRARY_PATH` names a folder with a folder `lib64` in it, which can be empty.
//!
//! The package is for Linux. Elsewhere the package is empty.
#![cfg(target_os = "linux")]

mod forwarders;
mod library;
mod results;

pub use library::{Missing, lacking, library};
