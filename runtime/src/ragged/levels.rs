//! The rows of ragged arrays that hold more than scalars and products: rows of rows, and rows of arrays.
//!
//! The type of a row depends on the number of ragged levels and on the rank of the elements, so each of these
//! has methods of its own. Of one ragged level of scalars and products, see [`rows`](super::rows).

use std::array;

use crate::element::Element;
use crate::ragged::row::ColumnViews;
use crate::ragged::{Ragged, RaggedView, RowView};

impl<'a, T: Element, const L: usize, const R: usize> RaggedView<'a, T, L, R> {
    /// A row that has `BELOW` = `L` - 1 ragged levels in turn.
    ///
    /// # Panics
    /// If there is no such row.
    #[track_caller]
    fn row_of_rows<const BELOW: usize>(self, row: usize) -> RaggedView<'a, T, BELOW, R> {
        const { assert!(BELOW + 1 == L, "a row has one ragged level less") };
        let (offsets, extents, views) = self.parts();
        let (mut start, mut end) = self.bounds(row);
        let below = array::from_fn(|level| {
            let all = offsets[level + 1];
            let part = all.rows(start, end);
            (start, end) = (part.first() - all.first(), part.last() - all.first());
            part
        });
        RaggedView::new(below, extents, part_of::<T, R>(views, extents, start, end))
    }

    /// A row of arrays.
    ///
    /// # Panics
    /// If there is no such row.
    #[track_caller]
    fn row_of_arrays(self, row: usize) -> RowView<'a, T, R> {
        const { assert!(L == 1, "rows of several levels are ragged") };
        let (_, extents, views) = self.parts();
        let (start, end) = self.bounds(row);
        RowView::new(end - start, extents, part_of::<T, R>(views, extents, start, end))
    }
}

/// The elements of these extents from one on to before another.
fn part_of<T: Element, const R: usize>(
    views: T::Views<'_>,
    extents: [usize; R],
    start: usize,
    end: usize,
) -> T::Views<'_> {
    // If there are no elements, the product of the extents may be too large for a number.
    let size = extents.iter().fold(1usize, |size, extent| size.saturating_mul(*extent));
    views.elements(start * size, (end - start) * size)
}

macro_rules! levels {
    ($($levels:literal, $rank:literal: $row:ident<$below:literal $(, $elements:literal)?> of $vec:ty;)*)
    => { $(
        impl<'a, T: Element> RaggedView<'a, T, $levels, $rank> {
            /// A row: a view of rows that are of different lengths in turn, or of arrays.
            ///
            /// ```
            /// # use accel::Ragged;
            /// let cells = Ragged::from_rows(&[vec![vec![1], vec![2, 3]], vec![]]);
            /// assert_eq!(cells.view().row(0).row(1), [2, 3]);
            ///
            /// let triangles = Ragged::from_rows(&[vec![[0, 1, 2], [2, 1, 3]], vec![]]);
            /// assert_eq!(triangles.view().row(0).get(1), Some(&[2, 1, 3][..]));
            /// ```
            ///
            /// # Panics
            /// If there is no such row.
            #[track_caller]
            pub fn row(self, row: usize) -> $row<'a, T, $below $(, $elements)?> {
                levels!(@row $row self row)
            }

            /// The rows, in order.
            ///
            /// ```
            /// # use accel::Ragged;
            /// let cells = Ragged::from_rows(&[vec![vec![1], vec![2, 3]], vec![]]);
            /// let counts: Vec<usize> = cells.view().rows().map(|row| row.values().len()).collect();
            /// assert_eq!(counts, [3, 0]);
            /// ```
            pub fn rows(
                self,
            ) -> impl ExactSizeIterator<Item = $row<'a, T, $below $(, $elements)?>> + DoubleEndedIterator
            {
                (0..self.len()).map(move |row| self.row(row))
            }

            /// As [`RaggedView::rows`].
            pub fn iter(
                self,
            ) -> impl ExactSizeIterator<Item = $row<'a, T, $below $(, $elements)?>> + DoubleEndedIterator
            {
                self.rows()
            }

            /// A row, if there is such a one.
            ///
            /// ```
            /// # use accel::Ragged;
            /// let cells = Ragged::from_rows(&[vec![vec![1], vec![2, 3]], vec![]]);
            /// assert_eq!(cells.view().get(0).map(|row| row.len()), Some(2));
            /// assert_eq!(cells.view().get(2).map(|row| row.len()), None);
            /// ```
            pub fn get(self, row: usize) -> Option<$row<'a, T, $below $(, $elements)?>> {
                (row < self.len()).then(|| self.row(row))
            }

            /// A copy of the rows as `Vec`s of `Vec`s.
            ///
            /// ```
            /// # use accel::Ragged;
            /// let rows = vec![vec![vec![1], vec![2, 3]], vec![]];
            /// assert_eq!(Ragged::from_rows(&rows).view().to_vec(), rows);
            /// ```
            pub fn to_vec(self) -> Vec<$vec> {
                self.rows().map(|row| row.to_vec()).collect()
            }
        }

        impl<T: Element> Ragged<T, $levels, $rank> {
            /// A row: a view of rows that are of different lengths in turn, or of arrays.
            ///
            /// ```
            /// # use accel::Ragged;
            /// let cells = Ragged::from_rows(&[vec![vec![1], vec![2, 3]], vec![]]);
            /// assert_eq!(cells.row(0).len(), 2);
            /// assert_eq!(cells.row(0).row(1), [2, 3]);
            ///
            /// let triangles = Ragged::from_rows(&[vec![[0, 1, 2], [2, 1, 3]], vec![]]);
            /// assert_eq!(triangles.row(0).len(), 2);
            /// assert_eq!(triangles.row(0).get(1), Some(&[2, 1, 3][..]));
            /// ```
            ///
            /// # Panics
            /// If there is no such row.
            #[track_caller]
            pub fn row(&self, row: usize) -> $row<'_, T, $below $(, $elements)?> {
                self.view().row(row)
            }

            /// The rows, in order.
            ///
            /// ```
            /// # use accel::Ragged;
            /// let triangles = Ragged::from_rows(&[vec![[0, 1, 2], [2, 1, 3]], vec![]]);
            /// let counts: Vec<usize> = triangles.rows().map(|row| row.len()).collect();
            /// assert_eq!(counts, [2, 0]);
            /// ```
            pub fn rows(
                &self,
            ) -> impl ExactSizeIterator<Item = $row<'_, T, $below $(, $elements)?>> + DoubleEndedIterator
            {
                self.view().rows()
            }

            /// A copy of the rows as `Vec`s of `Vec`s.
            ///
            /// ```
            /// # use accel::Ragged;
            /// let rows = vec![vec![vec![1], vec![2, 3]], vec![]];
            /// assert_eq!(Ragged::from_rows(&rows).to_vec(), rows);
            /// ```
            pub fn to_vec(&self) -> Vec<$vec> {
                self.view().to_vec()
            }
        }
    )* };
    (@row RaggedView $view:ident $row:ident) => { $view.row_of_rows($row) };
    (@row RowView $view:ident $row:ident) => { $view.row_of_arrays($row) };
}

levels! {
    1, 1: RowView<1> of Vec<Vec<T>>;
    1, 2: RowView<2> of Vec<Vec<Vec<T>>>;
    2, 0: RaggedView<1, 0> of Vec<Vec<T>>;
    2, 1: RaggedView<1, 1> of Vec<Vec<Vec<T>>>;
    2, 2: RaggedView<1, 2> of Vec<Vec<Vec<Vec<T>>>>;
    3, 0: RaggedView<2, 0> of Vec<Vec<Vec<T>>>;
    3, 1: RaggedView<2, 1> of Vec<Vec<Vec<Vec<T>>>>;
    3, 2: RaggedView<2, 2> of Vec<Vec<Vec<Vec<Vec<T>>>>>;
    4, 0: RaggedView<3, 0> of Vec<Vec<Vec<Vec<T>>>>;
    4, 1: RaggedView<3, 1> of Vec<Vec<Vec<Vec<Vec<T>>>>>;
    4, 2: RaggedView<3, 2> of Vec<Vec<Vec<Vec<Vec<Vec<T>>>>>>;
}
