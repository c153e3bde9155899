//! The rows of arrays of each kind, and conversions.

use std::ops::Index;

use crate::element::{Element, Scalar};
use crate::ragged::{Ragged, RaggedRow, RaggedView, RowElement};

impl<T: RowElement> Ragged<T> {
    /// A row: a slice of scalars, a [`RowView`](crate::RowView) of products.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let xss = Ragged::from_rows(&[vec![1, 2], vec![]]);
    /// assert_eq!(xss.row(0), [1, 2]);
    /// assert!(xss.row(1).is_empty());
    /// ```
    ///
    /// # Panics
    /// If there is no such row.
    #[track_caller]
    pub fn row(&self, row: usize) -> T::Row<'_> {
        self.view().row(row)
    }

    /// The rows, in order.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let xss = Ragged::from_rows(&[vec![1, 2], vec![], vec![3]]);
    /// let sums: Vec<i32> = xss.rows().map(|row| row.iter().sum()).collect();
    /// assert_eq!(sums, [3, 0, 3]);
    /// ```
    pub fn rows(&self) -> impl ExactSizeIterator<Item = T::Row<'_>> + DoubleEndedIterator {
        self.view().rows()
    }
}

impl<T: Scalar> Index<usize> for Ragged<T> {
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

impl<T: Element, const L: usize, const R: usize> Clone for Ragged<T, L, R> {
    fn clone(&self) -> Self {
        let (offsets, extents, columns) = (&self.offsets, self.extents, &self.columns);
        Ragged { offsets: offsets.clone(), extents, columns: columns.clone() }
    }
}

impl<T: Element, X: RaggedRow<T, L, R>, const L: usize, const R: usize> From<Vec<X>>
    for Ragged<T, L, R>
{
    /// Copies the rows.
    fn from(rows: Vec<X>) -> Self {
        Ragged::from_rows(rows)
    }
}

impl<T: Element, X: RaggedRow<T, L, R>, const L: usize, const R: usize> FromIterator<X>
    for Ragged<T, L, R>
{
    fn from_iter<I: IntoIterator<Item = X>>(rows: I) -> Self {
        Ragged::from_rows(rows)
    }
}

impl<T: Element, const L: usize, const R: usize> From<RaggedView<'_, T, L, R>> for Ragged<T, L, R> {
    /// Copies the rows.
    fn from(view: RaggedView<'_, T, L, R>) -> Self {
        view.to_ragged()
    }
}
