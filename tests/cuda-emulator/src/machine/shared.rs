//! The shared memory of a block, with the races that barriers should have prevented.
//!
//! For every byte, the last write and the last reads since the last barrier are kept. Two accesses
//! of different threads, one of them a write that changes something, race unless a barrier of the
//! block lies between them or, within a warp, an instruction in which its lanes come together.
//! Volatile and atomic accesses take no part.

use super::fault::{Fault, FaultKind, Result};
use crate::memory::{all_written, read_value, write_value};

/// A visitor of shared memory: the lane that accesses, and the time.
#[derive(Clone, Copy)]
pub struct Visitor {
    /// The thread's number in the block.
    pub thread: u32,
    /// Its warp.
    pub warp: u32,
    /// The number of times that lanes of its warp have come together.
    pub meetings: u32,
}

/// More than one thread, or more than one warp.
const MANY: u32 = u32::MAX;

/// The last accesses of a kind to a byte; none if the epoch is not the current one.
#[derive(Clone, Copy, Default)]
struct Visit {
    epoch: u32,
    thread: u32,
    warp: u32,
    meetings: u32,
}

impl Visit {
    #[inline(always)]
    fn conflicts(&self, epoch: u32, by: Visitor) -> bool {
        self.epoch == epoch
            && self.thread != by.thread
            && (self.warp != by.warp || self.meetings == by.meetings)
    }

    #[inline(always)]
    fn with(&self, epoch: u32, by: Visitor) -> Self {
        let Visitor { thread, warp, meetings } = by;
        let same = self.epoch == epoch;
        // Accesses of lanes of one warp before they met are over, for that warp.
        let over = self.warp == warp && self.meetings != meetings;
        Self {
            epoch,
            thread: if same && !over && self.thread != thread { MANY } else { thread },
            warp: if same && self.warp != warp { MANY } else { warp },
            meetings,
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Visits {
    write: Visit,
    reads: Visit,
}

/// The shared memory of a block.
pub struct SharedMemory {
    bytes: Vec<u8>,
    written: Vec<u8>,
    visits: Vec<Visits>,
    /// Grows with each barrier; from 1.
    epoch: u32,
}

impl SharedMemory {
    /// Shared memory of this many bytes; with `races`, accesses are compared.
    pub fn new(size: usize, races: bool) -> Self {
        let visits = vec![Visits::default(); if races { size } else { 0 }];
        Self { bytes: vec![0; size], written: vec![0; size], visits, epoch: 1 }
    }

    /// For the next block: nothing is written.
    pub fn forget(&mut self) {
        self.written.fill(0);
        self.epoch += 1;
    }

    /// Notes that the threads have met at a barrier.
    pub fn pass_barrier(&mut self) {
        self.epoch += 1;
    }

    #[inline(always)]
    fn range(&self, lane: usize, address: u64, bytes: usize) -> Result<std::ops::Range<usize>> {
        let size = self.bytes.len() as u64;
        if address.checked_add(bytes as u64).is_none_or(|end| end > size) {
            return Err(outside(lane, address, bytes, size));
        }
        Ok(address as usize..address as usize + bytes)
    }

    /// Reads a value; `by` is absent for accesses that may race.
    #[inline(always)]
    pub fn load(
        &mut self,
        lane: usize,
        address: u64,
        bytes: usize,
        checked: bool,
        by: Option<Visitor>,
    ) -> Result<u64> {
        let range = self.range(lane, address, bytes)?;
        if checked && !all_written(&self.written[range.clone()]) {
            return Err(unwritten(lane, address, bytes));
        }
        if let (Some(by), Some(visits)) = (by, self.visits.get_mut(range.clone())) {
            for visit in visits {
                if visit.write.conflicts(self.epoch, by) {
                    return Err(race("read", "wrote", lane, address, bytes, &visit.write));
                }
                visit.reads = visit.reads.with(self.epoch, by);
            }
        }
        Ok(read_value(&self.bytes[range]))
    }

    /// Writes a value; `by` is absent for accesses that may race.
    #[inline(always)]
    pub fn store(
        &mut self,
        lane: usize,
        address: u64,
        bytes: usize,
        value: u64,
        by: Option<Visitor>,
    ) -> Result<()> {
        let range = self.range(lane, address, bytes)?;
        let old = &mut self.bytes[range.clone()];
        if let (Some(by), Some(visits)) = (by, self.visits.get_mut(range.clone())) {
            // A write of the value that is there already harms nobody.
            let changes = !all_written(&self.written[range.clone()])
                || old.iter().zip(value.to_le_bytes()).any(|(old, new)| *old != new);
            for visit in visits {
                if changes && visit.write.conflicts(self.epoch, by) {
                    return Err(race("write", "wrote", lane, address, bytes, &visit.write));
                }
                if changes && visit.reads.conflicts(self.epoch, by) {
                    return Err(race("write", "read", lane, address, bytes, &visit.reads));
                }
                let Visitor { thread, warp, meetings } = by;
                visit.write = Visit { epoch: self.epoch, thread, warp, meetings };
            }
        }
        write_value(old, value);
        self.written[range].fill(1);
        Ok(())
    }
}

#[cold]
fn outside(lane: usize, address: u64, bytes: usize, size: u64) -> Box<Fault> {
    let message = format!(
        "access of {bytes} bytes at address {address:#x} of shared memory, of which the block has \
         {size} bytes"
    );
    Fault::new(FaultKind::IllegalAddress, lane, message)
}

#[cold]
fn unwritten(lane: usize, address: u64, bytes: usize) -> Box<Fault> {
    let message = format!(
        "read of {bytes} bytes at address {address:#x} of shared memory that were never written"
    );
    Fault::new(FaultKind::Uninitialised, lane, message)
}

#[cold]
fn race(
    access: &str,
    other: &str,
    lane: usize,
    address: u64,
    bytes: usize,
    visit: &Visit,
) -> Box<Fault> {
    let who = match (visit.thread, visit.warp) {
        (MANY, MANY) => "threads of other warps".to_string(),
        (MANY, warp) => format!("other threads of warp {warp}"),
        (thread, warp) => format!("thread number {thread} (warp {warp})"),
    };
    let message = format!(
        "race: {access} of {bytes} bytes at address {address:#x} of shared memory, which {who} \
         {other} with no barrier in between"
    );
    Fault::new(FaultKind::Race, lane, message)
}

#[cfg(test)]
mod tests {
    use super::{SharedMemory, Visitor};

    fn by(thread: u32, meetings: u32) -> Option<Visitor> {
        Some(Visitor { thread, warp: thread / 32, meetings })
    }

    #[test]
    fn reads_of_a_warp_are_over_when_its_lanes_have_met() {
        let mut memory = SharedMemory::new(4, true);
        memory.store(0, 0, 4, 1, by(0, 0)).expect("nobody else has been there");
        for thread in 0..3 {
            memory.load(0, 0, 4, true, by(thread, 1)).expect("the lanes have met");
        }
        memory.load(0, 0, 4, true, by(0, 2)).expect("nobody writes");
        memory.store(0, 0, 4, 2, by(0, 2)).expect("the others have read before they met");
        memory.load(0, 0, 4, true, by(1, 2)).expect_err("thread 0 has just written");
    }

    #[test]
    fn warps_do_not_meet_with_others() {
        let mut memory = SharedMemory::new(4, true);
        memory.store(0, 0, 4, 1, by(0, 0)).expect("nobody else has been there");
        memory.pass_barrier();
        memory.load(0, 0, 4, true, by(1, 1)).expect("there was a barrier");
        memory.load(0, 0, 4, true, by(2, 2)).expect("nobody writes");
        memory.store(0, 0, 4, 2, by(32, 5)).expect_err("another warp has read");
    }
}
