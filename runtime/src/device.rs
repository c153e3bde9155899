//! Devices: where functions run.

use std::cell::Cell;
use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

use crate::cuda;
use crate::error::{Error, ErrorKind};
use crate::traffic::Traffic;

/// A device that runs accel functions: the CPU, or, with the cargo feature `cuda`, a GPU.
///
/// The environment variable `ACCEL_DEVICE` sets the one that is used outside of [`Device::run`]:
/// `cpu`, `cuda` (which is `cuda:0`), `cuda:1`, or `auto`, the first CUDA device if there is one, else
/// the CPU. Unset, it is the CPU.
///
/// ```
/// use accel::{accel, Device};
///
/// accel! {
///     pub fn double(xs: &[f64]) -> [f64] { xs.map(|x| 2.0 * x) }
/// }
///
/// let ys = Device::cpu().run(|| double(&[1.0, 2.0]));
/// assert_eq!(ys, [2.0, 4.0]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Cpu,
    Cuda(usize),
}

thread_local! {
    static CHOSEN: Cell<Option<Kind>> = const { Cell::new(None) };
}

impl Device {
    /// The cores of this machine: rayon's current thread pool.
    ///
    /// ```
    /// # use accel::Device;
    /// assert_eq!(Device::cpu().to_string(), "cpu");
    /// ```
    pub fn cpu() -> Device {
        Device(Kind::Cpu)
    }

    /// The CUDA device with this number. This needs the cargo feature `cuda` and NVIDIA's driver.
    ///
    /// Kernels run there that were compiled ahead of time, by `accel_build::precompile()` in the
    /// crate's build script: maps, reductions, scans, filters, scatters, sorts, and work on rows. The
    /// others run on the CPU.
    ///
    /// ```
    /// # use accel::Device;
    /// let device = Device::cuda(0).unwrap_or_else(|error| {
    ///     eprintln!("{error}");
    ///     Device::cpu()
    /// });
    /// println!("running on {device}");
    /// ```
    ///
    /// # Errors
    /// If there is no such device ([`ErrorKind::Device`]). The message says how many there are, or
    /// where a driver was looked for, or that the feature is off.
    pub fn cuda(number: usize) -> Result<Device, Error> {
        cuda::find(number).map_err(|reason| {
            let message = format!("there is no CUDA device {number}: {reason}");
            Error::new(ErrorKind::Device, message, None)
        })?;
        Ok(Device(Kind::Cuda(number)))
    }

    /// Runs `inside` on this device: all calls of accel functions that it makes on this thread. Calls of
    /// `run` nest; the innermost counts.
    ///
    /// ```
    /// # use accel::{accel, Device};
    /// # accel! {
    /// #     pub fn total(xs: &[u32]) -> u32 { xs.sum() }
    /// # }
    /// assert_eq!(Device::cpu().run(|| total(&[1, 2, 3])), 6);
    /// ```
    pub fn run<R>(&self, inside: impl FnOnce() -> R) -> R {
        /// Restores the choice also when `inside` panics.
        struct Restore(Option<Kind>);
        impl Drop for Restore {
            fn drop(&mut self) {
                CHOSEN.set(self.0);
            }
        }
        let _restore = Restore(CHOSEN.replace(Some(self.0)));
        inside()
    }

    /// As [`Device::run`], and measures how long a CUDA device is busy: by its own clock, from the begin of
    /// the first kernel that this thread launches to the end of the last one. Work of the host before and
    /// after that takes no part, nor do the copies.
    ///
    /// ```
    /// # use accel::{accel, Device};
    /// # accel! {
    /// #     pub fn total(xs: &[u32]) -> u32 { xs.sum() }
    /// # }
    /// let (sum, time) = Device::cpu().run_timed(|| total(&[1, 2, 3]))?;
    /// assert_eq!(sum, 6);
    /// // Nothing was launched on a CUDA device.
    /// assert!(time.is_zero());
    /// # Ok::<(), accel::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the device fails before its kernels have ended ([`ErrorKind::Device`]).
    pub fn run_timed<R>(&self, inside: impl FnOnce() -> R) -> Result<(R, Duration), Error> {
        let (result, time) = cuda::trace::stopwatch(|| self.run(inside));
        let time = time.map_err(|error| {
            Error::new(ErrorKind::Device, format!("the CUDA device fails: {error}"), None)
        })?;
        Ok((result, time))
    }

    /// The device that a call runs on here and now.
    ///
    /// ```
    /// # use accel::Device;
    /// assert_eq!(Device::cpu().run(Device::current), Ok(Device::cpu()));
    /// ```
    ///
    /// # Errors
    /// If no [`Device::run`] is around, and `ACCEL_DEVICE` names no device that is there
    /// ([`ErrorKind::Device`]). Every call gives the same error then.
    pub fn current() -> Result<Device, Error> {
        match CHOSEN.get() {
            Some(kind) => Ok(Device(kind)),
            None => from_environment().clone(),
        }
    }

    /// Makes the device ready, and has this thread run kernels on it, if it has code for some.
    pub(crate) fn enter(&self, has_kernels: bool) -> Result<Entered, Error> {
        let sensible = crate::isa::check().and_then(|()| crate::trace::check());
        if let Err(message) = sensible {
            return Err(Error::new(ErrorKind::Device, message.to_owned(), None));
        }
        let device = match self.0 {
            Kind::Cpu => None,
            Kind::Cuda(number) => {
                let fails = |message| Error::new(ErrorKind::Device, message, None);
                cuda::enter(number).map_err(fails)?;
                has_kernels.then_some(number)
            }
        };
        Ok(Entered(cuda::begin(device)))
    }

    /// Returns the number of kernels that this thread has launched on CUDA devices so far. Kernels that have
    /// no code for them run on the CPU.
    ///
    /// ```
    /// # use accel::Device;
    /// assert_eq!(Device::launches(), 0);
    /// ```
    pub fn launches() -> u64 {
        cuda::launches()
    }

    /// Returns the traffic of this thread between memory of the host and CUDA devices so far. An array that a
    /// device has is copied to the host when it is looked at there, and stays on the device to be used again.
    ///
    /// ```
    /// # use accel::Device;
    /// assert_eq!(Device::traffic().bytes_to_devices, 0);
    /// ```
    pub fn traffic() -> Traffic {
        cuda::trace::traffic()
    }
}

/// A call on a device. In the end the thread runs kernels where it did before.
pub(crate) struct Entered(cuda::Call);

impl Drop for Entered {
    fn drop(&mut self) {
        cuda::end(self.0);
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.0 {
            Kind::Cpu => f.write_str("cpu"),
            Kind::Cuda(number) => write!(f, "cuda:{number}"),
        }
    }
}

/// The device that `ACCEL_DEVICE` names, read once.
fn from_environment() -> &'static Result<Device, Error> {
    static DEVICE: OnceLock<Result<Device, Error>> = OnceLock::new();
    DEVICE.get_or_init(|| match std::env::var("ACCEL_DEVICE") {
        Err(std::env::VarError::NotPresent) => Ok(Device::cpu()),
        Err(std::env::VarError::NotUnicode(_)) => Err(unknown("not Unicode")),
        Ok(name) => named(&name),
    })
}

fn named(name: &str) -> Result<Device, Error> {
    match name {
        "" | "cpu" => Ok(Device::cpu()),
        "auto" => Ok(Device::cuda(0).unwrap_or(Device::cpu())),
        "cuda" => Device::cuda(0),
        _ => match name.strip_prefix("cuda:").map(str::parse) {
            Some(Ok(number)) => Device::cuda(number),
            _ => Err(unknown(&format!("`{name}`"))),
        },
    }
}

fn unknown(found: &str) -> Error {
    let message =
        format!("ACCEL_DEVICE is {found}, expected `cpu`, `cuda`, `cuda:<number>` or `auto`");
    Error::new(ErrorKind::Device, message, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_devices() {
        assert_eq!(named("cpu"), Ok(Device::cpu()));
        let first = Device::cuda(0);
        assert_eq!(named("auto"), Ok(first.clone().unwrap_or(Device::cpu())));
        assert_eq!(named("cuda"), first);
        assert_eq!(named("cuda:0"), first);
        let error = named("cuda:999").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Device);
        assert!(error.message().starts_with("there is no CUDA device 999: "), "{error}");
        for wrong in ["gpu", "cuda:", "cuda:x", "cuda:-1", "CPU"] {
            assert!(named(wrong).unwrap_err().message().contains("expected"), "{wrong}");
        }
    }

    #[test]
    fn the_choice_ends_with_the_closure() {
        let _ = std::panic::catch_unwind(|| Device::cpu().run(|| panic!("inside")));
        assert_eq!(CHOSEN.get(), None);
    }
}
