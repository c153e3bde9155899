//! The local memory of a warp's lanes.

use super::fault::{Fault, FaultKind, Result};
use crate::memory::{all_written, read_value, write_value};

/// The local memory of all lanes, each of the same size.
pub struct LocalMemory {
    size: usize,
    bytes: Vec<u8>,
    written: Vec<u8>,
}

impl LocalMemory {
    /// Local memory of this many bytes for each lane.
    pub fn new(size: u32) -> Self {
        let size = size as usize;
        let all = size * crate::alu::WARP_SIZE;
        Self { size, bytes: vec![0; all], written: vec![0; all] }
    }

    /// Forgets which bytes are written.
    pub fn forget(&mut self) {
        self.written.fill(0);
    }

    fn range(&self, lane: usize, address: u64, bytes: usize) -> Result<std::ops::Range<usize>> {
        let end = address.checked_add(bytes as u64).filter(|end| *end <= self.size as u64);
        if end.is_none() {
            let size = self.size;
            let message = format!(
                "access of {bytes} bytes at address {address:#x} of local memory, of which the \
                 thread has {size} bytes"
            );
            return Err(Fault::new(FaultKind::IllegalAddress, lane, message));
        }
        let start = lane * self.size + address as usize;
        Ok(start..start + bytes)
    }

    /// Reads a value.
    pub fn load(&self, lane: usize, address: u64, bytes: usize, checked: bool) -> Result<u64> {
        let range = self.range(lane, address, bytes)?;
        if checked && !all_written(&self.written[range.clone()]) {
            let message = format!(
                "read of {bytes} bytes at address {address:#x} of local memory that were never \
                 written"
            );
            return Err(Fault::new(FaultKind::Uninitialised, lane, message));
        }
        Ok(read_value(&self.bytes[range]))
    }

    /// Writes a value.
    pub fn store(&mut self, lane: usize, address: u64, bytes: usize, value: u64) -> Result<()> {
        let range = self.range(lane, address, bytes)?;
        write_value(&mut self.bytes[range.clone()], value);
        self.written[range].fill(1);
        Ok(())
    }
}
