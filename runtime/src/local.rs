//! Small arrays that a lane makes for itself.

use crate::proven::Proven;
use crate::view::View;

/// An array of a few elements, where the lane has its other values: making it costs no allocation.
#[derive(Clone, Copy)]
pub struct Local<T, const N: usize>([T; N]);

impl<T: Copy, const N: usize> Local<T, N> {
    /// An array of these elements.
    #[inline(always)]
    pub fn literal(_: Proven, elements: [T; N]) -> Local<T, N> {
        Local(elements)
    }

    /// An array of zeros.
    #[inline(always)]
    pub fn zeros(_: Proven) -> Local<T, N>
    where
        T: Default,
    {
        Local([T::default(); N])
    }

    /// A copy of the first elements of an array.
    ///
    /// # Panics
    /// If the array has fewer.
    #[inline(always)]
    pub fn copy_of(array: View<'_, T>) -> Local<T, N> {
        Local(*array.slice().first_chunk().expect("an array has its size"))
    }

    /// The element at a position.
    #[inline(always)]
    pub fn at(&self, position: usize) -> T {
        self.0[position]
    }

    /// Writes an element.
    #[inline(always)]
    pub fn set(&mut self, position: usize, element: T) {
        self.0[position] = element;
    }

    /// Writes elements, from a position on.
    #[inline(always)]
    pub fn set_row(&mut self, position: usize, elements: &[T]) {
        self.0[position..position + elements.len()].copy_from_slice(elements);
    }

    /// Writes a column of elements, from a position on, each `stride` behind the one before.
    #[inline(always)]
    pub fn set_column(&mut self, position: usize, stride: usize, elements: &[T]) {
        for (row, element) in elements.iter().enumerate() {
            self.0[position + row * stride] = *element;
        }
    }

    /// The elements.
    #[inline(always)]
    pub fn slice(&self) -> &[T] {
        &self.0
    }

    /// The elements, to be changed.
    #[inline(always)]
    pub fn slice_mut(&mut self) -> &mut [T] {
        &mut self.0
    }

    /// Returns the number of elements.
    #[expect(clippy::len_without_is_empty, reason = "the type says it")]
    #[inline(always)]
    pub fn len(&self) -> usize {
        N
    }

    /// The elements, as kernels read them.
    #[inline(always)]
    pub fn view(&self) -> View<'_, T> {
        View::new(&self.0)
    }
}
