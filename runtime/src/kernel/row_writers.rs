//! Rows: lanes that store whole rows, whole columns, or segments.

use std::marker::PhantomData;

use crate::buffer::Buffer;
use crate::failure::Result;
use crate::proven::Proven;
use crate::send_ptr::SendPtr;

/// An array whose rows the lanes of a kernel will write.
pub struct Rows<T> {
    buffer: Buffer<T>,
    count: usize,
    width: usize,
}

impl<T: Copy> Rows<T> {
    /// Room for `count` rows of `width` scalars.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(proven: Proven, site: u32, count: usize, width: usize) -> Result<Rows<T>> {
        let size = crate::buffer::count(site, &[count, width])?;
        let mut buffer = Buffer::with_capacity(proven, site, size)?;
        buffer.track_spare(size);
        Ok(Rows { buffer, count, width })
    }

    /// Returns a writer for lanes that write to it. A `WIDTH` that is not 0 is that of the rows.
    pub fn writer<const WIDTH: usize>(&mut self) -> RowWriter<'_, T, WIDTH> {
        assert!(WIDTH == 0 || WIDTH == self.width);
        RowWriter {
            raw: SendPtr::new(self.buffer.spare().as_mut_ptr().cast()),
            count: self.count,
            width: self.width,
            borrow: PhantomData,
        }
    }

    /// Returns a writer for lanes that have a column each: the transpose of the rows.
    pub fn column_writer(&mut self) -> ColumnWriter<'_, T> {
        ColumnWriter { rows: self.writer() }
    }

    /// Returns a writer for lanes that have as many rows as they like: the rows of all lanes fill it.
    pub fn segment_writer(&mut self) -> SegmentWriter<'_, T> {
        SegmentWriter { rows: self.writer() }
    }

    /// The array, all of whose rows have been written: the kernel has run over all lanes.
    pub fn finish(mut self) -> Buffer<T> {
        // SAFETY: generated code calls this after its kernel has run without a failure, in which
        // every lane writes its whole row or column.
        unsafe { self.buffer.filled(self.count * self.width) };
        self.buffer
    }
}

/// Writes rows from lanes, each of which has a row of its own. If generated code knows how wide they are, it
/// says so: loops over lanes that write short rows vectorise then.
pub struct RowWriter<'a, T, const WIDTH: usize = 0> {
    raw: SendPtr<T>,
    count: usize,
    width: usize,
    borrow: PhantomData<&'a mut T>,
}

impl<T, const WIDTH: usize> Clone for RowWriter<'_, T, WIDTH> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const WIDTH: usize> Copy for RowWriter<'_, T, WIDTH> {}

// SAFETY: lanes write to rows of their own.
unsafe impl<T: Send, const WIDTH: usize> Send for RowWriter<'_, T, WIDTH> {}
// SAFETY: likewise.
unsafe impl<T: Send, const WIDTH: usize> Sync for RowWriter<'_, T, WIDTH> {}

impl<T: Copy, const WIDTH: usize> RowWriter<'_, T, WIDTH> {
    #[inline(always)]
    fn width(self) -> usize {
        if WIDTH == 0 { self.width } else { WIDTH }
    }

    /// Returns the address of the array, and the number of its scalars.
    pub(crate) fn place(self) -> (*mut T, usize) {
        (self.raw.get(), self.count * self.width)
    }

    /// Writes an element at a place.
    #[inline(always)]
    fn put(self, place: usize, element: T) {
        debug_assert!(place < self.count * self.width);
        // SAFETY: generated code proves its places: a lane writes to its own only, inside of the
        // array.
        unsafe { self.raw.get().add(place).write(element) }
    }

    /// Writes elements from a place on, where they fit: the caller sees to that.
    #[inline(always)]
    fn put_all(self, place: usize, elements: &[T]) {
        debug_assert!(place + elements.len() <= self.count * self.width);
        // SAFETY: the callers checked that the elements fit; a lane writes to its own places only, and the
        // elements that it writes lie elsewhere.
        unsafe {
            let place = self.raw.get().add(place);
            place.copy_from_nonoverlapping(elements.as_ptr(), elements.len());
        }
    }

    /// Writes an element of a row.
    #[inline(always)]
    pub fn set(self, row: usize, position: usize, element: T) {
        debug_assert!(row < self.count && position < self.width());
        self.put(row * self.width() + position, element);
    }

    /// Writes elements of a row, from a position on.
    #[inline(always)]
    pub fn set_row(self, row: usize, position: usize, elements: &[T]) {
        assert!(row < self.count && position + elements.len() <= self.width());
        self.put_all(row * self.width() + position, elements);
    }
}

/// Writes columns from lanes, each of which has a column of its own.
#[derive(Clone, Copy)]
pub struct ColumnWriter<'a, T> {
    rows: RowWriter<'a, T>,
}

impl<'a, T: Copy> ColumnWriter<'a, T> {
    /// The rows of which these are the columns.
    pub(crate) fn rows(self) -> RowWriter<'a, T> {
        self.rows
    }

    /// Writes an element of a column.
    #[inline(always)]
    pub fn set(self, column: usize, position: usize, element: T) {
        let RowWriter { count, width, .. } = self.rows;
        debug_assert!(column < count && position < width);
        self.rows.put(position * count + column, element);
    }

    /// Writes elements of a column, from a position on.
    #[inline(always)]
    pub fn set_row(self, column: usize, position: usize, elements: &[T]) {
        let RowWriter { count, width, .. } = self.rows;
        assert!(column < count && position + elements.len() <= width);
        for (offset, element) in elements.iter().enumerate() {
            self.set(column, position + offset, *element);
        }
    }

    /// Writes an element of each of several neighbouring columns.
    #[inline(always)]
    pub fn set_across(self, first: usize, position: usize, elements: &[T]) {
        let RowWriter { count, width, .. } = self.rows;
        assert!(first + elements.len() <= count && position < width);
        self.rows.put_all(position * count + first, elements);
    }
}

/// Writes segments from lanes, each of which has one of its own: rows that follow each other.
#[derive(Clone, Copy)]
pub struct SegmentWriter<'a, T> {
    rows: RowWriter<'a, T>,
}

impl<'a, T: Copy> SegmentWriter<'a, T> {
    /// The rows of all segments.
    pub(crate) fn rows(self) -> RowWriter<'a, T> {
        self.rows
    }

    /// Writes an element of a segment that begins at a row.
    #[inline(always)]
    pub fn set(self, start: usize, position: usize, element: T) {
        self.rows.put(start * self.rows.width + position, element);
    }

    /// Writes elements of a segment that begins at a row, from a position on.
    #[inline(always)]
    pub fn set_row(self, start: usize, position: usize, elements: &[T]) {
        let RowWriter { count, width, .. } = self.rows;
        assert!(start * width + position + elements.len() <= count * width);
        self.rows.put_all(start * width + position, elements);
    }
}
