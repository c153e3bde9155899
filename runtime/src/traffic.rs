//! Counts of the copies between the host and devices.

/// The traffic of a thread between memory of the host and CUDA devices: see
/// [`Device::traffic`](crate::Device::traffic).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Traffic {
    /// The number of copies to a device.
    pub copies_to_devices: u64,
    /// The bytes of these copies in all.
    pub bytes_to_devices: u64,
    /// The number of copies to the host.
    pub copies_to_host: u64,
    /// The bytes of these copies in all.
    pub bytes_to_host: u64,
    /// The number of times that the driver was asked for memory of a device, and gave it.
    pub allocations: u64,
    /// The number of arrays that had to leave a device to make room for others.
    pub evictions: u64,
}

impl Traffic {
    pub(crate) const NONE: Traffic = Traffic {
        copies_to_devices: 0,
        bytes_to_devices: 0,
        copies_to_host: 0,
        bytes_to_host: 0,
        allocations: 0,
        evictions: 0,
    };
}
