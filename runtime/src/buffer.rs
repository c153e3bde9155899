//! Owned columns of scalars.

use crate::cuda::checks;
use crate::cuda::residency::Residence;
use crate::failure::{Failure, Result, Values};
use crate::memory::Memory;
use crate::proven::Proven;
use crate::view::View;

/// A column of scalars that belongs to its holder.
///
/// After a kernel of a device, the newest elements may be there alone: [`Buffer::sync_host`] comes before
/// everything that looks at them, and [`Buffer::make_host_exclusive`] before everything that changes them.
/// Code of lanes sees only buffers of its own and views of elements that are on the host.
pub struct Buffer<T> {
    // It ends before the memory does.
    residence: Residence,
    data: Memory<T>,
}

impl<T: Copy> Clone for Buffer<T> {
    fn clone(&self) -> Self {
        Buffer::from_vec(self.here().data.to_vec())
    }
}

impl<T> From<Memory<T>> for Buffer<T> {
    #[inline(always)]
    fn from(data: Memory<T>) -> Buffer<T> {
        Buffer { residence: Residence::default(), data }
    }
}

impl<T: Copy> Buffer<T> {
    /// A buffer with the elements of a vector.
    pub(crate) fn from_vec(data: Vec<T>) -> Buffer<T> {
        Buffer::from(Memory::from(data))
    }

    /// A buffer that is a copy of a view.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn copy_of(site: u32, view: View<T>) -> Result<Buffer<T>> {
        let mut data = Memory::reserve(site, view.len())?;
        data.extend_from_slice(view.slice());
        Ok(Buffer::from(data))
    }

    /// A buffer with these elements.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn literal(_: Proven, site: u32, elements: &[T]) -> Result<Buffer<T>> {
        Buffer::copy_of(site, View::new(elements))
    }

    /// An empty buffer that will have `capacity` elements.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn with_capacity(_: Proven, site: u32, capacity: usize) -> Result<Buffer<T>> {
        Ok(Buffer::from(Memory::reserve(site, capacity)?))
    }

    /// A buffer of `count` zeros.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn zeros(_: Proven, site: u32, count: usize) -> Result<Buffer<T>>
    where
        T: Default,
    {
        let mut data = Memory::reserve(site, count)?;
        data.resize(count, T::default());
        Ok(Buffer::from(data))
    }

    /// The buffer, with the newest elements on the host.
    ///
    /// # Errors
    /// If the elements are on a device that fails.
    #[inline(always)]
    pub fn sync_host(&self) -> Result<&Buffer<T>> {
        if self.residence.is_tracked() {
            checks::before_looking()?;
        }
        self.residence.sync_host()?;
        Ok(self)
    }

    /// The buffer, with the newest elements on the host, outside of calls.
    ///
    /// # Panics
    /// If the elements are on a device that fails.
    #[inline(always)]
    pub(crate) fn here(&self) -> &Buffer<T> {
        match self.residence.sync_host() {
            Ok(()) => self,
            Err(failure) => panic!("{}", failure.into_error(&[])),
        }
    }

    /// The elements, to change them outside of calls: they are on the host alone.
    ///
    /// # Panics
    /// If the elements are on a device that fails.
    #[inline(always)]
    pub(crate) fn here_mut(&mut self) -> &mut [T] {
        match self.residence.make_host_exclusive() {
            Ok(()) => &mut self.data,
            Err(failure) => panic!("{}", failure.into_error(&[])),
        }
    }

    /// The buffer, with the newest elements on the host alone: they may be changed there.
    ///
    /// # Errors
    /// If the elements are on a device that fails.
    #[inline(always)]
    pub fn make_host_exclusive(&mut self) -> Result<&mut Buffer<T>> {
        if self.residence.is_tracked() {
            checks::before_looking()?;
        }
        self.residence.make_host_exclusive()?;
        Ok(self)
    }

    /// A view for kernels of the device of this call, which find the elements wherever they are; if
    /// the call runs on the CPU, they are on the host.
    ///
    /// # Errors
    /// If the elements are on a device that fails.
    pub fn device_view(&self) -> Result<View<'_, T>> {
        let bytes = self.data.len() * size_of::<T>();
        self.residence.track(self.data.as_ptr().cast_mut().cast(), bytes)?;
        // SAFETY: the elements stay while the buffer is borrowed. Drivers copy them to the host before
        // lanes read them on the CPU.
        Ok(unsafe { View::of_device_dirty(self.data.as_ptr(), self.data.len()) })
    }

    /// Lets kernels of the device of this call change the elements wherever they are; if the call runs
    /// on the CPU, they are on the host alone.
    ///
    /// # Errors
    /// If the elements are on a device that fails.
    pub fn device_mut(&mut self) -> Result<()> {
        let bytes = self.data.len() * size_of::<T>();
        self.residence.device_mut(self.data.as_mut_ptr().cast(), bytes)
    }

    /// Returns the address of the elements in memory of the host; a device may have newer ones.
    pub(crate) fn place(&mut self) -> *mut T {
        self.data.as_mut_ptr()
    }

    /// Lets kernels of the device of this call fill an empty buffer, which has room for so many
    /// elements.
    pub(crate) fn track_spare(&mut self, count: usize) {
        let bytes = count * size_of::<T>();
        // An empty buffer need not be copied to the host.
        let _ = self.residence.track(self.data.as_mut_ptr().cast(), bytes);
    }

    /// Forgets the elements, but not their memory.
    pub(crate) fn clear(&mut self) {
        self.data.clear();
    }

    /// Adds an element.
    #[inline(always)]
    pub fn push(&mut self, element: T) {
        self.data.push(element);
    }

    /// Adds elements.
    ///
    /// # Errors
    /// If there is not enough memory.
    #[inline(always)]
    pub fn extend(&mut self, site: u32, elements: &[T]) -> Result<()> {
        self.data.reserve_more(site, elements.len())?;
        self.data.extend_from_slice(elements);
        Ok(())
    }

    /// Adds the elements of another buffer; takes its place where there are none before.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn append(&mut self, site: u32, other: Buffer<T>) -> Result<()> {
        if self.is_empty() {
            *self = other;
            return Ok(());
        }
        self.extend(site, other.slice())
    }

    /// Adds room for a row, which holds zeros.
    ///
    /// # Errors
    /// If there is not enough memory.
    #[inline(always)]
    pub fn new_row(&mut self, site: u32, length: usize) -> Result<NewRow<'_, T>>
    where
        T: Default,
    {
        self.data.reserve_more(site, length)?;
        let start = self.data.len();
        self.data.resize(start + length, T::default());
        Ok(NewRow { row: &mut self.data[start..] })
    }

    /// Room for some of `count` elements behind those that there are.
    ///
    /// # Errors
    /// If there is not enough memory.
    #[inline(always)]
    pub fn filter_writer(&mut self, site: u32, count: usize) -> Result<FilterWriter<'_, T>> {
        self.data.reserve_more(site, count)?;
        let length = 0;
        Ok(FilterWriter { start: self.data.len(), length, count, data: &mut self.data })
    }

    /// Returns the number of elements.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Returns true if there are no elements.
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
        debug_assert!(!self.residence.is_tracked(), "a device has the elements, too");
        // SAFETY: generated code proves its positions, as for `View::at`.
        unsafe { *self.data.get_unchecked_mut(position) = element }
    }

    /// Writes elements from a position on.
    #[inline(always)]
    pub fn set_row(&mut self, position: usize, row: &[T]) {
        debug_assert!(!self.residence.is_tracked(), "a device has the elements, too");
        self.data[position..position + row.len()].copy_from_slice(row);
    }

    /// Writes elements that lie `stride` apart, from a position on.
    ///
    /// # Panics
    /// If one of them is outside.
    #[inline(always)]
    pub fn set_column(&mut self, position: usize, stride: usize, column: &[T]) {
        debug_assert!(!self.residence.is_tracked(), "a device has the elements, too");
        for (row, element) in column.iter().enumerate() {
            self.data[position + row * stride] = *element;
        }
    }

    /// A view of all elements, which are on the host.
    #[inline(always)]
    pub fn view(&self) -> View<'_, T> {
        debug_assert!(!self.residence.is_device_dirty(), "the elements are on a device");
        View::new(&self.data)
    }

    /// The elements, which are on the host.
    #[inline(always)]
    pub fn slice(&self) -> &[T] {
        debug_assert!(!self.residence.is_device_dirty(), "the elements are on a device");
        &self.data
    }

    /// The elements, to change them.
    #[inline(always)]
    pub fn slice_mut(&mut self) -> &mut [T] {
        debug_assert!(!self.residence.is_tracked(), "a device has the elements, too");
        &mut self.data
    }

    /// The elements as a vector, without copying.
    pub fn into_vec(mut self) -> Vec<T> {
        match self.make_host_exclusive() {
            Ok(buffer) => buffer.data.take(),
            Err(failure) => panic!("{}", failure.into_error(&[])),
        }
    }

    /// The memory behind an empty buffer, for drivers.
    pub(crate) fn spare(&mut self) -> &mut [std::mem::MaybeUninit<T>] {
        self.data.spare_capacity_mut()
    }

    /// Says that the first `length` elements of [`Buffer::spare`] are written.
    ///
    /// # Safety
    /// The elements are written, and the buffer was empty.
    pub(crate) unsafe fn filled(&mut self, length: usize) {
        // SAFETY: the caller wrote them.
        unsafe { self.data.set_len(length) }
    }

    /// Gives back memory that is not needed. An array on a device keeps its host memory, of which only the
    /// part that is written later takes memory.
    pub(crate) fn shrink(&mut self) {
        if !self.residence.is_device_dirty() && self.make_host_exclusive().is_ok() {
            self.data.shrink();
        }
    }
}

/// A row at the end of a buffer, to be written.
pub struct NewRow<'a, T> {
    row: &'a mut [T],
}

impl<T: Copy> NewRow<'_, T> {
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

/// Elements at the end of a buffer, of which some are kept.
pub struct FilterWriter<'a, T> {
    data: &'a mut Vec<T>,
    start: usize,
    /// The number of elements kept so far.
    length: usize,
    /// The number of elements that may be offered.
    count: usize,
}

impl<T: Copy> FilterWriter<'_, T> {
    /// Adds an element if it is kept; without a branch, which could not be predicted. No more
    /// elements are offered than there is room for.
    #[inline(always)]
    pub fn offer(&mut self, element: T, keep: bool) {
        debug_assert!(self.length < self.count, "element {} of {}", self.length, self.count);
        // SAFETY: there is room behind the elements for all that are offered, and generated code
        // offers as many as it said.
        unsafe { self.data.as_mut_ptr().add(self.start + self.length).write(element) };
        self.length += usize::from(keep);
    }

    /// The room, for at least so many elements.
    ///
    /// # Panics
    /// If the room has been made for fewer.
    #[inline(always)]
    pub(crate) fn room(&mut self, count: usize) -> &mut [std::mem::MaybeUninit<T>] {
        &mut self.data.spare_capacity_mut()[..count]
    }

    /// Says how many elements have been written into the room.
    ///
    /// # Safety
    /// So many elements have been written.
    #[inline(always)]
    pub(crate) unsafe fn written(self, length: usize) {
        // SAFETY: the caller wrote them.
        unsafe { self.data.set_len(self.start + length) };
    }

    /// The elements kept become elements of the buffer. Returns their number.
    #[inline(always)]
    pub fn finish(self) -> usize {
        let length = self.length;
        // SAFETY: they have been offered, which wrote them.
        unsafe { self.written(length) };
        length
    }
}

/// Returns the number of elements of a shape, or a failure if they cannot be counted.
///
/// # Errors
/// If the product overflows.
pub fn count(site: u32, extents: &[usize]) -> Result<usize> {
    known_count(extents).ok_or_else(|| {
        let bytes =
            extents.iter().fold(1u128, |product, extent| product.saturating_mul(*extent as u128));
        Failure::new(site, Values::Bytes(bytes))
    })
}

/// The product of extents, if that can be counted. An extent of 0 makes any product 0, also one that
/// would overflow on the way.
pub fn known_count(extents: &[usize]) -> Option<usize> {
    let product = extents.iter().try_fold(1usize, |product, extent| product.checked_mul(*extent));
    product.or(extents.contains(&0).then_some(0))
}
