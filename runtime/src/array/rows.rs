//! The rows of arrays: slices of scalars, views of products, and of arrays of more dimensions, views of rows.

use crate::array::Array;
use crate::element::Scalar;
use crate::ragged::row_items::RowItems;
use crate::ragged::{ColumnViews, RowElement, RowView};

impl<T: RowElement> Array<T, 2> {
    /// A row: a slice of scalars, a [`RowView`](crate::RowView) of products.
    ///
    /// ```
    /// # use accel::Array;
    /// let m = Array::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(m.row(1), [4, 5, 6]);
    /// ```
    ///
    /// # Panics
    /// If there is no such row.
    #[track_caller]
    pub fn row(&self, row: usize) -> T::Row<'_> {
        let [rows, columns] = self.shape;
        assert!(row < rows, "index out of bounds: the len is {rows} but the index is {row}");
        T::row(self.views().elements(row * columns, columns))
    }

    /// The rows, in order.
    ///
    /// ```
    /// # use accel::Array;
    /// let m = Array::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(m.rows().map(|row| row.len()).sum::<usize>(), 6);
    /// ```
    pub fn rows(&self) -> impl ExactSizeIterator<Item = T::Row<'_>> + DoubleEndedIterator {
        (0..self.len()).map(|row| self.row(row))
    }
}

impl<T: Scalar> Array<T, 2> {
    /// A row, to change it.
    ///
    /// ```
    /// # use accel::Array;
    /// let mut m = Array::from([[1, 2, 3], [4, 5, 6]]);
    /// m.row_mut(1).reverse();
    /// assert_eq!(m.row(1), [6, 5, 4]);
    /// ```
    ///
    /// # Panics
    /// If there is no such row.
    #[track_caller]
    pub fn row_mut(&mut self, row: usize) -> &mut [T] {
        let [rows, columns] = self.shape;
        assert!(row < rows, "index out of bounds: the len is {rows} but the index is {row}");
        &mut self.as_mut_slice()[row * columns..][..columns]
    }

    /// The rows, in order, to change them.
    ///
    /// ```
    /// # use accel::Array;
    /// let mut m = Array::from([[1, 2, 3], [4, 5, 6]]);
    /// for (number, row) in m.rows_mut().enumerate() {
    ///     row[0] = number;
    /// }
    /// assert_eq!(m.to_vec(), [0, 2, 3, 1, 5, 6]);
    /// ```
    pub fn rows_mut(&mut self) -> impl ExactSizeIterator<Item = &mut [T]> {
        let [rows, columns] = self.shape;
        let mut left = self.as_mut_slice();
        (0..rows).map(move |_| match left.split_off_mut(..columns) {
            Some(row) => row,
            None => unreachable!("an array has as many elements as its shape says"),
        })
    }
}

/// Rows of arrays of more dimensions than two, which are arrays of rows themselves.
macro_rules! views_of_rows {
    ($($rank:literal: $below:literal $levels_below:literal;)*) => { $(
        impl<T: RowElement> Array<T, $rank> {
            /// The part at an index of the outermost dimension, as a [`RowView`] of its rows. Copies nothing.
            ///
            /// ```
            /// # use accel::Array;
            /// let cube = Array::from_vec([2, 2, 3], (0..12).collect());
            /// assert_eq!(cube.row(1).get(0), Some(&[6, 7, 8][..]));
            /// ```
            ///
            /// # Panics
            /// If there is no such part.
            #[track_caller]
            pub fn row(&self, row: usize) -> RowView<'_, T, $levels_below> {
                let rows = self.len();
                match self.all_rows().get(row) {
                    Some(row) => row,
                    None => panic!("index out of bounds: the len is {rows} but the index is {row}"),
                }
            }

            /// The parts at each index of the outermost dimension, in order: a [`RowView`] each.
            ///
            /// ```
            /// # use accel::Array;
            /// let cube = Array::from_vec([2, 2, 3], (0..12).collect());
            /// let firsts = cube.rows().map(|plane| plane.get(0).unwrap()[0]);
            /// assert_eq!(firsts.collect::<Vec<_>>(), [0, 6]);
            /// ```
            pub fn rows(
                &self,
            ) -> impl ExactSizeIterator<Item = RowView<'_, T, $levels_below>> + DoubleEndedIterator
            {
                self.all_rows().into_iter()
            }
        }

        impl<'a, T: RowElement> IntoIterator for &'a Array<T, $rank> {
            type Item = RowView<'a, T, $levels_below>;
            type IntoIter = RowItems<RowView<'a, T, $below>>;

            /// The parts at each index of the outermost dimension.
            fn into_iter(self) -> Self::IntoIter {
                self.all_rows().into_iter()
            }
        }
    )* };
}

views_of_rows! {
    3: 2 1;
    4: 3 2;
    5: 4 3;
    6: 5 4;
}

/// An array as the row that has all of its rows.
macro_rules! all_rows {
    ($($rank:literal: $below:literal;)*) => { $(
        impl<T: RowElement> Array<T, $rank> {
            fn all_rows(&self) -> RowView<'_, T, $below> {
                let [length, extents @ ..] = self.shape;
                RowView::new(length, extents, self.views())
            }
        }
    )* };
}

all_rows! {
    2: 1;
    3: 2;
    4: 3;
    5: 4;
    6: 5;
}

impl<'a, T: RowElement> IntoIterator for &'a Array<T, 2> {
    type Item = T::Row<'a>;
    type IntoIter = RowItems<RowView<'a, T, 1>>;

    /// The rows.
    fn into_iter(self) -> Self::IntoIter {
        self.all_rows().into_iter()
    }
}

impl<'a, T: RowElement> IntoIterator for &'a Array<T, 1> {
    type Item = <T::Row<'a> as IntoIterator>::Item;
    type IntoIter = <T::Row<'a> as IntoIterator>::IntoIter;

    /// The elements: references to scalars, products by value.
    fn into_iter(self) -> Self::IntoIter {
        T::row(self.views()).into_iter()
    }
}

#[cfg(test)]
mod tests {
    use crate::Array;

    #[test]
    fn rows_of_matrices() {
        let matrix = Array::from([[1, 2], [3, 4], [5, 6]]);
        assert_eq!(matrix.rows().map(|row| row[0]).collect::<Vec<_>>(), [1, 3, 5]);
        let pairs = Array::from([[(1, 2.0), (3, 4.0)]]);
        assert_eq!(pairs.row(0).get(1), Some((3, 4.0)));
        assert_eq!(Array::<i32, 2>::from_vec([2, 0], vec![]).rows().len(), 2);
    }

    #[test]
    #[should_panic(expected = "index out of bounds: the len is 2 but the index is 2")]
    fn a_row_that_there_is_not() {
        let _row = Array::from([[1], [2]]).row(2);
    }

    #[test]
    fn rows_to_change() {
        let mut m = Array::from([[1, 2], [3, 4], [5, 6]]);
        assert_eq!(m.rows_mut().len(), 3);
        m.rows_mut().for_each(|row| row.swap(0, 1));
        assert_eq!(m.to_vec(), [2, 1, 4, 3, 6, 5]);
        assert_eq!(Array::<u8, 2>::from_vec([3, 0], vec![]).rows_mut().count(), 3);
        assert_eq!(Array::<u8, 2>::from_vec([0, 3], vec![]).rows_mut().count(), 0);
    }

    #[test]
    fn references_go_through_elements_or_rows() {
        let mut sum = 0;
        for (n, flag) in &Array::from([(1, true), (2, false), (4, true)]) {
            sum += if flag { n } else { 0 };
        }
        assert_eq!(sum, 5);
        let backwards: Vec<i32> =
            (&Array::from([[1, 2], [3, 4]])).into_iter().rev().map(|row| row[0]).collect();
        assert_eq!(backwards, [3, 1]);
        let mut lengths = Vec::new();
        for row in &Array::from([[(1, 0.5), (2, 1.5)]]) {
            for (n, x) in row {
                lengths.push(x * f64::from(n));
            }
        }
        assert_eq!(lengths, [0.5, 3.0]);
        let cube = Array::from_vec([2, 2, 1, 1], vec![1, 2, 3, 4]);
        let mut elements: Vec<i32> = Vec::new();
        for space in &cube {
            for plane in space {
                for row in plane {
                    elements.extend(row);
                }
            }
        }
        assert_eq!(elements, [1, 2, 3, 4]);
        let (mut left, mut count) = ((&cube).into_iter(), 2);
        assert_eq!(left.len(), 2);
        while left.next().is_some() {
            count -= 1;
            assert_eq!(left.len(), count);
        }
    }

    #[test]
    #[should_panic(expected = "index out of bounds: the len is 2 but the index is 2")]
    fn a_plane_that_there_is_not() {
        let _plane = Array::from_vec([2, 1, 1], vec![1, 2]).row(2);
    }
}
