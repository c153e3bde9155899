//! One allocation: its bytes, which of them have been written, and the shadow of races.

use super::RaceShadow;
use super::order::Accesses;

/// The kinds of allocations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Device memory.
    Device,
    /// Memory that host and device share by the same address.
    Managed,
    /// Page-locked memory of the host.
    Host,
    /// A variable of a module.
    Variable(String),
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Device => write!(f, "allocation"),
            Self::Managed => write!(f, "managed allocation"),
            Self::Host => write!(f, "host allocation"),
            Self::Variable(name) => write!(f, "variable `{name}`"),
        }
    }
}

/// The memory that holds the bytes.
enum Bytes {
    Owned(Vec<u8>),
    /// Memory of the host, which the host may read and write between launches.
    Host(*mut u8),
}

/// A live allocation.
pub struct Allocation {
    /// Its first address.
    pub base: u64,
    /// Its size in bytes.
    pub size: u64,
    /// The kind of the allocation.
    pub kind: Kind,
    /// The context it belongs to.
    pub context: u64,
    /// Its number in the order of all allocations, from 1.
    pub number: u64,
    /// The accesses of streams.
    pub accesses: Accesses,
    bytes: Bytes,
    /// One byte each, 1 if written; empty where the host writes unseen.
    written: Vec<u8>,
    races: Option<RaceShadow>,
}

// SAFETY: a host allocation's pointer is used under the lock of the driver alone, and the memory it
// points to stays until it is freed or unregistered under the same lock.
unsafe impl Send for Allocation {}

/// The parts of an allocation that an access works on.
pub struct Parts<'a> {
    /// The bytes.
    pub bytes: &'a mut [u8],
    /// The validity of each byte: the map of written bytes; empty if unknown.
    pub written: &'a mut [u8],
    /// The shadow of races.
    pub races: &'a mut RaceShadow,
}

impl Allocation {
    /// Device memory, none of which is written.
    pub fn device(base: u64, size: u64, kind: Kind, context: u64, number: u64) -> Self {
        let (bytes, written) = (vec![0; size as usize], vec![0; size as usize]);
        let (bytes, accesses) = (Bytes::Owned(bytes), Accesses::default());
        Self { base, size, kind, context, number, accesses, bytes, written, races: None }
    }

    /// Memory of the host at its own address.
    ///
    /// # Safety
    ///
    /// The memory must stay readable and writable as long as the allocation exists.
    pub unsafe fn host(pointer: *mut u8, size: u64, kind: Kind, context: u64, number: u64) -> Self {
        let (bytes, accesses) = (Bytes::Host(pointer), Accesses::default());
        let base = pointer as u64;
        Self {
            base,
            size,
            kind,
            context,
            number,
            accesses,
            bytes,
            written: Vec::new(),
            races: None,
        }
    }

    /// Returns true if an access lies inside.
    pub fn contains(&self, address: u64, bytes: u64) -> bool {
        address >= self.base
            && address - self.base <= self.size
            && bytes <= self.size - (address - self.base)
    }

    /// Everything that an access needs.
    pub fn parts(&mut self) -> Parts<'_> {
        let size = self.size as usize;
        let bytes = match &mut self.bytes {
            Bytes::Owned(bytes) => bytes.as_mut_slice(),
            // SAFETY: `host` was promised memory of this size; accesses to it by the host while
            // the device uses it would race on hardware, too.
            Bytes::Host(pointer) => unsafe { std::slice::from_raw_parts_mut(*pointer, size) },
        };
        let races = self.races.get_or_insert_with(|| RaceShadow::new(size));
        Parts { bytes, written: &mut self.written, races }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Owned(bytes) => bytes,
            // SAFETY: as in `parts`.
            Bytes::Host(pointer) => unsafe {
                std::slice::from_raw_parts(*pointer, self.size as usize)
            },
        }
    }

    /// The map of written bytes; empty if unknown.
    pub fn written(&self) -> &[u8] {
        &self.written
    }
}
