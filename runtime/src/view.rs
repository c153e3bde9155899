//! Views: the arrays that kernels read.

use std::marker::PhantomData;

use crate::cuda::{checks, residency};
use crate::failure::Result;
use crate::isa::CACHED;

/// The distance of prefetches, in bytes: longer than memory needs at the speed at which elements are read.
const AHEAD: usize = 1 << 12;

/// The bytes of a line of the caches.
const LINE: usize = 64;

/// A borrowed column of scalars that generated code reads by position.
///
/// Reads are not bounds-checked in release builds: the compiler proves every position that it
/// emits, or emits a check before it. Debug builds check all the same.
pub struct View<'a, T> {
    data: *const T,
    length: usize,
    borrow: PhantomData<&'a [T]>,
}

impl<T> Clone for View<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for View<'_, T> {}

// SAFETY: a view is a shared slice.
unsafe impl<T: Sync> Send for View<'_, T> {}
// SAFETY: a view is a shared slice.
unsafe impl<T: Sync> Sync for View<'_, T> {}

impl<'a, T: Copy> View<'a, T> {
    /// A view of a slice.
    #[inline(always)]
    pub(crate) fn new(slice: &'a [T]) -> View<'a, T> {
        View { data: slice.as_ptr(), length: slice.len(), borrow: PhantomData }
    }

    /// A view of elements that may be on a device alone.
    ///
    /// # Safety
    /// So many elements lie there, and stay; whoever reads them has copied them to the host.
    pub(crate) unsafe fn of_device_dirty(data: *const T, length: usize) -> View<'a, T> {
        View { data, length, borrow: PhantomData }
    }

    /// The view, with the newest elements on the host.
    ///
    /// # Errors
    /// If the elements are on a device that fails.
    pub fn sync_host(self) -> Result<View<'a, T>> {
        checks::before_looking()?;
        residency::sync_host(self.data as usize, self.bytes())?;
        Ok(self)
    }

    /// The view itself, for kernels of a device: they find the elements wherever they are.
    ///
    /// # Errors
    /// Never.
    #[inline(always)]
    pub fn device_view(self) -> Result<View<'a, T>> {
        Ok(self)
    }

    /// Lets kernels of the device of this call find memory of the caller, which nobody changes until
    /// the call ends.
    pub(crate) fn guest(self) {
        residency::guest(self.data.cast(), self.bytes());
    }

    /// Returns the address of the elements in memory of the host, and their number.
    pub(crate) fn place(self) -> (*const T, usize) {
        (self.data, self.length)
    }

    /// Returns the number of elements.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.length
    }

    /// Returns the number of their bytes.
    #[inline(always)]
    pub fn bytes(self) -> usize {
        self.length * size_of::<T>()
    }

    /// Returns true if there are no elements.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.length == 0
    }

    /// The element at a position, which is below [`View::len`].
    #[inline(always)]
    pub fn at(self, position: usize) -> T {
        debug_assert!(position < self.length, "position {position} of {}", self.length);
        // SAFETY: generated code proves its positions (the plan's verifier and the random
        // program tests stand behind that); the borrow keeps the slice alive.
        unsafe { *self.data.add(position) }
    }

    /// Prefetches the elements that come a while after `COUNT` ones, which are about to be read: where
    /// the column does not stay in the caches anyway, and there may or may not be such elements.
    #[inline(always)]
    pub fn prefetch_ahead<const COUNT: usize>(self, position: usize) {
        // The elements of a small column are asked for themselves, which costs less than a branch.
        let distance = if self.bytes() > CACHED { AHEAD } else { 0 };
        self.lines::<COUNT>(self.data.wrapping_add(position).wrapping_byte_add(distance));
    }

    /// Prefetches `COUNT` elements from a position on, which there may or may not be. A few lie where the
    /// hardware looks by itself.
    #[inline(always)]
    pub fn prefetch<const COUNT: usize>(self, position: usize) {
        if const { COUNT * size_of::<T>() > LINE } {
            self.lines::<COUNT>(self.data.wrapping_add(position));
        }
    }

    #[inline(always)]
    fn lines<const COUNT: usize>(self, first: *const T) {
        let mut line = 0;
        while line < COUNT * size_of::<T>() {
            prefetch(first.cast::<u8>().wrapping_add(line));
            line += LINE;
        }
    }

    /// The elements as a slice.
    #[inline(always)]
    pub fn slice(self) -> &'a [T] {
        // SAFETY: made from a slice that lives as long.
        unsafe { std::slice::from_raw_parts(self.data, self.length) }
    }

    /// The view itself: buffers and views are read alike.
    #[inline(always)]
    pub fn view(self) -> View<'a, T> {
        self
    }

    /// The elements from one on, as many as there are from a position to another. If there are none, the
    /// first may be anything.
    #[inline(always)]
    pub fn piece(self, first: usize, from: usize, to: usize) -> View<'a, T> {
        match to.saturating_sub(from) {
            0 => self.part(0, 0),
            length => self.part(first, length),
        }
    }

    /// The bits of scalars, as words of the same size.
    pub(crate) fn bits<W: Copy>(self) -> View<'a, W> {
        const { assert!(size_of::<T>() == size_of::<W>() && align_of::<T>() == align_of::<W>()) };
        View { data: self.data.cast(), length: self.length, borrow: PhantomData }
    }

    /// A part of the elements.
    #[inline(always)]
    pub fn part(self, start: usize, length: usize) -> View<'a, T> {
        View::new(&self.slice()[start..start + length])
    }
}

/// Asks the caches for a place.
#[inline(always)]
fn prefetch(place: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: nothing is read, so that any address will do.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use super::{CACHED, View};

    #[test]
    fn nothing_is_read_when_elements_are_prefetched() {
        let elements = vec![1u32; CACHED];
        for view in [View::new(&elements), View::new(&elements[..1]), View::new(&[])] {
            view.prefetch_ahead::<16>(0);
            view.prefetch_ahead::<64>(view.len());
            view.prefetch::<64>(view.len());
        }
        assert_eq!(View::new(&elements).bytes(), 4 * CACHED);
    }
}
