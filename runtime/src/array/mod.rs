//! Arrays: the arguments and results of accel functions.

mod constructors;
mod equality;
mod index;
mod rows;
mod shape;
mod show;
pub(crate) mod view;

use crate::buffer::known_count;
use crate::element::{Element, Product, Scalar};
use crate::failure::Failure;
use crate::memory::or_abort;
use crate::proven::Proven;

/// copying.
///
/// ```
/// use accel::Array;
///
/// let m = Array::from_vec([2, 3], vec![1, 2, 3, 4, 5, 6]);
/// assert_eq!(m.shape(), [2, 3]);
/// assert_eq!(m[[1, 0]], 4);
/// assert_eq!(m.to_vec(), [1, 2, 3, 4, 5, 6]);
/// ```
///
/// An `Array<T, 1>` of scalars is a slice wherever one is needed:
///
/// ```
/// # use accel::Array;
/// let xs = Array::from(vec![3.0, 1.0, 2.0]);
/// assert_eq!(xs.iter().sum::<f64>(), 6.0);
/// assert_eq!(xs.first(), Some(&3.0));
/// assert_eq!(xs, [3.0, 1.0, 2.0]);
/// assert_eq!((xs[0], &xs[1..]), (3.0, &[1.0, 2.0][..]));
/// for x in &xs {
///     assert!(*x > 0.0);
/// }
/// ```
///
/// Elements are read and changed as those of a slice are, in any number of dimensions; references to an array
/// go through its elements, or its rows:
///
/// ```
/// # use accel::Array;
/// let mut m = Array::from([[1, 2, 3], [4, 5, 6]]);
/// m[[1, 0]] = 9;
/// m[0][2] = 7;
/// m.iter_mut().for_each(|x| *x += 1);
/// assert_eq!(m.to_vec(), [2, 3, 8, 10, 6, 7]);
/// assert_eq!((m.get([0, 2]), m.get([2, 0])), (Some(&8), None));
/// for row in &m {
///     assert_eq!(row.len(), 3);
/// }
///
/// let mut xs = Array::from(vec![3.0, 1.0, 2.0]);
/// xs[0] = 4.0;
/// xs[1..].reverse();
/// assert_eq!(xs, [4.0, 2.0, 1.0]);
/// ```
///
/// Arrays of products (tuples, and structs of a block) are stored as one column for each scalar
/// component, so elements are handed out by value:
///
/// ```
/// # use accel::Array;
/// let pairs = Array::from_vec([2], vec![(1, 2.0), (3, 4.0)]);
/// assert_eq!(pairs.get(1), Some((3, 4.0)));
/// for (n, x) in &pairs {
///     assert!(f64::from(n) < x);
/// }
///
/// let (numbers, floats) = pairs.components();
/// assert_eq!(numbers, [1, 3]);
/// assert_eq!(floats, [2.0, 4.0]);
/// ```
///
/// So there is no place of a whole product to change. [`into_components`](Array::into_components) gives
/// arrays of the components, which copies nothing and can be changed. Functions that take the array take
/// these arrays together:
///
/// ```
/// use accel::{Array, accel};
///
/// accel! {
///     pub fn weighted(xs: &[(i32, f64)]) -> f64 { xs.map(|(n, x)| n as f64 * x).sum() }
/// }
///
/// let (mut numbers, floats) = Array::from(vec![(1, 2.0), (3, 4.0)]).into_components();
/// numbers[0] = 5;
/// assert_eq!(weighted((&numbers, &floats)), 22.0);
/// ```
pub struct Array<T: Element, const R: usize> {
    columns: T::Columns,
    shape: [usize; R],
}

impl<T: Element, const R: usize> Array<T, R> {
    /// An array of this shape with these elements in row-major order. Scalars are not copied.
    ///
    /// ```
    /// # use accel::Array;
    /// let cube = Array::from_vec([2, 2, 2], (0..8).collect());
    /// assert_eq!(cube[[1, 0, 1]], 5);
    /// ```
    ///
    /// # Panics
    /// If the shape does not have as many elements.
    #[track_caller]
    pub fn from_vec(shape: [usize; R], data: Vec<T>) -> Array<T, R> {
        shape::expect(Array::try_from_vec(shape, data))
    }

    /// As [`Array::from_vec`], but gives the error back.
    ///
    /// ```
    /// # use accel::{Array, ErrorKind};
    /// let error = Array::try_from_vec([2, 2], vec![1, 2, 3]).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Size);
    /// assert_eq!(error.to_string(), "3 elements cannot take the shape [2, 2]");
    /// ```
    ///
    /// # Errors
    /// If the shape does not have as many elements ([`ErrorKind::Size`](crate::ErrorKind::Size)), or
    /// there is not enough memory to take products apart
    /// ([`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory)).
    pub fn try_from_vec(shape: [usize; R], data: Vec<T>) -> Result<Array<T, R>, crate::Error> {
        shape::fits(data.len(), shape)?;
        let columns = T::columns_from(Proven::HERE, 0, data);
        Ok(Array { columns: columns.map_err(Failure::for_memory_of("data"))?, shape })
    }

    /// An array of this shape with these columns, for generated code.
    ///
    /// # Panics
    /// If one of the columns does not have as many elements as the shape says.
    #[doc(hidden)]
    pub fn from_columns(shape: [usize; R], columns: T::Columns) -> Array<T, R> {
        // Reads trust the shape.
        let fit = known_count(&shape).is_some_and(|count| T::hold(&columns, count));
        assert!(fit, "the columns do not have the elements of the shape {shape:?}");
        Array { columns, shape }
    }

    /// The columns, which have as many elements as the shape says.
    pub(crate) fn columns(&self) -> &T::Columns {
        &self.columns
    }

    /// As [`Array::columns`], by value.
    pub(crate) fn into_columns(self) -> T::Columns {
        self.columns
    }

    fn views(&self) -> T::Views<'_> {
        T::views(&self.columns)
    }

    /// The sizes of the dimensions, outermost first.
    ///
    /// ```
    /// # use accel::Array;
    /// let [rows, columns] = Array::from_vec([1, 2], vec![true, false]).shape();
    /// assert_eq!((rows, columns), (1, 2));
    /// ```
    pub fn shape(&self) -> [usize; R] {
        self.shape
    }

    /// Returns the number of elements in all dimensions together.
    ///
    /// ```
    /// # use accel::Array;
    /// assert_eq!(Array::from_vec([2, 3], vec![0; 6]).size(), 6);
    /// ```
    pub fn size(&self) -> usize {
        known_count(&self.shape).expect("an array has as many elements as its shape says")
    }

    /// Returns the outermost size: the number of rows, or of elements if there is one dimension.
    ///
    /// ```
    /// # use accel::Array;
    /// assert_eq!(Array::from_vec([2, 3], vec![0; 6]).len(), 2);
    /// ```
    pub fn len(&self) -> usize {
        self.shape.first().copied().unwrap_or(1)
    }

    /// Returns true if the array has no elements.
    ///
    /// ```
    /// # use accel::Array;
    /// assert!(Array::<f32, 2>::from_vec([4, 0], vec![]).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.size() == 0
    }

    /// The elements by value, in row-major order.
    ///
    /// ```
    /// # use accel::Array;
    /// let pairs = Array::from_vec([2], vec![(1, b'a'), (2, b'b')]);
    /// assert_eq!(pairs.iter().map(|(n, _)| n).sum::<i32>(), 3);
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + DoubleEndedIterator + '_ {
        let views = self.views();
        (0..self.size()).map(move |position| T::get(views, position))
    }

    /// A copy of the elements, in row-major order.
    ///
    /// ```
    /// # use accel::Array;
    /// let m = Array::from_vec([2, 2], vec![1, 2, 3, 4]);
    /// assert_eq!(m.to_vec(), [1, 2, 3, 4]);
    /// ```
    pub fn to_vec(&self) -> Vec<T> {
        self.iter().collect()
    }

    /// The elements, in row-major order; scalars are not copied.
    ///
    /// ```
    /// # use accel::Array;
    /// let data = Array::from_vec([2, 2], vec![1, 2, 3, 4]).into_vec();
    /// assert_eq!(data, [1, 2, 3, 4]);
    /// ```
    pub fn into_vec(self) -> Vec<T> {
        T::into_vec(self.columns)
    }
}

impl<T: Product, const R: usize> Array<T, R> {
    /// The components as arrays of their own, which are copies.
    ///
    /// ```
    /// # use accel::Array;
    /// let pairs = Array::from_vec([1, 2], vec![(1, 2.0), (3, 4.0)]);
    /// let (numbers, floats) = pairs.components();
    /// assert_eq!((numbers.shape(), numbers.to_vec()), ([1, 2], vec![1, 3]));
    /// assert_eq!(floats[[0, 1]], 4.0);
    /// ```
    pub fn components(&self) -> T::Components<R> {
        T::components(self.shape, or_abort(T::copies(0, self.views())))
    }

    /// The components as arrays of their own, without copying.
    ///
    /// ```
    /// # use accel::Array;
    /// let (numbers, floats) = Array::from(vec![(1, 2.0), (3, 4.0)]).into_components();
    /// assert_eq!(numbers, [1, 3]);
    /// assert_eq!(floats, [2.0, 4.0]);
    /// ```
    pub fn into_components(self) -> T::Components<R> {
        T::components(self.shape, self.columns)
    }
}

impl<T: Scalar, const R: usize> Array<T, R> {
    /// The elements, in row-major order, as they lie in memory.
    ///
    /// ```
    /// # use accel::Array;
    /// let m = Array::from_vec([2, 2], vec![1, 2, 3, 4]);
    /// assert_eq!(m.as_slice().chunks(2).last(), Some(&[3, 4][..]));
    /// ```
    pub fn as_slice(&self) -> &[T] {
        self.columns.here().slice()
    }

    /// As [`Array::as_slice`], to change the elements. A copy of the elements on a device is given up.
    ///
    /// ```
    /// # use accel::Array;
    /// let mut m = Array::from_vec([2, 2], vec![1, 2, 3, 4]);
    /// m.as_mut_slice()[1..].fill(0);
    /// assert_eq!(m.to_vec(), [1, 0, 0, 0]);
    /// ```
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self.columns.here_mut()
    }

    /// The elements, in row-major order, to change them.
    ///
    /// ```
    /// # use accel::Array;
    /// let mut m = Array::from_vec([1, 3], vec![1, 2, 3]);
    /// for x in m.iter_mut() {
    ///     *x *= 10;
    /// }
    /// assert_eq!(m.to_vec(), [10, 20, 30]);
    /// ```
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.as_mut_slice().iter_mut()
    }
}

impl<T: Element, const R: usize> Clone for Array<T, R> {
    fn clone(&self) -> Self {
        Array { columns: self.columns.clone(), shape: self.shape }
    }
}
