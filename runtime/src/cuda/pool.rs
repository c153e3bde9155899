//! Memory of a device that nobody uses, kept to be used again: the driver's own allocation waits
//! for the device, and takes longer than most kernels.
//!
//! Kernels follow each other in one order, so memory that a kernel still uses may be handed to the
//! next one; copies wait for the launch that used it last.
//!
//! Memory that is used again hides reads of bytes that were never written. For tests, `ACCEL_CUDA_POOL=none`
//! has all of it given back at once, so that an emulator sees them.

use std::sync::OnceLock;

use super::copies::Moment;

/// Memory of a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The address of its first byte.
    pub pointer: u64,
    /// The number of its bytes.
    pub bytes: usize,
    /// The last launch that uses it.
    pub used: Moment,
    /// The time of the pool that it is from.
    epoch: u64,
}

impl Block {
    /// The same, which this launch uses, too.
    pub fn used_by(self, launch: Moment) -> Block {
        Block { used: self.used.max(launch), ..self }
    }
}

/// All sizes are multiples of this.
const STEP: usize = 512;

/// Returns true if memory is kept.
fn keeps() -> bool {
    static KEEPS: OnceLock<bool> = OnceLock::new();
    *KEEPS.get_or_init(|| std::env::var_os("ACCEL_CUDA_POOL").is_none_or(|pool| pool != "none"))
}

/// The free memory of a device.
#[derive(Default)]
pub struct Pool {
    /// By size; of the same size, the newest ones last.
    free: Vec<Block>,
    /// Counts how often all memory of the device was lost.
    epoch: u64,
}

impl Pool {
    /// The size of a block for so many bytes.
    pub fn size(bytes: usize) -> usize {
        bytes.max(1).checked_next_multiple_of(STEP).unwrap_or(bytes)
    }

    /// A free block of this size, or of up to an eighth more.
    pub fn take(&mut self, size: usize) -> Option<Block> {
        let most = size.saturating_add(size / 8);
        let first = self.free.partition_point(|block| block.bytes < size);
        let found = self.free.get(first).map(|block| block.bytes).filter(|bytes| *bytes <= most)?;
        Some(self.free.remove(self.behind(found) - 1))
    }

    /// Returns the position of the first block that is larger than `bytes`.
    fn behind(&self, bytes: usize) -> usize {
        self.free.partition_point(|block| block.bytes <= bytes)
    }

    /// A block of memory that is new.
    pub fn block(&self, pointer: u64, bytes: usize) -> Block {
        Block { pointer, bytes, used: 0, epoch: self.epoch }
    }

    /// A block that is not used any more. Gives it if the driver is to have it back, as there is no
    /// memory to remember it, for one.
    #[must_use]
    pub fn put(&mut self, block: Block) -> Option<Block> {
        if block.epoch != self.epoch {
            return None;
        }
        if !keeps() || self.free.try_reserve(1).is_err() {
            return Some(block);
        }
        self.free.insert(self.behind(block.bytes), block);
        None
    }

    /// The memory of the device is gone, also the blocks in use.
    pub fn lose(&mut self) {
        self.free.clear();
        self.epoch += 1;
    }

    /// All free blocks, which leave the pool.
    pub fn drain(&mut self) -> Vec<Block> {
        std::mem::take(&mut self.free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_fit_is_taken_and_waste_is_not() {
        let mut pool = Pool::default();
        for (pointer, bytes) in [(1, 4096), (2, 8192), (3, 8704), (4, 8704)] {
            assert_eq!(pool.put(pool.block(pointer, bytes)), None);
        }
        let taken: Vec<Option<u64>> = [8192, 8192, 8192, 8192, 2048, 4096]
            .map(|size| pool.take(size).map(|block| block.pointer))
            .to_vec();
        assert_eq!(taken, [Some(2), Some(4), Some(3), None, None, Some(1)]);
    }

    #[test]
    fn all_blocks_leave_a_pool() {
        let mut pool = Pool::default();
        let blocks =
            [(1, 512), (2, 512), (3, 1024)].map(|(pointer, bytes)| pool.block(pointer, bytes));
        blocks.iter().for_each(|block| assert_eq!(pool.put(*block), None));
        assert_eq!(pool.drain(), blocks);
        assert_eq!(pool.drain(), []);
    }

    #[test]
    fn blocks_of_lost_memory_do_not_come_back() {
        let mut pool = Pool::default();
        let (free, used) = (pool.block(1, 512), pool.block(2, 512));
        assert_eq!(pool.put(free), None);
        pool.lose();
        assert_eq!(pool.put(used), None);
        assert_eq!(pool.take(512), None);
        assert_eq!(pool.put(pool.block(3, 512)), None);
        assert_eq!(pool.take(512).map(|block| block.pointer), Some(3));
    }

    #[test]
    fn sizes_are_rounded_up() {
        assert_eq!([0, 1, 512, 513].map(Pool::size), [512, 512, 512, 1024]);
    }
}
