//! Arrays as bytes, and memory of other types as arrays, by the crate bytemuck, which knows what is safe.

use ::bytemuck::{AnyBitPattern, NoUninit, Pod, cast_slice, cast_slice_mut, try_cast_slice};

use crate::array::Array;
use crate::array::view::ArrayView;
use crate::buffer::known_count;
use crate::element::Scalar;
use crate::error::{Error, ErrorKind};
use crate::failure::Failure;
use crate::memory::vector;
use crate::text::text;

impl<T: Scalar + NoUninit, const R: usize> Array<T, R> {
    /// The bytes of the elements, in row-major order, in the order of bytes of the machine. It is there with the
    /// cargo feature `bytemuck`.
    ///
    /// ```
    /// # use accel::Array;
    /// let m = Array::from([[1u16, 2], [3, 4]]);
    /// assert_eq!(m.as_bytes().len(), 8);
    /// assert_eq!(Array::from_bytes([2, 2], m.as_bytes()), m);
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        cast_slice(self.as_slice())
    }
}

impl<T: Scalar + Pod, const R: usize> Array<T, R> {
    /// As [`Array::as_bytes`], to change them.
    ///
    /// ```
    /// # use accel::Array;
    /// let mut xs = Array::from([u16::MAX, 1]);
    /// xs.as_mut_bytes()[..2].fill(0);
    /// assert_eq!(xs, [0, 1]);
    /// ```
    pub fn as_mut_bytes(&mut self) -> &mut [u8] {
        cast_slice_mut(self.as_mut_slice())
    }
}

impl<T: Scalar + AnyBitPattern, const R: usize> Array<T, R> {
    /// An array of this shape, whose elements have these bytes, which may lie anywhere: they are copied. It is
    /// there with the cargo feature `bytemuck`.
    ///
    /// ```
    /// # use accel::Array;
    /// let bytes = [1.5f32, 2.5].map(f32::to_ne_bytes).concat();
    /// assert_eq!(Array::from_bytes([2], &bytes), [1.5f32, 2.5]);
    /// ```
    ///
    /// # Panics
    /// If the shape does not have as many bytes.
    #[track_caller]
    pub fn from_bytes(shape: [usize; R], bytes: &[u8]) -> Array<T, R> {
        match Array::try_from_bytes(shape, bytes) {
            Ok(array) => array,
            Err(error) => panic!("{error}"),
        }
    }

    /// As [`Array::from_bytes`], but gives the error back.
    ///
    /// ```
    /// # use accel::Array;
    /// let error = Array::<f32, 1>::try_from_bytes([2], &[0; 7]).unwrap_err();
    /// assert_eq!(error.message(), "7 bytes cannot take the shape [2] of elements of 4 bytes");
    /// ```
    ///
    /// # Errors
    /// If the shape does not have as many bytes ([`ErrorKind::Size`](crate::ErrorKind::Size)), or there is not
    /// enough memory ([`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory)).
    pub fn try_from_bytes(shape: [usize; R], bytes: &[u8]) -> Result<Array<T, R>, Error> {
        let count = known_count(&shape);
        if count.and_then(|count| count.checked_mul(size_of::<T>())) != Some(bytes.len()) {
            let message = text!(
                "{} bytes cannot take the shape {shape:?} of elements of {} bytes",
                bytes.len(),
                size_of::<T>()
            );
            return Err(Error::new(ErrorKind::Size, message, None));
        }
        let elements = bytes.chunks_exact(size_of::<T>());
        let mut data = vector(0, elements.len()).map_err(Failure::for_memory_of("bytes"))?;
        data.extend(elements.map(::bytemuck::pod_read_unaligned::<T>));
        Array::try_from_vec(shape, data)
    }
}

impl<'a, T: Scalar + AnyBitPattern, const R: usize> ArrayView<'a, T, R> {
    /// A view of the scalars that the items of a slice consist of, such as the channels of pixels. Copies
    /// nothing. It is there with the cargo feature `bytemuck`.
    ///
    /// ```
    /// # use accel::ArrayView;
    /// // Two pixels beside each other; a struct that is `bytemuck::Pod` would do as well.
    /// let pixels: [[u8; 3]; 2] = [[255, 0, 0], [7, 8, 9]];
    /// let channels = ArrayView::<u8, 3>::cast_slice([1, 2, 3], &pixels);
    /// assert_eq!(channels[[0, 1, 2]], 9);
    /// ```
    ///
    /// # Panics
    /// If [`ArrayView::try_cast_slice`] gives an error.
    #[track_caller]
    pub fn cast_slice<S: NoUninit>(shape: [usize; R], items: &'a [S]) -> ArrayView<'a, T, R> {
        match ArrayView::try_cast_slice(shape, items) {
            Ok(view) => view,
            Err(error) => panic!("{error}"),
        }
    }

    /// As [`ArrayView::cast_slice`], but gives the error back.
    ///
    /// ```
    /// # use accel::ArrayView;
    /// let error = ArrayView::<f32, 1>::try_cast_slice([1], &[[0u8; 3]; 2]).unwrap_err();
    /// assert!(error.message().starts_with("6 bytes cannot be read as elements of 4 bytes"));
    /// ```
    ///
    /// # Errors
    /// If the items do not lie where scalars of this type may lie, are not a whole number of these, or have
    /// fewer or more than the shape ([`ErrorKind::Size`](crate::ErrorKind::Size)).
    pub fn try_cast_slice<S: NoUninit>(
        shape: [usize; R],
        items: &'a [S],
    ) -> Result<ArrayView<'a, T, R>, Error> {
        let elements = try_cast_slice(items).map_err(|error| {
            let (bytes, size) = (size_of_val(items), size_of::<T>());
            let message =
                text!("{bytes} bytes cannot be read as elements of {size} bytes: {error}");
            Error::new(ErrorKind::Size, message, None)
        })?;
        ArrayView::try_from_slice(shape, elements)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Array, ArrayView, ErrorKind};

    #[test]
    fn bytes_and_back() {
        let mut m = Array::from([[1.5, -2.0], [0.0, f64::MAX]]);
        let bytes = m.as_bytes().to_vec();
        // At an odd address.
        let apart = [&[0], &bytes[..]].concat();
        assert_eq!(Array::from_bytes([2, 2], &apart[1..]), m);
        m.as_mut_bytes().fill(0);
        assert_eq!(m, Array::zeros([2, 2]));
        assert_eq!(Array::<u32, 2>::from_bytes([3, 0], &[]).shape(), [3, 0]);
        for shape in [[2, 1], [usize::MAX, 2], [usize::MAX, 1]] {
            let error = Array::<f64, 2>::try_from_bytes(shape, &bytes).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Size, "{error}");
        }
    }

    #[test]
    fn items_as_their_parts() {
        let points = [[1.0f32, 2.0], [3.0, 4.0], [5.0, 6.0]];
        let view = ArrayView::<f32, 2>::cast_slice([3, 2], &points);
        assert_eq!(view.to_array(), points);
        assert_eq!(view.as_slice().as_ptr().addr(), points.as_ptr().addr());
        let error = ArrayView::<f32, 2>::try_cast_slice([3, 3], &points).unwrap_err();
        assert_eq!(error.message(), "6 elements cannot take the shape [3, 3]");
        let error = ArrayView::<u32, 1>::try_cast_slice([2], &[0u8; 9][..]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Size);
    }
}
