//! Columns whose length is not known before they are full.
//!
//! Blocks copy their elements where they belong, many at the same time, as long as there is room.
//! How much will be needed is estimated from what the blocks so far had, so that there is seldom too
//! little: memory that is reserved and not written costs next to nothing.

use std::ops::Range;
use std::sync::{PoisonError, RwLock};

use super::stored::Raw;
use crate::buffer::Buffer;
use crate::failure::Result;

/// Which lanes of how many a block has.
pub struct Share {
    /// The lanes of the block.
    pub lanes: Range<usize>,
    /// How many lanes there are.
    pub count: usize,
}

impl Share {
    /// How many elements all lanes will have, if those up to this block have so many; and some to spare.
    fn expected(&self, elements: usize) -> usize {
        let all = elements as u128 * self.count as u128 / self.lanes.end.max(1) as u128;
        usize::try_from(all + all / 8).unwrap_or(usize::MAX).max(elements)
    }
}

/// A column that blocks fill.
pub struct Growing<T> {
    site: u32,
    room: RwLock<Room<T>>,
}

/// Memory that is written through a pointer.
struct Room<T> {
    buffer: Buffer<T>,
    raw: Raw<T>,
    capacity: usize,
}

impl<T: Copy> Growing<T> {
    /// No elements.
    pub fn new(site: u32) -> Growing<T> {
        Growing { site, room: RwLock::new(Room::of(Buffer::from_vec(Vec::new()))) }
    }

    /// Copies the elements of a block behind so many other ones.
    ///
    /// # Errors
    /// If there is not enough memory.
    ///
    /// # Safety
    /// No others are copied there.
    pub unsafe fn put(&self, before: usize, elements: &[T], share: &Share) -> Result<()> {
        let end = before + elements.len();
        loop {
            let room = self.room.read().unwrap_or_else(PoisonError::into_inner);
            if end <= room.capacity {
                // SAFETY: there is room, which stays while the lock is held; the elements lie elsewhere,
                // and the caller promises that nothing else is written there.
                unsafe {
                    let place = room.raw.get().add(before);
                    place.copy_from_nonoverlapping(elements.as_ptr(), elements.len());
                }
                return Ok(());
            }
            drop(room);
            let mut room = self.room.write().unwrap_or_else(PoisonError::into_inner);
            if end > room.capacity {
                room.grow(self.site, end, share.expected(end))?;
            }
        }
    }

    /// The column.
    ///
    /// # Safety
    /// So many elements have been copied.
    pub unsafe fn whole(self, length: usize) -> Buffer<T> {
        let mut buffer = self.room.into_inner().unwrap_or_else(PoisonError::into_inner).buffer;
        // SAFETY: the caller promises it.
        unsafe { buffer.filled(length) };
        buffer.shrink();
        buffer
    }
}

impl<T: Copy> Room<T> {
    fn of(mut buffer: Buffer<T>) -> Room<T> {
        let spare = buffer.spare();
        let (raw, capacity) = (Raw::new(spare.as_mut_ptr().cast()), spare.len());
        Room { buffer, raw, capacity }
    }

    /// Makes room for as many elements as are expected, or at least for those that are there.
    fn grow(&mut self, site: u32, least: usize, expected: usize) -> Result<()> {
        let larger = Buffer::with_capacity(site, expected);
        let mut larger = larger.or_else(|_| Buffer::with_capacity(site, least))?;
        larger.spare()[..self.capacity].copy_from_slice(self.buffer.spare());
        *self = Room::of(larger);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_in_any_order() {
        let growing = Growing::new(0);
        // Two of ten lanes have three elements; the last ones many more than expected.
        let blocks = [(2..4, 3..7u32), (0..2, 0..3), (4..9, 7..30), (9..10, 30..90)];
        for (lanes, elements) in blocks {
            let before = elements.start as usize;
            let elements: Vec<u32> = elements.collect();
            // SAFETY: the blocks follow each other.
            let put = unsafe { growing.put(before, &elements, &Share { lanes, count: 10 }) };
            assert!(put.is_ok());
        }
        // SAFETY: so many have been copied.
        let whole = unsafe { growing.whole(90) };
        assert_eq!(whole.into_vec(), (0..90).collect::<Vec<u32>>());
    }

    #[test]
    fn more_than_there_is_memory_for() {
        let growing = Growing::new(7);
        // As many in every lane would not fit any memory; these do.
        let share = Share { lanes: 0..1, count: usize::MAX };
        // SAFETY: nothing else is copied.
        assert!(unsafe { growing.put(0, &[1u64; 1000], &share) }.is_ok());
        // SAFETY: so many have been copied.
        assert_eq!(unsafe { growing.whole(1000) }.into_vec(), [1; 1000]);
    }
}
