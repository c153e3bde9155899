//! Stands for CUDA if this program is built without it: there is no device.

/// Looks for a device; there is none.
///
/// # Errors
/// The reason why there is none.
pub fn find(_: usize) -> Result<(), String> {
    Err(if cfg!(feature = "cuda") {
        "accel runs on CUDA devices under Linux only".to_owned()
    } else {
        "the feature `cuda` of the package `accel-array` is off".to_owned()
    })
}

/// A call, of which nothing needs to be known.
#[derive(Clone, Copy)]
pub struct Call;

/// Begins a call on the CPU.
pub fn begin(_: Option<usize>) -> Call {
    Call
}

/// Ends a call.
pub fn end(_: Call) {}

/// The device that this thread runs kernels on.
pub fn entered() -> Option<usize> {
    None
}

/// Returns the number of kernels that this thread has launched on devices.
pub fn launches() -> u64 {
    0
}

/// Checks of kernels, which fail where they are.
pub mod checks {
    use crate::failure::Result;

    /// Makes a call.
    ///
    /// # Errors
    /// The failure of the call.
    #[inline(always)]
    pub fn repeatable<R>(call: impl Fn() -> Result<R>) -> Result<R> {
        call()
    }

    /// No device has written anything.
    ///
    /// # Errors
    /// Never.
    #[inline(always)]
    pub fn before_looking() -> Result<()> {
        Ok(())
    }
}

/// Launches: kernels run on the CPU.
pub mod lanes {
    use crate::failure::Result;
    use crate::kernel::lane_value::LaneValue;
    use crate::kernel::map::Map;
    use crate::kernel::reduce::{Reduce, Reduced};

    /// Runs a map on no device.
    ///
    /// # Errors
    /// Never.
    #[inline(always)]
    pub(crate) fn map<const R: usize, K: Map<R>>(
        _: u32,
        _: [usize; R],
        _: K,
    ) -> Result<Option<<K::Stored as LaneValue>::Buffers>> {
        Ok(None)
    }

    /// Runs a reduction on no device.
    ///
    /// # Errors
    /// Never.
    #[inline(always)]
    pub(crate) fn reduce<const R: usize, K: Reduce<R>>(
        _: u32,
        _: [usize; R],
        _: K::Value,
        _: K,
    ) -> Result<Option<Reduced<R, K>>> {
        Ok(None)
    }
}

/// Launches of lanes that append rows: they run on the CPU.
pub mod append {
    use crate::failure::Result;
    use crate::kernel::append::{Append, Appended};

    /// Appends rows on no device.
    ///
    /// # Errors
    /// Never.
    #[inline(always)]
    pub(crate) fn append<K: Append>(
        _: u32,
        _: usize,
        _: K::Value,
        _: K,
    ) -> Result<Option<Appended<K>>> {
        Ok(None)
    }
}

/// Launches of combinations into arrays: they run on the CPU.
pub mod combine {
    use crate::failure::Result;
    use crate::kernel::combine::Combine;
    use crate::kernel::lane_value::LaneValue;

    /// Combines on no device.
    ///
    /// # Errors
    /// Never.
    #[inline(always)]
    pub(crate) fn combine<K: Combine>(
        _: u32,
        _: usize,
        _: <K::Value as LaneValue>::ColumnPtrs,
        _: usize,
        _: K,
    ) -> Result<bool> {
        Ok(false)
    }
}

/// Launches of compactions: they run on the CPU.
pub mod compact {
    use crate::failure::Result;
    use crate::kernel::compact::{Compact, Compacted};

    /// Runs a compaction on no device.
    ///
    /// # Errors
    /// Never.
    #[inline(always)]
    pub(crate) fn compact<K: Compact>(
        _: u32,
        _: usize,
        _: K::Value,
        _: K,
    ) -> Result<Option<Compacted<K>>> {
        Ok(None)
    }
}

/// Launches of scans: they run on the CPU.
pub mod scan {
    use crate::failure::Result;
    use crate::kernel::scan::{Scan, Scanned};

    /// Runs a scan on no device.
    ///
    /// # Errors
    /// Never.
    #[inline(always)]
    pub(crate) fn scan<K: Scan>(
        _: u32,
        _: usize,
        _: K::Reduced,
        _: K,
    ) -> Result<Option<Scanned<K>>> {
        Ok(None)
    }
}

/// Launches of sorts: they run on the CPU.
pub mod sort {
    use crate::buffer::Buffer;
    use crate::failure::Result;
    use crate::kernel::sort_keys::{Column, Ordered};
    use crate::launch::DeviceKernel;
    use crate::view::View;

    /// No device finds one.
    pub enum Order {}

    /// Sorts on no device.
    ///
    /// # Errors
    /// Never.
    #[inline(always)]
    pub fn sorted<T: Ordered>(_: u32, _: DeviceKernel, _: View<T>) -> Result<Option<Buffer<T>>> {
        Ok(None)
    }

    /// Finds an order on no device.
    ///
    /// # Errors
    /// Never.
    #[inline(always)]
    pub fn order(_: u32, _: DeviceKernel, _: &[Column]) -> Result<Option<Order>> {
        Ok(None)
    }

    /// Puts nothing into an order.
    ///
    /// # Errors
    /// Never.
    #[inline(always)]
    pub fn permuted<T: Copy>(
        _: u32,
        _: DeviceKernel,
        _: View<T>,
        _: usize,
        order: &Order,
    ) -> Result<Buffer<T>> {
        match *order {}
    }
}

/// Makes a device ready; none was ever found.
///
/// # Errors
/// The reason why there is none.
pub fn enter(number: usize) -> Result<(), String> {
    find(number)
}

/// Traffic between the host and devices: none.
pub mod trace {
    use std::time::Duration;

    use crate::traffic::Traffic;

    /// Returns the traffic of this thread.
    pub fn traffic() -> Traffic {
        Traffic::NONE
    }

    /// No kernels take any time.
    ///
    /// # Errors
    /// Never.
    pub fn stopwatch<R>(inside: impl FnOnce() -> R) -> (R, Result<Duration, String>) {
        (inside(), Ok(Duration::ZERO))
    }
}

/// The places of arrays: on the host.
pub mod residency {
    use crate::failure::Result;

    /// The handle of an array for its copy on a device: there is none.
    #[derive(Default)]
    pub struct Residence(());

    impl Residence {
        /// The newest elements are on the host.
        #[inline(always)]
        pub fn is_device_dirty(&self) -> bool {
            false
        }

        /// No device has a copy.
        #[inline(always)]
        pub fn is_tracked(&self) -> bool {
            false
        }

        /// There is no device to lend an array to.
        ///
        /// # Errors
        /// Never.
        #[inline(always)]
        pub fn track(&self, _: *mut u8, _: usize) -> Result<()> {
            Ok(())
        }

        /// There is no device to change an array.
        ///
        /// # Errors
        /// Never.
        #[inline(always)]
        pub fn device_mut(&mut self, _: *mut u8, _: usize) -> Result<()> {
            Ok(())
        }

        /// The newest elements are on the host.
        ///
        /// # Errors
        /// Never.
        #[inline(always)]
        pub fn sync_host(&self) -> Result<()> {
            Ok(())
        }

        /// The newest elements are on the host alone.
        ///
        /// # Errors
        /// Never.
        #[inline(always)]
        pub fn make_host_exclusive(&mut self) -> Result<()> {
            Ok(())
        }
    }

    /// There is no device to find memory.
    #[inline(always)]
    pub fn guest(_: *const u8, _: usize) {}

    /// The newest elements are on the host.
    ///
    /// # Errors
    /// Never.
    #[inline(always)]
    pub fn sync_host(_: usize, _: usize) -> Result<()> {
        Ok(())
    }
}
