//! The rows of arrays of each kind, and conversions.

use std::array;
use std::ops::{Index, Range};

use crate::buffer::Buffer;
use crate::element::{Element, Scalar};
use crate::memory::or_abort;
use crate::proven::Proven;
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

    /// As [`Ragged::rows`].
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T::Row<'_>> + DoubleEndedIterator {
        self.rows()
    }

    /// A row, if there is such a one.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let xss = Ragged::from_rows(&[vec![1, 2], vec![]]);
    /// assert_eq!(xss.get(0), Some(&[1, 2][..]));
    /// assert_eq!(xss.get(2), None);
    /// ```
    pub fn get(&self, row: usize) -> Option<T::Row<'_>> {
        self.view().get(row)
    }
}

/// The rows of a [`Ragged`] or a [`RaggedView`], in order.
///
/// ```
/// # use accel::Ragged;
/// let mut longest = 0;
/// for row in &Ragged::from_rows(&[vec![1, 2], vec![], vec![3]]) {
///     longest = longest.max(row.len());
/// }
/// assert_eq!(longest, 2);
/// ```
#[derive(Clone)]
pub struct RaggedRows<'a, T: Element> {
    view: RaggedView<'a, T>,
    left: Range<usize>,
}

impl<'a, T: RowElement> Iterator for RaggedRows<'a, T> {
    type Item = T::Row<'a>;

    fn next(&mut self) -> Option<T::Row<'a>> {
        self.left.next().map(|row| self.view.row(row))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }

    fn nth(&mut self, count: usize) -> Option<T::Row<'a>> {
        self.left.nth(count).map(|row| self.view.row(row))
    }
}

impl<T: RowElement> DoubleEndedIterator for RaggedRows<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.left.next_back().map(|row| self.view.row(row))
    }
}

impl<T: RowElement> ExactSizeIterator for RaggedRows<'_, T> {}

impl<'a, T: RowElement> IntoIterator for RaggedView<'a, T> {
    type Item = T::Row<'a>;
    type IntoIter = RaggedRows<'a, T>;

    fn into_iter(self) -> RaggedRows<'a, T> {
        RaggedRows { view: self, left: 0..self.len() }
    }
}

impl<'a, T: RowElement> IntoIterator for &'a Ragged<T> {
    type Item = T::Row<'a>;
    type IntoIter = RaggedRows<'a, T>;

    fn into_iter(self) -> RaggedRows<'a, T> {
        self.view().into_iter()
    }
}

impl<T: Element> From<Ragged<T>> for Vec<Vec<T>> {
    fn from(ragged: Ragged<T>) -> Self {
        ragged.to_vec()
    }
}

impl<T: Element, const L: usize, const R: usize> Default for Ragged<T, L, R> {
    /// No rows.
    fn default() -> Self {
        let offsets = array::from_fn(|_| Buffer::from_vec(vec![0]));
        Ragged::from_parts(offsets, [0; R], or_abort(T::columns_from(Proven::HERE, 0, Vec::new())))
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
