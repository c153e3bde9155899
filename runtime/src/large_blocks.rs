//! Large blocks of memory that were given back, kept to be used again.
//!
//! The system maps fresh memory page by page when it is first written to, which takes longer than most
//! kernels need for the page. The results and temporaries of calls are often as large the next time, so
//! blocks that come back are kept for it, the newest ones, up to 64 MiB together.

use std::alloc::{Layout, dealloc};
use std::mem::{ManuallyDrop, needs_drop};
use std::ptr::NonNull;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The size of the smallest blocks that are kept, in bytes.
pub const LEAST: usize = 1 << 16;

/// The number of bytes that are kept together.
const MOST: usize = 1 << 26;

/// Blocks, the oldest first.
static BLOCKS: Mutex<Blocks> = Mutex::new(Blocks { list: Vec::new(), bytes: 0 });

struct Blocks {
    list: Vec<Block>,
    bytes: usize,
}

/// A block from the allocator that nobody uses.
struct Block {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: nobody else knows of the block; it can be used, or given back, by any thread.
unsafe impl Send for Block {}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: the block was a vector's, which asked the allocator for it with this layout.
        unsafe { dealloc(self.start.as_ptr(), self.layout) };
    }
}

impl Blocks {
    /// The newest block of at least so many bytes, and at most an eighth more.
    fn take(&mut self, bytes: usize, alignment: usize) -> Option<Block> {
        let suits = |block: &Block| {
            let found = block.layout.size();
            (bytes..=bytes.saturating_add(bytes / 8)).contains(&found)
                && block.layout.align() == alignment
        };
        let position = self.list.iter().rposition(suits)?;
        let block = self.list.remove(position);
        self.bytes -= block.layout.size();
        Some(block)
    }

    /// Keeps a block, if there is memory to remember it. Or else gives it back.
    fn keep(&mut self, block: Block) -> Option<Block> {
        if self.list.try_reserve(1).is_err() {
            return Some(block);
        }
        self.bytes += block.layout.size();
        self.list.push(block);
        None
    }

    /// The oldest block, if more are kept than may be.
    fn too_many(&mut self) -> Option<Block> {
        if self.bytes <= MOST {
            return None;
        }
        let oldest = self.list.remove(0);
        self.bytes -= oldest.layout.size();
        Some(oldest)
    }
}

impl Block {
    /// The memory of a vector, if it is of a size that is kept.
    fn of<T>(vec: Vec<T>) -> Option<Block> {
        let layout = Layout::array::<T>(vec.capacity()).ok()?;
        if !(LEAST..=MOST).contains(&layout.size()) || needs_drop::<T>() {
            return None;
        }
        let start = NonNull::new(ManuallyDrop::new(vec).as_mut_ptr().cast())?;
        Some(Block { start, layout })
    }

    /// An empty vector in this memory. The elements have the alignment of the block.
    fn into_vec<T>(self) -> Vec<T> {
        let block = ManuallyDrop::new(self);
        let capacity = block.layout.size() / size_of::<T>();
        let fits = Layout::array::<T>(capacity) == Ok(block.layout);
        assert!(fits, "a block suits the elements");
        // SAFETY: the block was a vector's, with this layout.
        unsafe { Vec::from_raw_parts(block.start.cast().as_ptr(), 0, capacity) }
    }
}

fn blocks() -> MutexGuard<'static, Blocks> {
    BLOCKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An empty vector with room for so many scalars, or some more, if a block is kept that suits it.
pub fn take<T>(count: usize) -> Option<Vec<T>> {
    let bytes = count.checked_mul(size_of::<T>()).filter(|bytes| *bytes >= LEAST)?;
    let block = blocks().take(bytes, align_of::<T>())?;
    Some(block.into_vec())
}

/// Keeps the memory of a vector of scalars, if it is large enough.
pub fn keep<T>(vec: Vec<T>) {
    if let Some(block) = Block::of(vec) {
        // The lock is open again when the allocator gets blocks that are too much.
        let unkept = blocks().keep(block);
        drop(unkept);
        loop {
            let too_many = blocks().too_many();
            if too_many.is_none() {
                return;
            }
        }
    }
}

/// Gives back all blocks.
pub fn give_back_all() {
    let mut blocks = blocks();
    blocks.bytes = 0;
    let list = std::mem::take(&mut blocks.list);
    drop(blocks);
    drop(list);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none() -> Blocks {
        Blocks { list: Vec::new(), bytes: 0 }
    }

    fn block<T>(count: usize) -> Block {
        Block::of(Vec::<T>::with_capacity(count)).expect("a size that is kept")
    }

    #[test]
    fn a_block_is_used_again_for_what_is_about_as_large() {
        let mut blocks = none();
        let first = block::<u64>(LEAST);
        let place = first.start;
        assert!(blocks.keep(first).is_none());
        assert!(blocks.take(8 * LEAST, 4).is_none(), "another alignment");
        assert!(blocks.take(4 * LEAST, 8).is_none(), "half of it");
        assert!(blocks.take(8 * LEAST + 1, 8).is_none(), "more than there is");
        let again = blocks.take(8 * LEAST - 800, 8).map(Block::into_vec::<f64>);
        let again = again.expect("the block is there");
        assert_eq!((again.as_ptr().cast(), again.len()), (place.as_ptr().cast_const(), 0));
        assert_eq!((again.capacity(), blocks.bytes), (LEAST, 0));
    }

    #[test]
    fn small_blocks_and_those_that_are_too_large_go_back() {
        assert!(Block::of(Vec::<u16>::with_capacity(77)).is_none());
        assert!(Block::of(Vec::<u16>::with_capacity(MOST)).is_none());
    }

    #[test]
    fn no_more_is_kept_than_may_be() {
        let mut blocks = none();
        for count in [MOST / 2, MOST / 2, MOST / 2 + 1] {
            assert!(blocks.too_many().is_none());
            assert!(blocks.keep(block::<i8>(count)).is_none());
        }
        assert!(blocks.too_many().is_some() && blocks.too_many().is_some());
        assert!(blocks.too_many().is_none());
        assert_eq!((blocks.list.len(), blocks.bytes), (1, MOST / 2 + 1));
    }
}
