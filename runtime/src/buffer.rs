//! Owned columns of scalars.

use crate::failure::{Failure, Result, Values};
use crate::view::View;

/// A column of scalars that belongs to its holder.
#[derive(Clone, Default)]
pub struct Buffer<T> {
    data: Vec<T>,
}

impl<T: Copy> Buffer<T> {
    /// A buffer with the elements of a vector.
    pub fn from_vec(data: Vec<T>) -> Buffer<T> {
        Buffer { data }
    }

    /// A buffer that is a copy of a view.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn copy_of(site: u32, view: View<T>) -> Result<Buffer<T>> {
        let mut data = reserve(site, view.len())?;
        data.extend_from_slice(view.slice());
        Ok(Buffer { data })
    }

    /// A buffer with these elements.
    pub fn literal<const N: usize>(elements: [T; N]) -> Buffer<T> {
        Buffer { data: elements.to_vec() }
    }

    /// An empty buffer that will have `capacity` elements.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn with_capacity(site: u32, capacity: usize) -> Result<Buffer<T>> {
        Ok(Buffer { data: reserve(site, capacity)? })
    }

    /// A buffer of `count` zeros.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn zeros(site: u32, count: usize) -> Result<Buffer<T>>
    where
        T: Default,
    {
        let mut data = reserve(site, count)?;
        data.resize(count, T::default());
        Ok(Buffer { data })
    }

    /// Adds an element.
    #[inline(always)]
    pub fn push(&mut self, element: T) {
        self.data.push(element);
    }

    /// Adds elements.
    #[inline(always)]
    pub fn extend(&mut self, elements: &[T]) {
        self.data.extend_from_slice(elements);
    }

    /// Adds room for a row, which holds zeros.
    #[inline(always)]
    pub fn room(&mut self, length: usize) -> Room<'_, T>
    where
        T: Default,
    {
        let start = self.data.len();
        self.data.resize(start + length, T::default());
        Room { row: &mut self.data[start..] }
    }

    /// How many elements there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// The element at a position, which is below [`Buffer::len`].
    #[inline(always)]
    pub fn at(&self, position: usize) -> T {
        self.view().at(position)
    }

    /// Writes the element at a position, which is below [`Buffer::len`].
    #[inline(always)]
    pub fn set(&mut self, position: usize, element: T) {
        debug_assert!(position < self.data.len(), "position {position} of {}", self.data.len());
        // SAFETY: generated code proves its positions, as for `View::at`.
        unsafe { *self.data.get_unchecked_mut(position) = element }
    }

    /// Writes elements from a position on.
    #[inline(always)]
    pub fn set_row(&mut self, position: usize, row: &[T]) {
        self.data[position..position + row.len()].copy_from_slice(row);
    }

    /// Writes elements that lie `stride` apart, from a position on.
    ///
    /// # Panics
    /// If one of them is outside.
    #[inline(always)]
    pub fn set_column(&mut self, position: usize, stride: usize, column: &[T]) {
        for (row, element) in column.iter().enumerate() {
            self.data[position + row * stride] = *element;
        }
    }

    /// A view of all elements.
    #[inline(always)]
    pub fn view(&self) -> View<'_, T> {
        View::new(&self.data)
    }

    /// The elements.
    #[inline(always)]
    pub fn slice(&self) -> &[T] {
        &self.data
    }

    /// The elements, to change them.
    #[inline(always)]
    pub fn slice_mut(&mut self) -> &mut [T] {
        &mut self.data
    }

    /// The elements as a vector, without copying.
    pub fn into_vec(self) -> Vec<T> {
        self.data
    }

    /// The memory behind an empty buffer, for drivers.
    pub(crate) fn spare(&mut self) -> &mut [std::mem::MaybeUninit<T>] {
        self.data.spare_capacity_mut()
    }

    /// Says that the first `length` elements of [`Buffer::spare`] are written.
    ///
    /// # Safety
    /// They are, and the buffer was empty.
    pub(crate) unsafe fn filled(&mut self, length: usize) {
        // SAFETY: the caller wrote them.
        unsafe { self.data.set_len(length) }
    }

    /// Gives back memory that is not needed.
    pub(crate) fn shrink(&mut self) {
        self.data.shrink_to_fit();
    }
}

/// A row at the end of a buffer, to be written.
pub struct Room<'a, T> {
    row: &'a mut [T],
}

impl<T: Copy> Room<'_, T> {
    /// Writes the element at a position, which is inside of the row.
    #[inline(always)]
    pub fn set(&mut self, position: usize, element: T) {
        debug_assert!(position < self.row.len(), "position {position} of {}", self.row.len());
        // SAFETY: generated code proves its positions, as for `View::at`.
        unsafe { *self.row.get_unchecked_mut(position) = element }
    }

    /// Writes elements from a position on.
    #[inline(always)]
    pub fn set_row(&mut self, position: usize, row: &[T]) {
        self.row[position..position + row.len()].copy_from_slice(row);
    }
}

/// Memory for `count` elements, or a failure.
fn reserve<T>(site: u32, count: usize) -> Result<Vec<T>> {
    let mut data = Vec::new();
    match data.try_reserve_exact(count) {
        Ok(()) => {
            huge_pages(&data);
            Ok(data)
        }
        Err(_) => {
            let bytes = count as u128 * size_of::<T>() as u128;
            Err(Failure::new(site, Values::Bytes(bytes)))
        }
    }
}

/// How many elements a shape has, or a failure if they cannot be counted.
///
/// # Errors
/// If the product overflows.
pub fn count(site: u32, extents: &[usize]) -> Result<usize> {
    let product = extents.iter().try_fold(1usize, |product, extent| product.checked_mul(*extent));
    // An extent of 0 makes any product 0, also one that would overflow on the way.
    match product {
        Some(product) => Ok(product),
        None if extents.contains(&0) => Ok(0),
        None => {
            let bytes = extents
                .iter()
                .fold(1u128, |product, extent| product.saturating_mul(*extent as u128));
            Err(Failure::new(site, Values::Bytes(bytes)))
        }
    }
}

/// Asks the system for large pages behind a large vector: fresh memory is then mapped in a few
/// hundred steps instead of many thousands.
#[cfg(target_os = "linux")]
fn huge_pages<T>(data: &Vec<T>) {
    const PAGE: usize = 2 << 20;
    let start = (data.as_ptr() as usize).next_multiple_of(PAGE);
    let end = (data.as_ptr() as usize + data.capacity() * size_of::<T>()) / PAGE * PAGE;
    if end > start + PAGE {
        // SAFETY: the range lies inside the vector's own memory; the advice changes how it is
        // backed, not what it holds.
        unsafe {
            libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn huge_pages<T>(_: &Vec<T>) {}
