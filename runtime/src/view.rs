//! Views: what kernels read.

use std::marker::PhantomData;

use crate::cuda::{checks, residency};
use crate::failure::{Failure, Result};

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
    pub fn new(slice: &'a [T]) -> View<'a, T> {
        View { data: slice.as_ptr(), length: slice.len(), borrow: PhantomData }
    }

    /// A view of elements that may be on a device alone.
    ///
    /// # Safety
    /// So many elements lie there, and stay; whoever reads them has brought them home.
    pub(crate) unsafe fn of_away(data: *const T, length: usize) -> View<'a, T> {
        View { data, length, borrow: PhantomData }
    }

    /// The view, with the newest elements at home.
    ///
    /// # Errors
    /// If they are on a device that fails.
    pub fn home(self) -> Result<View<'a, T>> {
        checks::before_looking()?;
        let home = residency::home(self.data as usize, self.length * size_of::<T>());
        home.map_err(Failure::of_device)?;
        Ok(self)
    }

    /// The view itself, for kernels of a device: they find the elements wherever they are.
    ///
    /// # Errors
    /// Never.
    #[inline(always)]
    pub fn lent(self) -> Result<View<'a, T>> {
        Ok(self)
    }

    /// Lets kernels of the device of this call find memory of the caller, which nobody changes until
    /// the call ends.
    pub(crate) fn guest(self) {
        residency::guest(self.data.cast(), self.length * size_of::<T>());
    }

    /// Where the elements have their home, and how many there are.
    pub(crate) fn place(self) -> (*const T, usize) {
        (self.data, self.length)
    }

    /// How many elements there are.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.length
    }

    /// Whether there are none.
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

    /// The elements from one on, as many as there are from a position to another. Where there are
    /// none, the first may be anything.
    #[inline(always)]
    pub fn piece(self, first: usize, from: usize, to: usize) -> View<'a, T> {
        match to.saturating_sub(from) {
            0 => self.part(0, 0),
            length => self.part(first, length),
        }
    }

    /// A part of the elements.
    #[inline(always)]
    pub fn part(self, start: usize, length: usize) -> View<'a, T> {
        View::new(&self.slice()[start..start + length])
    }
}
