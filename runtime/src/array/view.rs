//! Views of arrays: elements that lie in somebody's memory, and the shape to read them in.

use std::fmt;
use std::ops::Index;

use crate::argument::{Argument, Readable};
use crate::array::Array;
use crate::array::shape::{expect, fits, outside, position};
use crate::array::show::show;
use crate::buffer::known_count;
use crate::element::{Element, Input, Scalar, Used};
use crate::error::Error;
use crate::failure::Result;
use crate::memory::or_abort;
use crate::proven::Proven;
use crate::ragged::offsets::Offsets;
use crate::ragged::{CsrValues, RaggedView};
use crate::view::View;

/// A borrowed array of `R` dimensions, in row-major order: elements of a slice, or of an [`Array`], in a shape.
/// It goes wherever `&Array<T, R>` does, and copies nothing itself. (Calls copy what they use of a slice of
/// products, as they do of one without a shape.)
///
/// ```
/// use accel::{ArrayView, accel};
///
/// accel! {
///     pub fn row_sums(m: &[[f64; k]; n]) -> [f64; n] { m.map(|row| row.sum()) }
///     pub fn reds(image: &[[(u8, u8, u8); w]; h]) -> [[u8; w]; h] { image.map(|row| row.map(|p| p.0)) }
/// }
///
/// let flat = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// assert_eq!(row_sums(ArrayView::from_slice([2, 3], &flat)), [6.0, 15.0]);
///
/// let pixels = [(7, 8, 9), (1, 2, 3)];
/// assert_eq!(reds(ArrayView::from_slice([1, 2], &pixels)), [[7, 1]]);
/// ```
///
/// A slice of scalars and a shape also go as a pair, `row_sums((&flat, [2, 3]))`.
pub struct ArrayView<'a, T: Element, const R: usize> {
    source: Source<'a, T>,
    /// The elements are as many as this says.
    shape: [usize; R],
}

/// The memory that the elements are in.
enum Source<'a, T: Element> {
    Slice(&'a [T]),
    /// Columns of an array, which may lie on a device.
    Array(&'a T::Columns),
}

/// The elements on the host.
#[derive(Clone, Copy)]
pub(crate) enum Elements<'a, T: Element> {
    Slice(&'a [T]),
    Views(T::Views<'a>),
}

impl<T: Element> Elements<'_, T> {
    /// The element at a position, which is in bounds.
    pub(crate) fn at(self, position: usize) -> T {
        match self {
            Elements::Slice(slice) => slice[position],
            Elements::Views(views) => T::get(views, position),
        }
    }
}

impl<T: Element> Clone for Source<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Element> Copy for Source<'_, T> {}

impl<T: Element, const R: usize> Clone for ArrayView<'_, T, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Element, const R: usize> Copy for ArrayView<'_, T, R> {}

impl<'a, T: Element, const R: usize> ArrayView<'a, T, R> {
    /// A view of the elements of a slice, in row-major order, in this shape.
    ///
    /// ```
    /// # use accel::ArrayView;
    /// let m = ArrayView::from_slice([2, 3], &[1, 2, 3, 4, 5, 6]);
    /// assert_eq!(m[[1, 0]], 4);
    /// ```
    ///
    /// # Panics
    /// If the shape does not have as many elements.
    #[track_caller]
    pub fn from_slice(shape: [usize; R], elements: &'a [T]) -> ArrayView<'a, T, R> {
        expect(ArrayView::try_from_slice(shape, elements))
    }

    /// As [`ArrayView::from_slice`], but gives the error back.
    ///
    /// ```
    /// # use accel::{ArrayView, ErrorKind};
    /// let error = ArrayView::try_from_slice([2, 2], &[1, 2, 3]).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Size);
    /// assert_eq!(error.to_string(), "3 elements cannot take the shape [2, 2]");
    /// ```
    ///
    /// # Errors
    /// If the shape does not have as many elements ([`ErrorKind::Size`](crate::ErrorKind::Size)).
    pub fn try_from_slice(
        shape: [usize; R],
        elements: &'a [T],
    ) -> std::result::Result<ArrayView<'a, T, R>, Error> {
        fits(elements.len(), shape)?;
        Ok(ArrayView { source: Source::Slice(elements), shape })
    }

    /// The same elements in another shape.
    ///
    /// ```
    /// # use accel::Array;
    /// let xs = Array::from_iter(0..6);
    /// assert_eq!(xs.view().reshape([2, 3])[[1, 0]], 3);
    /// ```
    ///
    /// # Panics
    /// If the shape does not have as many elements.
    #[track_caller]
    pub fn reshape<const S: usize>(self, shape: [usize; S]) -> ArrayView<'a, T, S> {
        expect(self.try_reshape(shape))
    }

    /// As [`ArrayView::reshape`], but gives the error back.
    ///
    /// ```
    /// # use accel::Array;
    /// let error = Array::from([1, 2, 3]).view().try_reshape([2, 2]).unwrap_err();
    /// assert_eq!(error.to_string(), "3 elements cannot take the shape [2, 2]");
    /// ```
    ///
    /// # Errors
    /// If the shape does not have as many elements ([`ErrorKind::Size`](crate::ErrorKind::Size)).
    pub fn try_reshape<const S: usize>(
        self,
        shape: [usize; S],
    ) -> std::result::Result<ArrayView<'a, T, S>, Error> {
        fits(self.size(), shape)?;
        Ok(ArrayView { source: self.source, shape })
    }

    /// The sizes of the dimensions, outermost first.
    pub fn shape(self) -> [usize; R] {
        self.shape
    }

    /// Returns the number of elements in all dimensions together.
    pub fn size(self) -> usize {
        known_count(&self.shape).expect("a view has as many elements as its shape says")
    }

    /// Returns the outermost size: the number of rows, or of elements if there is one dimension.
    pub fn len(self) -> usize {
        self.shape.first().copied().unwrap_or(1)
    }

    /// Returns true if there are no elements.
    pub fn is_empty(self) -> bool {
        self.size() == 0
    }

    /// The elements, which are on the host.
    pub(crate) fn elements(self) -> Elements<'a, T> {
        match self.source {
            Source::Slice(slice) => Elements::Slice(slice),
            Source::Array(columns) => Elements::Views(T::views(columns)),
        }
    }

    /// The element at an index for each dimension, outermost first, by value; `None` if the index is out of
    /// bounds.
    ///
    /// ```
    /// # use accel::ArrayView;
    /// let m = ArrayView::from_slice([1, 2], &[(1, true), (2, false)]);
    /// assert_eq!((m.get([0, 1]), m.get([1, 0])), (Some((2, false)), None));
    /// ```
    pub fn get(self, index: [usize; R]) -> Option<T> {
        Some(self.elements().at(position(self.shape, index)?))
    }

    /// The elements by value, in row-major order.
    ///
    /// ```
    /// # use accel::ArrayView;
    /// assert_eq!(ArrayView::from_slice([2, 2], &[1, 2, 3, 4]).iter().sum::<i32>(), 10);
    /// ```
    pub fn iter(self) -> impl ExactSizeIterator<Item = T> + DoubleEndedIterator {
        let elements = self.elements();
        (0..self.size()).map(move |position| elements.at(position))
    }

    /// An array with copies of the elements.
    ///
    /// ```
    /// # use accel::ArrayView;
    /// let mut m = ArrayView::from_slice([2, 2], &[1, 2, 3, 4]).to_array();
    /// m[[0, 0]] = 5;
    /// assert_eq!(m, [[5, 2], [3, 4]]);
    /// ```
    pub fn to_array(self) -> Array<T, R> {
        let columns = match self.source {
            Source::Slice(slice) => T::columns_from(Proven::HERE, 0, slice.to_vec()),
            Source::Array(columns) => T::copies(0, T::views(columns)),
        };
        Array { columns: or_abort(columns), shape: self.shape }
    }

    /// The columns for a call.
    fn lent(self, site: u32, used: Used) -> Result<(Input<'a, T>, [usize; R])> {
        let input = match self.source {
            Source::Slice(slice) => T::columns_of(Proven::HERE, site, slice, used)?,
            Source::Array(columns) => Input::Borrowed(T::device_view(columns)?),
        };
        Ok((input, self.shape))
    }
}

impl<'a, T: Scalar, const R: usize> ArrayView<'a, T, R> {
    /// The elements, in row-major order, as they lie in memory.
    ///
    /// ```
    /// # use accel::ArrayView;
    /// let flat = [1, 2, 3, 4];
    /// assert_eq!(ArrayView::from_slice([2, 2], &flat).as_slice().as_ptr(), flat.as_ptr());
    /// ```
    pub fn as_slice(self) -> &'a [T] {
        match self.source {
            Source::Slice(slice) => slice,
            Source::Array(columns) => columns.here().slice(),
        }
    }
}

impl<T: Scalar, const R: usize> Index<[usize; R]> for ArrayView<'_, T, R> {
    type Output = T;

    /// The element at an index for each dimension, outermost first.
    ///
    /// # Panics
    /// If the index is out of bounds.
    #[track_caller]
    fn index(&self, index: [usize; R]) -> &T {
        match position(self.shape, index) {
            Some(position) => &self.as_slice()[position],
            None => outside(self.shape, index),
        }
    }
}

impl<T: Element, const R: usize> Array<T, R> {
    /// The array, borrowed: to read it in [another shape](ArrayView::reshape).
    ///
    /// ```
    /// # use accel::Array;
    /// let m = Array::from([[1, 2], [3, 4]]);
    /// assert_eq!(m.view().reshape([4]).as_slice(), [1, 2, 3, 4]);
    /// ```
    pub fn view(&self) -> ArrayView<'_, T, R> {
        ArrayView { source: Source::Array(&self.columns), shape: self.shape }
    }
}

impl<'a, T: Element, const R: usize> From<&'a Array<T, R>> for ArrayView<'a, T, R> {
    /// Copies nothing.
    fn from(array: &'a Array<T, R>) -> Self {
        array.view()
    }
}

impl<'a, T: Element> From<&'a [T]> for ArrayView<'a, T, 1> {
    /// Copies nothing.
    fn from(elements: &'a [T]) -> Self {
        ArrayView::from_slice([elements.len()], elements)
    }
}

impl<'a, T: Element, const N: usize> From<&'a [[T; N]]> for ArrayView<'a, T, 2> {
    /// Copies nothing.
    fn from(rows: &'a [[T; N]]) -> Self {
        ArrayView::from_slice([rows.len(), N], rows.as_flattened())
    }
}

impl<T: Element, const R: usize> From<ArrayView<'_, T, R>> for Array<T, R> {
    /// Copies the elements.
    fn from(view: ArrayView<'_, T, R>) -> Self {
        view.to_array()
    }
}

impl<'b, T: Element, const R: usize> PartialEq<ArrayView<'b, T, R>> for ArrayView<'_, T, R> {
    /// Returns true if the shapes are the same, and all elements.
    fn eq(&self, other: &ArrayView<'b, T, R>) -> bool {
        self.shape == other.shape && self.iter().eq(other.iter())
    }
}

impl<T: Element, const R: usize> PartialEq<Array<T, R>> for ArrayView<'_, T, R> {
    fn eq(&self, other: &Array<T, R>) -> bool {
        *self == other.view()
    }
}

impl<T: Element, const R: usize> PartialEq<ArrayView<'_, T, R>> for Array<T, R> {
    fn eq(&self, other: &ArrayView<'_, T, R>) -> bool {
        self.view() == *other
    }
}

impl<T: Element, const R: usize> fmt::Debug for ArrayView<'_, T, R> {
    /// As an [`Array`] is shown.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let elements = self.elements();
        show(&self.shape, &|position, f| fmt::Debug::fmt(&elements.at(position), f), f)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: a view has as many elements as its shape says.
unsafe impl<'a, T: Element, const R: usize> Argument<'a, T, R> for ArrayView<'a, T, R> {
    fn input_of(self, _: Proven, site: u32, used: Used) -> Result<(Input<'a, T>, [usize; R])> {
        self.lent(site, used)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: a view has as many elements as its shape says.
unsafe impl<T: Element, const R: usize> Readable<T, R> for ArrayView<'_, T, R> {
    fn read(&self, site: u32, used: Used) -> Result<(Input<'_, T>, [usize; R])> {
        self.lent(site, used)
    }
}

macro_rules! values_of_rows {
    ($($rank:literal, $dimensions:literal, $name:literal: $($extent:ident)*;)*) => { $(
        #[diagnostic::do_not_recommend]
        // SAFETY: they are counted as they lie.
        unsafe impl<'a, T: Scalar> CsrValues<'a, 1, $rank> for ArrayView<'a, T, $dimensions> {
            type Element = T;
            const NAME: &'static str = $name;

            fn count(self) -> std::result::Result<usize, Error> {
                Ok(self.shape()[0])
            }

            fn rows(self, offsets: Offsets<'a>) -> RaggedView<'a, T, 1, $rank> {
                let [_, $($extent),*] = self.shape();
                RaggedView::new([offsets], [$($extent),*], View::new(self.as_slice()))
            }
        }
    )* };
}

values_of_rows! {
    0, 1, "values":;
    1, 2, "arrays": a;
    2, 3, "arrays": a b;
}

#[cfg(test)]
mod tests {
    use crate::{Array, ArrayView};

    #[test]
    fn views_of_slices_and_arrays() {
        let flat = vec![1, 2, 3, 4, 5, 6];
        let m = ArrayView::from_slice([2, 3], &flat);
        assert_eq!((m.shape(), m.size(), m.len(), m.is_empty()), ([2, 3], 6, 2, false));
        assert_eq!((m[[1, 2]], m.get([0, 1]), m.get([0, 3])), (6, Some(2), None));
        assert_eq!(m, Array::from([[1, 2, 3], [4, 5, 6]]));
        assert_eq!(Array::from(m).view(), m);
        assert_eq!(format!("{m:?}"), "[[1, 2, 3],\n [4, 5, 6]]");
        assert_eq!(m.reshape([3, 2]).to_array(), [[1, 2], [3, 4], [5, 6]]);
        assert_ne!(m, Array::from([[1, 2, 3], [4, 5, 7]]));
        assert_eq!(ArrayView::from(&[[1, 2], [3, 4]][..])[[1, 0]], 3);
    }

    #[test]
    fn views_of_products() {
        let pairs = [(1, true), (2, false)];
        let of_slice = ArrayView::from_slice([2, 1], &pairs);
        let array = Array::from(pairs).reshape([2, 1]);
        assert_eq!(of_slice, ArrayView::from(&array));
        assert_eq!(of_slice.to_array(), array);
        assert_eq!(array.view().to_array(), array);
        assert_eq!(array.view().iter().rev().map(|(n, _)| n).collect::<Vec<i32>>(), [2, 1]);
    }

    #[test]
    #[should_panic(expected = "index out of bounds: the shape is [1, 2] but the index is [0, 2]")]
    fn an_index_outside() {
        let _element = ArrayView::from_slice([1, 2], &[1, 2])[[0, 2]];
    }
}
