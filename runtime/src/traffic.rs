//! Counts of what moves between the host and devices.

/// What a thread has moved between memory of the host and CUDA devices: see
/// [`Device::traffic`](crate::Device::traffic).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Traffic {
    /// How often something was copied to a device.
    pub copies_to_devices: u64,
    /// How many bytes in all.
    pub bytes_to_devices: u64,
    /// How often something was copied to the host.
    pub copies_to_host: u64,
    /// How many bytes in all.
    pub bytes_to_host: u64,
    /// How often the driver was asked for memory of a device, and gave it.
    pub allocations: u64,
    /// How many arrays had to leave a device to make room for others.
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
