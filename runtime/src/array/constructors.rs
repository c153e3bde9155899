//! Arrays that are made of a shape, and arrays that take another shape.

use crate::array::Array;
use crate::array::shape::{expect, fits};
use crate::buffer::count;
use crate::element::{Element, Scalar};
use crate::error::{Error, ErrorKind};
use crate::failure::Result;
use crate::memory::vector;
use crate::proven::Proven;
use crate::text::text;

impl<T: Scalar, const R: usize> Array<T, R> {
    /// An array of zeros, or of `false`.
    ///
    /// ```
    /// # use accel::Array;
    /// let mut m = Array::<f64, 2>::zeros([2, 3]);
    /// m[[1, 2]] = 0.5;
    /// assert_eq!(m, [[0.0, 0.0, 0.0], [0.0, 0.0, 0.5]]);
    /// ```
    ///
    /// # Panics
    /// If there is not enough memory. [`Array::try_full`] gives the error back.
    #[track_caller]
    pub fn zeros(shape: [usize; R]) -> Array<T, R> {
        Array::full(shape, T::default())
    }
}

impl<T: Element, const R: usize> Array<T, R> {
    /// An array of which each element is this value.
    ///
    /// ```
    /// # use accel::Array;
    /// assert_eq!(Array::full([2, 2], 7), [[7, 7], [7, 7]]);
    /// assert_eq!(Array::full([2], (1, true)), [(1, true), (1, true)]);
    /// ```
    ///
    /// # Panics
    /// If there is not enough memory.
    #[track_caller]
    pub fn full(shape: [usize; R], value: T) -> Array<T, R> {
        expect(Array::try_full(shape, value))
    }

    /// As [`Array::full`], but gives the error back.
    ///
    /// ```
    /// # use accel::{Array, ErrorKind};
    /// let error = Array::try_full([usize::MAX, 2], 0.5).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    /// ```
    ///
    /// # Errors
    /// If there is not enough memory ([`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory)).
    pub fn try_full(shape: [usize; R], value: T) -> std::result::Result<Array<T, R>, Error> {
        made(shape, |data, count| data.resize(count, value))
    }

    /// An array whose elements a function makes of their indices, one for each dimension, outermost first. The
    /// function is called in row-major order.
    ///
    /// ```
    /// # use accel::Array;
    /// let table = Array::from_fn([2, 3], |[i, j]| 10 * i + j);
    /// assert_eq!(table, [[0, 1, 2], [10, 11, 12]]);
    /// ```
    ///
    /// # Panics
    /// If there is not enough memory.
    #[track_caller]
    pub fn from_fn(shape: [usize; R], element: impl FnMut([usize; R]) -> T) -> Array<T, R> {
        expect(Array::try_from_fn(shape, element))
    }

    /// As [`Array::from_fn`], but gives the error back.
    ///
    /// ```
    /// # use accel::{Array, ErrorKind};
    /// let error = Array::try_from_fn([usize::MAX, 2], |[i, j]| i * j).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    /// assert!(error.message().starts_with("there is not enough memory for an array of the shape ["));
    /// ```
    ///
    /// # Errors
    /// If there is not enough memory ([`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory)). The function
    /// is not called then.
    pub fn try_from_fn(
        shape: [usize; R],
        mut element: impl FnMut([usize; R]) -> T,
    ) -> std::result::Result<Array<T, R>, Error> {
        made(shape, |data, count| {
            let mut index = [0; R];
            data.extend((0..count).map(|_| {
                let element = element(index);
                for (index, extent) in index.iter_mut().zip(&shape).rev() {
                    *index += 1;
                    if *index < *extent {
                        break;
                    }
                    *index = 0;
                }
                element
            }));
        })
    }

    /// The same elements, in row-major order, in another shape. Copies nothing.
    ///
    /// ```
    /// # use accel::Array;
    /// let m = Array::from_iter(0..6).reshape([2, 3]);
    /// assert_eq!(m, [[0, 1, 2], [3, 4, 5]]);
    /// assert_eq!(m.reshape([6]), [0, 1, 2, 3, 4, 5]);
    /// ```
    ///
    /// # Panics
    /// If the shape does not have as many elements.
    #[track_caller]
    pub fn reshape<const S: usize>(self, shape: [usize; S]) -> Array<T, S> {
        expect(self.try_reshape(shape))
    }

    /// As [`Array::reshape`], but gives the error back.
    ///
    /// ```
    /// # use accel::{Array, ErrorKind};
    /// let error = Array::from([1, 2, 3]).try_reshape([2, 2]).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Size);
    /// assert_eq!(error.to_string(), "3 elements cannot take the shape [2, 2]");
    /// ```
    ///
    /// # Errors
    /// If the shape does not have as many elements ([`ErrorKind::Size`](crate::ErrorKind::Size)).
    pub fn try_reshape<const S: usize>(
        self,
        shape: [usize; S],
    ) -> std::result::Result<Array<T, S>, Error> {
        fits(self.size(), shape)?;
        Ok(Array { columns: self.columns, shape })
    }
}

/// An array of this shape of the elements that a function adds to an empty vector with room for them.
fn made<T: Element, const R: usize>(
    shape: [usize; R],
    add: impl FnOnce(&mut Vec<T>, usize),
) -> std::result::Result<Array<T, R>, Error> {
    let columns = || -> Result<T::Columns> {
        let count = count(0, &shape)?;
        let mut data = vector(0, count)?;
        add(&mut data, count);
        T::columns_from(Proven::HERE, 0, data)
    };
    match columns() {
        Ok(columns) => Ok(Array { columns, shape }),
        // Nothing else can fail here.
        Err(_) => {
            let message = text!("there is not enough memory for an array of the shape {shape:?}");
            Err(Error::new(ErrorKind::OutOfMemory, message, None))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Array, ErrorKind};

    #[test]
    fn made_of_shapes() {
        assert_eq!(Array::<u8, 3>::zeros([1, 2, 2]), [[[0, 0], [0, 0]]]);
        assert_eq!(Array::<bool, 1>::zeros([2]), [false, false]);
        assert_eq!(Array::full([3, 0], 1.5).shape(), [3, 0]);
        assert_eq!(Array::full([], 5).to_vec(), [5]);
        let places = Array::from_fn([2, 1, 3], |[i, j, k]| (i, j * 7 + k));
        assert_eq!(places.to_vec(), [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]);
        let none = Array::from_fn([4, 0, 3], |_| -> i32 { panic!("there is no element") });
        assert_eq!(none.shape(), [4, 0, 3]);
    }

    #[test]
    fn too_large_a_shape_is_an_error() {
        for shape in [[usize::MAX, 2], [usize::MAX / 8, 1]] {
            let error = Array::try_from_fn(shape, |[i, _]| i).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::OutOfMemory, "{error}");
            let expected =
                format!("there is not enough memory for an array of the shape {shape:?}");
            assert_eq!(error.message(), expected);
            assert_eq!(Array::try_full(shape, (1u8, 2.0)).unwrap_err().kind(), error.kind());
        }
    }

    #[test]
    #[should_panic(expected = "there is not enough memory for an array of the shape [")]
    fn too_many_zeros() {
        let _zeros = Array::<f64, 2>::zeros([usize::MAX, usize::MAX]);
    }

    #[test]
    fn other_shapes() {
        let xs = vec![1, 2, 3, 4];
        let place = xs.as_ptr();
        let m = Array::from(xs).reshape([2, 2]);
        assert_eq!((m[[1, 0]], m.as_slice().as_ptr()), (3, place));
        let pairs = Array::from([[(1, true), (2, false)]]).reshape([2, 1, 1]);
        assert_eq!(pairs.get([1, 0, 0]), Some((2, false)));
        let error = Array::from([(1, 2)]).try_reshape([usize::MAX, 2]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Size);
    }

    #[test]
    #[should_panic(expected = "4 elements cannot take the shape [3]")]
    fn a_shape_of_fewer_elements() {
        let _less = Array::from([[1, 2], [3, 4]]).reshape([3]);
    }
}
