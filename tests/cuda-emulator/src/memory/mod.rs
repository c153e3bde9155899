//! Device memory: allocations, the bytes of them that have been written, and the last access to each.
//!
//! Generic addresses are split into windows: below the device memory lie those of shared, local and
//! parameter memory, each 4 GiB. Nothing on the host is ever mapped there, so that a host program
//! that follows a device pointer crashes as it does on hardware.

mod allocation;
mod device_memory;
mod order;
mod races;

pub use allocation::Kind;
pub use device_memory::DeviceMemory;
pub use order::{Clock, Work};
pub use races::{BlockTimes, RaceShadow};

use crate::ptx::StateSpace;

/// The size of a window.
pub const WINDOW_SIZE: u64 = 1 << 32;

const SHARED_WINDOW: u64 = 0x0100_0000_0000;
const LOCAL_WINDOW: u64 = 0x0101_0000_0000;
const PARAMETER_WINDOW: u64 = 0x0102_0000_0000;

/// The first address of device memory.
pub const FIRST_ADDRESS: u64 = 0x0200_0000_0000;

/// Returns the number to add to an address of a state space to make it generic.
pub fn window_of(space: StateSpace) -> u64 {
    match space {
        StateSpace::Generic | StateSpace::Global | StateSpace::Const => 0,
        StateSpace::Shared => SHARED_WINDOW,
        StateSpace::Local => LOCAL_WINDOW,
        StateSpace::Param => PARAMETER_WINDOW,
    }
}

/// The state space that a generic address lies in.
pub fn space_of(address: u64) -> StateSpace {
    match address & !(WINDOW_SIZE - 1) {
        SHARED_WINDOW => StateSpace::Shared,
        LOCAL_WINDOW => StateSpace::Local,
        PARAMETER_WINDOW => StateSpace::Param,
        _ => StateSpace::Global,
    }
}

/// Returns true if every byte of a piece of a validity map has been written.
#[inline(always)]
pub fn all_written(map: &[u8]) -> bool {
    match *map {
        [a] => a != 0,
        [a, b] => a & b != 0,
        [a, b, c, d] => a & b & c & d != 0,
        _ => map.iter().all(|byte| *byte != 0),
    }
}

/// Reads an integer of 1, 2, 4 or 8 bytes.
#[inline(always)]
pub fn read_value(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        _ => {
            let mut all = [0; 8];
            let length = bytes.len().min(8);
            all[..length].copy_from_slice(&bytes[..length]);
            u64::from_le_bytes(all)
        }
    }
}

/// Writes the low bytes of an integer.
#[inline(always)]
pub fn write_value(bytes: &mut [u8], value: u64) {
    let all = value.to_le_bytes();
    match bytes.len() {
        4 => bytes.copy_from_slice(&all[..4]),
        8 => bytes.copy_from_slice(&all),
        length => bytes.copy_from_slice(&all[..length.min(8)]),
    }
}
