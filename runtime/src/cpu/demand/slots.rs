//! Places for the results of lanes, one for each.

use std::ops::Range;

use crate::failure::Result;
use crate::memory::Memory;
use crate::send_ptr::SendPtr;

/// Places for the results of some lanes.
pub(in crate::cores) struct Slots<T> {
    memory: Memory<T>,
    /// The first lane.
    first: usize,
    count: usize,
}

impl<T: Copy + Send> Slots<T> {
    /// A place for each of some lanes.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(in crate::cores) fn new(site: u32, lanes: &Range<usize>) -> Result<Slots<T>> {
        let memory = Memory::reserve(site, lanes.len())?;
        Ok(Slots { memory, first: lanes.start, count: lanes.len() })
    }

    /// Returns the places that lanes write to, and that later code reads.
    pub(in crate::cores) fn places(&mut self) -> Places<T> {
        let (first, count) = (self.first, self.count);
        Places { raw: SendPtr::new(self.memory.as_mut_ptr()), first, count }
    }
}

/// The places at which some lanes leave their results.
pub(in crate::cores) struct Places<T> {
    raw: SendPtr<T>,
    first: usize,
    count: usize,
}

impl<T> Clone for Places<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Places<T> {}

impl<T: Copy> Places<T> {
    /// Leaves the result of a lane.
    ///
    /// # Safety
    /// The lane is one of those that there are places for, which are still there, and no other thread writes
    /// or reads its place.
    #[inline(always)]
    pub(in crate::cores) unsafe fn put(self, lane: usize, given: T) {
        debug_assert!(lane - self.first < self.count);
        // SAFETY: the caller keeps to the places.
        unsafe { self.raw.get().add(lane - self.first).write(given) }
    }

    /// Returns the result that a lane has left.
    ///
    /// # Safety
    /// The places are still there, the lane has left something at its own, and no other thread writes there.
    #[inline(always)]
    pub(in crate::cores) unsafe fn at(self, lane: usize) -> T {
        debug_assert!(lane - self.first < self.count);
        // SAFETY: the caller has put it there.
        unsafe { self.raw.get().add(lane - self.first).read() }
    }
}
