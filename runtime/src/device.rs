//! Devices: where functions run.

use std::cell::Cell;
use std::fmt;
use std::sync::OnceLock;

use crate::error::{Error, ErrorKind};

/// A device that runs accel functions. At present that is the CPU.
///
/// The environment variable `ACCEL_DEVICE` (`cpu`, `cuda`, `cuda:1`, `auto`) sets the one that
/// is used outside of [`Device::run`]; unset, it is the CPU.
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

    /// The CUDA device with this number.
    ///
    /// ```
    /// # use accel::Device;
    /// let device = Device::cuda(0).unwrap_or(Device::cpu());
    /// assert_eq!(device, Device::cpu());
    /// ```
    ///
    /// # Errors
    /// Always ([`ErrorKind::Device`]): this version runs on the CPU only.
    pub fn cuda(number: usize) -> Result<Device, Error> {
        let message =
            format!("there is no CUDA device {number}: this version of accel runs on the CPU only");
        Err(Error::new(ErrorKind::Device, message, None))
    }

    /// Runs what is inside on this device: all calls of accel functions that it makes on this
    /// thread. Calls of `run` nest; the innermost counts.
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
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.0 {
            Kind::Cpu => f.write_str("cpu"),
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
        "" | "cpu" | "auto" => Ok(Device::cpu()),
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
        assert_eq!(named("auto"), Ok(Device::cpu()));
        assert_eq!(named("cuda").unwrap_err().kind(), ErrorKind::Device);
        assert!(named("cuda:1").unwrap_err().message().contains("device 1"));
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
