//! The rows of arrays of each kind, and conversions.

use std::ops::Index;

use crate::element::{Element, Scalar};
use crate::ragged::{Ragged, RaggedRow, RaggedView, RowElement, RowView};

impl<T: RowElement> Ragged<T> {
    /// A row: a slice of scalars, a [`RowView`] of products.
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

impl<T: Element> Ragged<T, 2> {
    /// A row, the rows of which are of different lengths in turn.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let cells = Ragged::from_rows(&[vec![vec![1], vec![2, 3]], vec![]]);
    /// assert_eq!(cells.row(0).len(), 2);
    /// assert_eq!(cells.row(0).row(1), [2, 3]);
    /// ```
    ///
    /// # Panics
    /// If there is no such row.
    #[track_caller]
    pub fn row(&self, row: usize) -> RaggedView<'_, T> {
        self.view().row(row)
    }

    /// The rows, in order.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let cells = Ragged::from_rows(&[vec![vec![1], vec![2, 3]], vec![]]);
    /// let counts: Vec<usize> = cells.rows().map(|row| row.values().len()).collect();
    /// assert_eq!(counts, [3, 0]);
    /// ```
    pub fn rows(&self) -> impl ExactSizeIterator<Item = RaggedView<'_, T>> + DoubleEndedIterator {
        self.view().rows()
    }

    /// A copy of the rows as `Vec`s of `Vec`s.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let rows = vec![vec![vec![1], vec![2, 3]], vec![]];
    /// assert_eq!(Ragged::from_rows(&rows).to_vec(), rows);
    /// ```
    pub fn to_vec(&self) -> Vec<Vec<Vec<T>>> {
        self.view().to_vec()
    }
}

impl<T: Element> Ragged<T, 1, 1> {
    /// A row, the elements of which are arrays.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let triangles = Ragged::from_rows(&[vec![[0, 1, 2], [2, 1, 3]], vec![]]);
    /// assert_eq!(triangles.row(0).len(), 2);
    /// assert_eq!(triangles.row(0).get(1), Some(&[2, 1, 3][..]));
    /// ```
    ///
    /// # Panics
    /// If there is no such row.
    #[track_caller]
    pub fn row(&self, row: usize) -> RowView<'_, T, 1> {
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
    pub fn rows(&self) -> impl ExactSizeIterator<Item = RowView<'_, T, 1>> + DoubleEndedIterator {
        self.view().rows()
    }

    /// A copy of the rows as `Vec`s of `Vec`s.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let triangles = Ragged::from_rows(&[vec![[0, 1, 2], [2, 1, 3]], vec![]]);
    /// assert_eq!(triangles.to_vec(), [vec![vec![0, 1, 2], vec![2, 1, 3]], vec![]]);
    /// ```
    pub fn to_vec(&self) -> Vec<Vec<Vec<T>>> {
        self.view().to_vec()
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
