//! Single elements and slices of arrays: by position, to read them and to change them.

use std::ops::{
    Bound, Deref, DerefMut, Index, IndexMut, Range, RangeBounds, RangeFrom, RangeFull,
    RangeInclusive, RangeTo, RangeToInclusive,
};

use crate::array::Array;
use crate::array::shape::{outside, position};
use crate::element::{Element, Product, Scalar};
use crate::ragged::{ColumnViews, RowElement, RowView};

impl<T: Element, const R: usize> Array<T, R> {
    /// The position of an element in row-major order; `None` outside.
    fn position(&self, index: [usize; R]) -> Option<usize> {
        position(self.shape, index)
    }
}

impl<T: Product> Array<T, 1> {
    /// The element at an index, by value; `None` if the index is out of bounds.
    ///
    /// ```
    /// # use accel::Array;
    /// let pairs = Array::from_vec([1], vec![(1, 2.0)]);
    /// assert_eq!(pairs.get(0), Some((1, 2.0)));
    /// assert_eq!(pairs.get(1), None);
    /// ```
    pub fn get(&self, index: usize) -> Option<T> {
        (index < self.len()).then(|| T::get(self.views(), index))
    }

    /// The first element, by value; `None` if there are no elements.
    ///
    /// ```
    /// # use accel::Array;
    /// assert_eq!(Array::from([(1, b'a'), (2, b'b')]).first(), Some((1, b'a')));
    /// ```
    pub fn first(&self) -> Option<T> {
        self.get(0)
    }

    /// The last element, by value; `None` if there are no elements.
    ///
    /// ```
    /// # use accel::Array;
    /// assert_eq!(Array::from([(1, 2.0), (3, 4.0)]).last(), Some((3, 4.0)));
    /// ```
    pub fn last(&self) -> Option<T> {
        self.get(self.len().wrapping_sub(1))
    }

    /// Some of the elements, which are not copied: `pairs.slice(..2)` is for products what `&xs[..2]` is
    /// for scalars.
    ///
    /// ```
    /// # use accel::Array;
    /// let pairs = Array::from([(1, 2.0), (3, 4.0), (5, 6.0)]);
    /// assert_eq!(pairs.slice(1..).to_vec(), [(3, 4.0), (5, 6.0)]);
    /// ```
    ///
    /// # Panics
    /// If the range begins after its end, or ends after the array.
    #[track_caller]
    pub fn slice(&self, range: impl RangeBounds<usize>) -> RowView<'_, T> {
        let (start, end) = ends(&range, self.len());
        RowView::of(self.views().elements(start, end - start))
    }
}

/// The ends of a range of so many elements.
///
/// # Panics
/// If the range is not one of theirs; the texts are those of slices.
#[track_caller]
fn ends(range: &impl RangeBounds<usize>, length: usize) -> (usize, usize) {
    let after = |index: usize| match index.checked_add(1) {
        Some(next) => next,
        None => panic!("range end index {index} out of range for array of length {length}"),
    };
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(start) => after(*start),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(end) => after(*end),
        Bound::Excluded(end) => *end,
        Bound::Unbounded => length,
    };
    assert!(end <= length, "range end index {end} out of range for array of length {length}");
    assert!(start <= end, "array index starts at {start} but ends at {end}");
    (start, end)
}

/// Single elements of arrays of more dimensions than one. (Arrays of one dimension have those of slices, or
/// of products.)
macro_rules! get {
    ($($rank:literal)*) => { $(
        impl<T: RowElement> Array<T, $rank> {
            /// The element at an index for each dimension, outermost first, or `None` if it is out of bounds:
            /// a reference to a scalar, a product by value.
            ///
            /// ```
            /// # use accel::Array;
            /// let m = Array::from([[1, 2, 3], [4, 5, 6]]);
            /// assert_eq!((m.get([1, 0]), m.get([0, 3])), (Some(&4), None));
            /// let pairs = Array::from([[(1, true)], [(2, false)]]);
            /// assert_eq!(pairs.get([1, 0]), Some((2, false)));
            /// ```
            pub fn get(
                &self,
                index: [usize; $rank],
            ) -> Option<<T::Row<'_> as IntoIterator>::Item> {
                let position = self.position(index)?;
                T::row(self.views().elements(position, 1)).into_iter().next()
            }
        }

        impl<T: Scalar> Array<T, $rank> {
            /// The element at an index for each dimension, outermost first, to change it; `None` if the
            /// index is out of bounds.
            ///
            /// ```
            /// # use accel::Array;
            /// let mut m = Array::from([[1, 2], [3, 4]]);
            /// if let Some(x) = m.get_mut([1, 0]) {
            ///     *x += 10;
            /// }
            /// assert_eq!(m.to_vec(), [1, 2, 13, 4]);
            /// ```
            pub fn get_mut(&mut self, index: [usize; $rank]) -> Option<&mut T> {
                let position = self.position(index)?;
                self.as_mut_slice().get_mut(position)
            }
        }
    )* };
}

get! { 2 3 4 5 6 }

impl<T: Scalar> Deref for Array<T, 1> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.columns.here().slice()
    }
}

impl<T: Scalar> DerefMut for Array<T, 1> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.columns.here_mut()
    }
}

impl<T: Scalar, const R: usize> Index<[usize; R]> for Array<T, R> {
    type Output = T;

    /// The element at an index for each dimension, outermost first.
    ///
    /// # Panics
    /// If the index is out of bounds.
    #[track_caller]
    fn index(&self, index: [usize; R]) -> &T {
        match self.position(index) {
            Some(position) => &self.columns.here().slice()[position],
            None => outside(self.shape, index),
        }
    }
}

impl<T: Scalar, const R: usize> IndexMut<[usize; R]> for Array<T, R> {
    /// The element at an index for each dimension, outermost first, to change it.
    ///
    /// # Panics
    /// If the index is out of bounds.
    #[track_caller]
    fn index_mut(&mut self, index: [usize; R]) -> &mut T {
        match self.position(index) {
            Some(position) => &mut self.columns.here_mut()[position],
            None => outside(self.shape, index),
        }
    }
}

/// Indexing as slices do it. (One implementation for all of `SliceIndex` would overlap with that
/// for `[usize; R]`.)
macro_rules! index_as_slice {
    ($($index:ty => $output:ty,)*) => {
        $(
            impl<T: Scalar> Index<$index> for Array<T, 1> {
                type Output = $output;

                #[track_caller]
                fn index(&self, index: $index) -> &$output {
                    &self.columns.here().slice()[index]
                }
            }

            impl<T: Scalar> IndexMut<$index> for Array<T, 1> {
                #[track_caller]
                fn index_mut(&mut self, index: $index) -> &mut $output {
                    &mut self.columns.here_mut()[index]
                }
            }
        )*
    };
}

index_as_slice! {
    usize => T,
    Range<usize> => [T],
    RangeInclusive<usize> => [T],
    RangeFrom<usize> => [T],
    RangeTo<usize> => [T],
    RangeToInclusive<usize> => [T],
    RangeFull => [T],
}

impl<T: Scalar> Index<usize> for Array<T, 2> {
    type Output = [T];

    /// A row.
    ///
    /// # Panics
    /// If there is no such row.
    #[track_caller]
    fn index(&self, row: usize) -> &[T] {
        self.row(row)
    }
}

impl<T: Scalar> IndexMut<usize> for Array<T, 2> {
    /// A row, to change it.
    ///
    /// # Panics
    /// If there is no such row.
    #[track_caller]
    fn index_mut(&mut self, row: usize) -> &mut [T] {
        self.row_mut(row)
    }
}

#[cfg(test)]
mod tests {
    use crate::Array;

    #[test]
    fn elements_by_index() {
        let mut cube = Array::from_vec([2, 1, 2], vec![1, 2, 3, 4]);
        assert_eq!((cube.get([1, 0, 1]), cube.get([1, 1, 0])), (Some(&4), None));
        *cube.get_mut([0, 0, 1]).expect("an element") = 9;
        assert_eq!(cube.get_mut([2, 0, 0]), None);
        assert_eq!(cube.to_vec(), [1, 9, 3, 4]);
        assert_eq!(Array::<i32, 2>::from_vec([2, 0], vec![]).get([0, 0]), None);
        let pairs = Array::from_vec([1, 1, 1, 2], vec![(1, true), (2, false)]);
        assert_eq!(pairs.get([0, 0, 0, 1]), Some((2, false)));
    }

    #[test]
    fn elements_of_rows() {
        let mut m = Array::from([[1, 2], [3, 4]]);
        m[1][0] = 7;
        m[0].swap(0, 1);
        assert_eq!((m[1][0], &m[0]), (7, &[2, 1][..]));
    }

    #[test]
    fn products_by_value() {
        let pairs = Array::from([(1, b'a'), (2, b'b'), (3, b'c')]);
        assert_eq!((pairs.first(), pairs.last()), (Some((1, b'a')), Some((3, b'c'))));
        assert_eq!(pairs.slice(..=1).to_vec(), [(1, b'a'), (2, b'b')]);
        assert_eq!(pairs.slice(3..).len(), 0);
        let none = Array::<(i32, f32), 1>::default();
        assert_eq!((none.first(), none.last(), none.slice(..).len()), (None, None, 0));
    }

    #[test]
    #[should_panic(expected = "range end index 2 out of range for array of length 1")]
    fn a_slice_beyond_the_end() {
        let _slice = Array::from([(1, true)]).slice(0..2).len();
    }

    #[test]
    #[should_panic(expected = "array index starts at 1 but ends at 0")]
    #[expect(clippy::reversed_empty_ranges)]
    fn a_slice_that_ends_before_it_begins() {
        let _slice = Array::from([(1, true)]).slice(1..0).len();
    }

    #[test]
    #[should_panic(expected = "index out of bounds: the len is 2 but the index is 2")]
    fn a_row_to_change_that_there_is_not() {
        Array::from([[1], [2]])[2].fill(0);
    }
}
