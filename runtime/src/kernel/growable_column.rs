//! Columns whose length is not known before they are full.
//!
//! Blocks copy their elements where they belong, many at the same time, as long as there is room. The size of
//! all results is estimated from the results of the blocks so far, so that there is seldom too little: memory
//! that is reserved and not written costs next to nothing.

use std::mem::{ManuallyDrop, MaybeUninit};
use std::ops::Range;
use std::sync::{PoisonError, RwLock};

use crate::buffer::Buffer;
use crate::failure::Result;
use crate::memory::lengthen;
use crate::send_ptr::SendPtr;

/// The lanes of a block among all lanes.
pub struct BlockSlot {
    /// The lanes of the block.
    pub lanes: Range<usize>,
    /// The number of all lanes.
    pub count: usize,
}

impl BlockSlot {
    /// Estimates the number of elements, of `bytes` bytes, of all lanes, if those up to this block have
    /// `elements`; and adds some to spare. If there are more lanes, the estimate is not less than twice the
    /// elements so far: the last ones may have more than all before. Nor much more, if it is many times as
    /// much: the first ones may have the most.
    fn expected(&self, elements: usize, bytes: usize) -> usize {
        if self.lanes.end >= self.count {
            return elements;
        }
        let all = elements as u128 * self.count as u128 / self.lanes.end.max(1) as u128;
        let all = usize::try_from(all + all / 8).unwrap_or(usize::MAX);
        let most = elements.saturating_mul(MOST).max(LITTLE / bytes.max(1));
        // Calls that give about as much get the same memory again.
        let all = all.min(most).max(elements.saturating_mul(2));
        let step = (all / 16).max(1).next_power_of_two();
        all.checked_next_multiple_of(step).unwrap_or(all)
    }
}

/// At most so many times the memory that is needed is reserved.
const MOST: usize = 8;

/// So many bytes can be reserved in any case: they cost nothing where they are not written.
const LITTLE: usize = 1 << 26;

/// A column that blocks fill.
pub struct GrowableColumn<T> {
    site: u32,
    storage: RwLock<Storage<T>>,
}

/// Places that are written through a pointer, by several threads.
struct Storage<T> {
    places: Vec<MaybeUninit<T>>,
    raw: SendPtr<T>,
}

impl<T: Copy> GrowableColumn<T> {
    /// No elements.
    pub fn new(site: u32) -> GrowableColumn<T> {
        let mut places = Vec::<MaybeUninit<T>>::new();
        let raw = SendPtr::new(places.as_mut_ptr().cast());
        GrowableColumn { site, storage: RwLock::new(Storage { places, raw }) }
    }

    /// Copies the elements of a block behind so many other ones.
    ///
    /// # Errors
    /// If there is not enough memory.
    ///
    /// # Safety
    /// No others are copied there.
    pub unsafe fn put(&self, before: usize, elements: &[T], slot: &BlockSlot) -> Result<()> {
        let end = before + elements.len();
        loop {
            let storage = self.storage.read().unwrap_or_else(PoisonError::into_inner);
            if end <= storage.places.len() {
                // SAFETY: there are places, which stay while the lock is held; the elements lie elsewhere,
                // and the caller promises that nothing else is written there.
                unsafe {
                    let place = storage.raw.get().add(before);
                    place.copy_from_nonoverlapping(elements.as_ptr(), elements.len());
                }
                return Ok(());
            }
            drop(storage);
            let mut storage = self.storage.write().unwrap_or_else(PoisonError::into_inner);
            if end > storage.places.len() {
                lengthen(&mut storage.places, self.site, end, slot.expected(end, size_of::<T>()))?;
                storage.raw = SendPtr::new(storage.places.as_mut_ptr().cast());
            }
        }
    }

    /// The column.
    ///
    /// # Safety
    /// So many elements have been copied.
    pub unsafe fn whole(self, length: usize) -> Buffer<T> {
        let storage = self.storage.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut places = ManuallyDrop::new(storage.places);
        let (first, capacity) = (places.as_mut_ptr().cast(), places.capacity());
        // SAFETY: the memory is that of a vector of as large elements, and no longer its own; the
        // caller promises that so many have been written.
        let mut buffer = Buffer::from_vec(unsafe { Vec::from_raw_parts(first, length, capacity) });
        buffer.shrink();
        buffer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_in_any_order() {
        let growable = GrowableColumn::new(0);
        // Two of ten lanes have three elements; the last ones many more than expected.
        let blocks = [(2..4, 3..7u32), (0..2, 0..3), (4..9, 7..30), (9..10, 30..90)];
        for (lanes, elements) in blocks {
            let before = elements.start as usize;
            let elements: Vec<u32> = elements.collect();
            // SAFETY: the blocks follow each other.
            let put = unsafe { growable.put(before, &elements, &BlockSlot { lanes, count: 10 }) };
            assert!(put.is_ok());
        }
        // SAFETY: so many have been copied.
        let whole = unsafe { growable.whole(90) };
        assert_eq!(whole.into_vec(), (0..90).collect::<Vec<u32>>());
    }

    #[test]
    fn more_than_there_is_memory_for() {
        let growable = GrowableColumn::new(7);
        // As many in every lane would not fit any memory; these do.
        let slot = BlockSlot { lanes: 0..1, count: usize::MAX };
        // SAFETY: nothing else is copied.
        assert!(unsafe { growable.put(0, &[1u64; 1000], &slot) }.is_ok());
        // SAFETY: so many have been copied.
        assert_eq!(unsafe { growable.whole(1000) }.into_vec(), [1; 1000]);
    }
}
