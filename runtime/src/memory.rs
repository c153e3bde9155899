//! The memory of columns. Small blocks are used again by their thread, [large ones](large_blocks) by all.
//!
//! Lanes have arrays of their own, recursive functions some on each level, and most of them are small
//! and live shortly: asking the allocator for them takes longer than working with them. So each
//! thread keeps blocks that were given back, in lists: one for each size, which is a power of two, and
//! each alignment, since the allocator wants to know both when it gets a block back in the end.

use std::alloc::{Layout, dealloc, handle_alloc_error};
use std::cell::Cell;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};
use std::ptr::{NonNull, null_mut};

use crate::failure::{Failure, Result, Values};
use crate::large_blocks;

/// The size of the smallest blocks that are kept.
const SMALLEST: usize = 1 << 4;

/// The size of the largest blocks that a thread keeps.
const LARGEST: usize = 1 << 13;

/// The bytes that a list keeps.
const KEPT: usize = 1 << 16;

/// The number of sizes.
const SIZES: usize = (LARGEST / SMALLEST).ilog2() as usize + 1;

/// The number of alignments: 1, 2, 4 and 8.
const ALIGNMENTS: usize = 4;

/// Tools that look for mistakes with memory see more where every block comes and goes; one of their rounds is
/// without this, for the code here.
const RECYCLES: bool = !cfg!(accel_sanitized);

/// A vector of scalars, whose memory is used again.
pub struct Memory<T>(Vec<T>);

impl<T> Memory<T> {
    /// Memory for `count` elements.
    ///
    /// # Errors
    /// If there is not enough.
    #[inline(always)]
    pub fn reserve(site: u32, count: usize) -> Result<Memory<T>> {
        if recycles::<T>() && count != 0 && count <= LARGEST / size_of::<T>() {
            return small(site, count).map(Memory);
        }
        large(site, count).map(Memory)
    }

    /// Room for `count` elements more, and some to spare if there is too little.
    ///
    /// # Errors
    /// If there is not enough memory.
    #[inline(always)]
    pub fn reserve_more(&mut self, site: u32, count: usize) -> Result<()> {
        if self.0.capacity() == 0 {
            *self = Memory::reserve(site, count)?;
        } else if self.0.capacity() - self.0.len() < count {
            grow(&mut self.0, site, count)?;
        }
        Ok(())
    }

    /// Gives back memory that is not needed, if it is much; small blocks are kept as they are.
    pub fn shrink(&mut self) {
        let (length, capacity) = (self.0.len(), self.0.capacity());
        if capacity * size_of::<T>() > LARGEST && length < capacity - capacity / 3 {
            self.0.shrink_to_fit();
        }
    }

    /// The vector, which is the caller's from now on.
    pub fn take(&mut self) -> Vec<T> {
        std::mem::take(&mut self.0)
    }
}

impl<T> From<Vec<T>> for Memory<T> {
    fn from(vec: Vec<T>) -> Memory<T> {
        Memory(vec)
    }
}

impl<T> Default for Memory<T> {
    fn default() -> Memory<T> {
        Memory(Vec::new())
    }
}

impl<T> Deref for Memory<T> {
    type Target = Vec<T>;

    #[inline(always)]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Memory<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T> Drop for Memory<T> {
    #[inline(always)]
    fn drop(&mut self) {
        let bytes = self.0.capacity() * size_of::<T>();
        if recycles::<T>() && bytes.is_power_of_two() && (SMALLEST..=LARGEST).contains(&bytes) {
            give_back(self.take());
        } else if recycles::<T>() && bytes >= large_blocks::LEAST {
            large_blocks::keep(self.take());
        }
    }
}

/// The blocks that a thread keeps, by alignment and size. Each begins with the address of the next one.
struct Lists([[List; SIZES]; ALIGNMENTS]);

struct List {
    first: Cell<*mut u8>,
    length: Cell<usize>,
}

thread_local! {
    static LISTS: Lists = const {
        Lists([const { [const { List { first: Cell::new(null_mut()), length: Cell::new(0) } }; SIZES] }; ALIGNMENTS])
    };
}

impl Lists {
    /// The list of blocks with elements of this type. The size is a power of two.
    #[inline(always)]
    fn list<T>(&self, bytes: usize) -> &List {
        &self.0[align_of::<T>().ilog2() as usize][(bytes / SMALLEST).ilog2() as usize]
    }
}

impl List {
    #[inline(always)]
    fn pop(&self) -> Option<NonNull<u8>> {
        let block = NonNull::new(self.first.get())?;
        // SAFETY: the block is in the list, so it begins with the address of the next one.
        self.first.set(unsafe { block.cast::<*mut u8>().read_unaligned() });
        self.length.set(self.length.get() - 1);
        Some(block)
    }

    /// # Safety
    /// The block is nobody's, and has as many bytes as those of this list.
    #[inline(always)]
    unsafe fn push(&self, block: NonNull<u8>) {
        // SAFETY: blocks have room for an address, and the caller says that this one is free.
        unsafe { block.cast::<*mut u8>().write_unaligned(self.first.get()) };
        self.first.set(block.as_ptr());
        self.length.set(self.length.get() + 1);
    }
}

impl Lists {
    /// Gives all blocks back to the allocator.
    fn give_back_all(&self) {
        for (alignment, lists) in self.0.iter().enumerate() {
            for (size, list) in lists.iter().enumerate() {
                let Ok(layout) = Layout::from_size_align(SMALLEST << size, 1 << alignment) else {
                    continue;
                };
                while let Some(block) = list.pop() {
                    // SAFETY: the block was a vector's, which asked for it with this layout.
                    unsafe { dealloc(block.as_ptr(), layout) };
                }
            }
        }
    }
}

impl Drop for Lists {
    fn drop(&mut self) {
        self.give_back_all();
    }
}

/// Gives back the blocks that this thread keeps to be used again, and those that all threads do: so that
/// bytes can be counted.
pub fn give_back_all() {
    // A thread that is about to end has given everything back.
    let _ = LISTS.try_with(Lists::give_back_all);
    large_blocks::give_back_all();
}

/// Returns true if blocks with elements of this type can be kept.
const fn recycles<T>() -> bool {
    RECYCLES && size_of::<T>().is_power_of_two() && align_of::<T>() < 1 << ALIGNMENTS
}

/// Memory for a few elements, at least one: used again if there is some.
#[inline(always)]
fn small<T>(site: u32, count: usize) -> Result<Vec<T>> {
    let bytes = (count * size_of::<T>()).next_power_of_two().max(SMALLEST);
    let capacity = bytes / size_of::<T>();
    // Nothing is kept where the thread is about to end.
    match LISTS.try_with(|lists| lists.list::<T>(bytes).pop()) {
        // SAFETY: the block was a vector's whose elements had this alignment, and together this size.
        Ok(Some(block)) => Ok(unsafe { Vec::from_raw_parts(block.cast().as_ptr(), 0, capacity) }),
        _ => large(site, capacity),
    }
}

/// Keeps a block for later, if there are not enough already.
#[inline(always)]
fn give_back<T>(vec: Vec<T>) {
    let bytes = vec.capacity() * size_of::<T>();
    let kept = LISTS.try_with(|lists| {
        let list = lists.list::<T>(bytes);
        let keeps = list.length.get() * bytes < KEPT;
        if keeps && let Some(block) = NonNull::new(vec.as_ptr().cast_mut().cast()) {
            // SAFETY: the vector is forgotten below.
            unsafe { list.push(block) };
        }
        keeps
    });
    match kept {
        Ok(true) => std::mem::forget(vec),
        _ => drop(vec),
    }
}

/// Memory for `count` elements more, or a failure.
#[cold]
fn grow<T>(data: &mut Vec<T>, site: u32, count: usize) -> Result<()> {
    data.try_reserve(count).map_err(|_| no_memory::<T>(site, count))
}

/// Memory for `count` elements from the allocator, or a failure.
fn large<T>(site: u32, count: usize) -> Result<Vec<T>> {
    if recycles::<T>()
        && let Some(again) = large_blocks::take(count)
    {
        return Ok(again);
    }
    let mut data = Vec::new();
    match data.try_reserve_exact(count) {
        Ok(()) => {
            huge_pages(&data);
            Ok(data)
        }
        Err(_) => Err(no_memory::<T>(site, count)),
    }
}

/// Makes a vector of places longer, which keep the elements that were written to them: as long as is
/// expected, or else at least so long. If the expected length does not fit, it is made longer by halves all
/// the same, as far as memory goes, so that it is not moved again for each few elements.
pub fn lengthen<T>(
    places: &mut Vec<MaybeUninit<T>>,
    site: u32,
    least: usize,
    expected: usize,
) -> Result<()> {
    let more = |part: usize| least.saturating_add(least / part);
    for length in [expected, more(1), more(2), more(8), least] {
        let longer = match places.is_empty() {
            true => large(site, length).map(|fresh| *places = fresh).is_ok(),
            false => {
                let more = length.saturating_sub(places.len());
                places.try_reserve_exact(more).map(|()| huge_pages(places)).is_ok()
            }
        };
        if longer {
            // SAFETY: a place that was never written is a place, too.
            unsafe { places.set_len(places.capacity()) };
            return Ok(());
        }
    }
    Err(no_memory::<T>(site, least))
}

/// An empty vector with room for so many elements, not to be used again.
///
/// # Errors
/// If there is not enough memory.
pub fn vector<T>(site: u32, count: usize) -> Result<Vec<T>> {
    let mut vector = Vec::new();
    match vector.try_reserve_exact(count) {
        Ok(()) => Ok(vector),
        Err(_) => Err(no_memory::<T>(site, count)),
    }
}

/// Makes room for so many elements more.
///
/// # Errors
/// If there is not enough memory.
pub fn reserve<T>(vector: &mut Vec<T>, site: u32, more: usize) -> Result<()> {
    match vector.capacity() - vector.len() < more {
        true => grow(vector, site, more),
        false => Ok(()),
    }
}

/// A copy of a slice.
///
/// # Errors
/// If there is not enough memory.
pub fn copy_of<T: Copy>(site: u32, slice: &[T]) -> Result<Vec<T>> {
    let mut copy = vector(site, slice.len())?;
    copy.extend_from_slice(slice);
    Ok(copy)
}

/// A vector of so many equal elements.
///
/// # Errors
/// If there is not enough memory.
pub fn repeated<T: Clone>(site: u32, element: T, count: usize) -> Result<Vec<T>> {
    let mut vector = vector(site, count)?;
    vector.resize(count, element);
    Ok(vector)
}

/// Adds an element to a vector.
///
/// # Errors
/// If there is not enough memory.
#[inline(always)]
pub fn push<T>(vector: &mut Vec<T>, site: u32, element: T) -> Result<()> {
    if vector.len() == vector.capacity() {
        grow(vector, site, 1)?;
    }
    vector.push(element);
    Ok(())
}

/// Adds an element to a vector for which there has been enough memory so far.
#[cfg_attr(not(feature = "cuda"), expect(dead_code, reason = "there is no device"))]
pub fn push_to<T>(vector: &mut Result<Vec<T>>, site: u32, element: T) {
    if let Ok(elements) = vector
        && let Err(failure) = push(elements, site, element)
    {
        *vector = Err(failure);
    }
}

/// Unwraps an allocation outside of a call of a block, where the standard library does not give errors
/// either.
///
/// # Panics
/// Ends the process if there was not enough memory.
pub fn or_abort<T>(result: Result<T>) -> T {
    match result {
        Ok(value) => value,
        Err(failure) => match failure.bytes() {
            Some(bytes) => handle_alloc_error(layout_of(bytes)),
            None => panic!("{}", failure.into_error(&[])),
        },
    }
}

fn layout_of(bytes: u128) -> Layout {
    let size = usize::try_from(bytes).unwrap_or(isize::MAX as usize);
    Layout::array::<u8>(size).unwrap_or(Layout::new::<u8>())
}

fn no_memory<T>(site: u32, count: usize) -> Failure {
    Failure::new(site, Values::Bytes(count as u128 * size_of::<T>() as u128))
}

/// Asks the system for large pages behind a large vector: fresh memory is then mapped in a few
/// hundred steps instead of many thousands.
#[cfg(all(target_os = "linux", not(miri)))]
fn huge_pages<T>(data: &Vec<T>) {
    const LARGE: usize = 2 << 20;
    const SMALL: usize = 4 << 10;
    let bytes = data.capacity() * size_of::<T>();
    if bytes >= 2 * LARGE {
        // Whole mappings: one that has been advised in parts cannot grow without being copied.
        let start = data.as_ptr() as usize / SMALL * SMALL;
        let end = (data.as_ptr() as usize + bytes).next_multiple_of(SMALL);
        // SAFETY: the pages are mapped, as the vector lies in them; the advice changes how they are backed,
        // not their contents.
        unsafe {
            libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE);
        }
    }
}

#[cfg(any(not(target_os = "linux"), miri))]
fn huge_pages<T>(_: &Vec<T>) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_that_was_given_back_is_used_again() -> Result<()> {
        let first: Vec<u32> = small(0, 5)?;
        let (place, capacity) = (first.as_ptr(), first.capacity());
        assert_eq!(capacity, 8);
        give_back(first);
        let again: Vec<f32> = small(0, 7)?;
        assert_eq!((again.as_ptr().cast(), again.len(), again.capacity()), (place, 0, 8));
        Ok(())
    }

    #[test]
    fn blocks_are_used_for_their_own_size_and_alignment() -> Result<()> {
        let mut first: Vec<u64> = small(0, 4)?;
        first.extend([1, 2, 3, 4]);
        let place: *const u8 = first.as_ptr().cast();
        give_back(first);
        let bytes: Vec<u8> = small(0, 32)?;
        let short: Vec<u64> = small(0, 2)?;
        assert!(bytes.as_ptr() != place && short.as_ptr().cast() != place);
        Ok(())
    }

    #[test]
    fn a_list_keeps_no_more_than_it_may() -> Result<()> {
        let all: Result<Vec<Vec<u16>>> = (0..KEPT / LARGEST + 3).map(|_| small(0, 4096)).collect();
        all?.into_iter().for_each(give_back);
        let kept = LISTS.with(|lists| lists.list::<u16>(LARGEST).length.get());
        assert_eq!(kept, KEPT / LARGEST);
        Ok(())
    }

    #[test]
    fn memory_goes_from_thread_to_thread() {
        let made = std::thread::spawn(|| small::<u8>(0, 100)).join();
        let Ok(Ok(mut vec)) = made else { panic!("there is memory for 100 bytes") };
        vec.push(7);
        give_back(vec);
        assert!(small::<bool>(0, 128).is_ok_and(|vec| vec.is_empty() && vec.capacity() == 128));
    }
}
