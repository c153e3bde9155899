//! Scatters: lanes that write anywhere.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::kernel::lane_value::LaneValue;
use crate::proven::Proven;

/// Columns that the lanes of a kernel write to. If several lanes write to one place, one value wins, whole.
pub struct Target<'a, S: LaneValue> {
    raw: S::ColumnPtrs,
    length: usize,
    borrow: PhantomData<&'a mut S::Buffers>,
}

impl<S: LaneValue> Clone for Target<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: LaneValue> Copy for Target<'_, S> {}

// SAFETY: everyone writes through `put`, which is atomic.
unsafe impl<S: LaneValue> Send for Target<'_, S> {}
// SAFETY: likewise.
unsafe impl<S: LaneValue> Sync for Target<'_, S> {}

impl<'a, S: LaneValue> Target<'a, S> {
    /// The columns of a destination of this length.
    pub fn new(_: Proven, buffers: &'a mut S::Buffers, length: usize) -> Target<'a, S> {
        Target { raw: S::raw(buffers), length, borrow: PhantomData }
    }

    /// Returns the addresses of the columns.
    pub(crate) fn raw(self) -> S::ColumnPtrs {
        self.raw
    }

    /// Returns the number of places.
    pub(crate) fn length(self) -> usize {
        self.length
    }

    /// Writes a value; the position is below the length.
    #[inline(always)]
    pub fn put(self, position: usize, value: S) {
        debug_assert!(position < self.length, "position {position} of {}", self.length);
        // One value wins as a whole: several columns are written under a lock.
        let _lock = (S::COLUMNS > 1).then(|| lock(position));
        // SAFETY: generated code checks its positions, and everyone writes through this.
        unsafe { value.publish(self.raw, position) }
    }
}

/// The number of locks that the places of all scatters share.
const LOCKS: usize = 1024;

static TAKEN: [AtomicBool; LOCKS] = [const { AtomicBool::new(false) }; LOCKS];

/// The lock of a place, held until dropped. The lock is only ever held for a few writes.
fn lock(position: usize) -> Lock {
    let place = &TAKEN[position % LOCKS];
    while place.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
        std::hint::spin_loop();
    }
    Lock(place)
}

/// A lock that is held.
struct Lock(&'static AtomicBool);

impl Drop for Lock {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}
