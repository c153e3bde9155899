//! Views: ragged arrays that lie in somebody else's memory.

use std::array;

use crate::element::{Element, Input};
use crate::error::Error;
use crate::failure;
use crate::memory::or_abort;
use crate::ragged::argument::each;
use crate::ragged::csr::{CsrValues, checked};
use crate::ragged::offsets::{Offset, Offsets};
use crate::ragged::row::{ColumnViews, RowElement};
use crate::ragged::{Ragged, RaggedInput};

/// A [`Ragged`] that is borrowed: from a `Ragged`, or from offsets and values as libraries for sparse
/// matrices hold them. It goes wherever `&Ragged` does.
///
/// ```
/// use accel::{Ragged, RaggedView};
///
/// // Row 0 holds 1.5 and 2.5, in columns 0 and 3; row 1 holds nothing; row 2 holds 3.5.
/// let row_starts: [u32; 4] = [0, 2, 2, 3];
/// let columns: [u32; 3] = [0, 3, 1];
/// let entries = [1.5, 2.5, 3.5];
///
/// let matrix: RaggedView<(u32, f64)> = Ragged::from_csr(&row_starts, (&columns, &entries));
/// assert_eq!(matrix.len(), 3);
/// assert_eq!(matrix.lengths(), [2, 0, 1]);
/// assert_eq!(matrix.row(0).get(1), Some((3, 2.5)));
/// assert_eq!(matrix.values(), (&columns[..], &entries[..]));
/// ```
///
/// Values are never copied. Nor are offsets as wide as `usize`; others are converted when a function
/// of an [`accel!`](macro@crate::accel) block is called with the view.
#[derive(Clone, Copy)]
pub struct RaggedView<'a, T: Element, const L: usize = 1, const R: usize = 0> {
    /// For each level, one more offset than there are rows. The offsets of the first level may begin
    /// anywhere, those of the next have a row for each of its elements, and so on.
    offsets: [Offsets<'a>; L],
    extents: [usize; R],
    /// The elements from the first offset of the last level on.
    views: T::Views<'a>,
}

impl<'a, T: Element, const L: usize, const R: usize> RaggedView<'a, T, L, R> {
    /// A view of offsets and values; row `i` has the values from `offsets[i]` to before
    /// `offsets[i + 1]`. Copies nothing.
    ///
    /// The offsets are integers of any type. For the types of the values see [`CsrValues`].
    ///
    /// ```
    /// use accel::RaggedView;
    ///
    /// let view = RaggedView::from_csr(&[0, 2, 2, 3], &[1.0, 2.0, 3.0]);
    /// assert_eq!(view, [vec![1.0, 2.0], vec![], vec![3.0]]);
    /// ```
    ///
    /// # Panics
    /// If [`RaggedView::try_from_csr`] gives an error.
    #[track_caller]
    pub fn from_csr<O: Offset, V: CsrValues<'a, L, R, Element = T>>(
        offsets: &'a [O],
        values: V,
    ) -> RaggedView<'a, T, L, R> {
        match RaggedView::try_from_csr(offsets, values) {
            Ok(view) => view,
            Err(error) => panic!("{error}"),
        }
    }

    /// As [`RaggedView::from_csr`], but gives the error back.
    ///
    /// ```
    /// use accel::{ErrorKind, RaggedView};
    ///
    /// let error = RaggedView::try_from_csr(&[0, 2, 5], &[1.0, 2.0, 3.0]).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Size);
    /// assert_eq!(error.message(), "the last offset is 5, but there are 3 values");
    /// ```
    ///
    /// # Errors
    /// If there are no offsets, the first is not 0, one is less than the one before it, or the last is
    /// not the number of values; or if the parts of a product have different lengths. Each is an
    /// [`ErrorKind::Size`](crate::ErrorKind::Size).
    pub fn try_from_csr<O: Offset, V: CsrValues<'a, L, R, Element = T>>(
        offsets: &'a [O],
        values: V,
    ) -> Result<RaggedView<'a, T, L, R>, Error> {
        let offsets = checked(offsets, values.count()?, V::NAME)?;
        Ok(values.rows(offsets))
    }

    /// A view of these parts, which fit each other.
    pub(crate) fn new(
        offsets: [Offsets<'a>; L],
        extents: [usize; R],
        views: T::Views<'a>,
    ) -> RaggedView<'a, T, L, R> {
        const { assert!(L > 0, "an array without ragged levels is an `Array`") };
        RaggedView { offsets, extents, views }
    }

    /// Returns the number of rows.
    ///
    /// ```
    /// # use accel::RaggedView;
    /// assert_eq!(RaggedView::from_csr(&[0, 2, 2], &[1, 2]).len(), 2);
    /// ```
    pub fn len(self) -> usize {
        self.offsets[0].len() - 1
    }

    /// Returns true if there are no rows.
    ///
    /// ```
    /// # use accel::RaggedView;
    /// let nothing: [f64; 0] = [];
    /// assert!(RaggedView::from_csr(&[0], &nothing).is_empty());
    /// assert!(!RaggedView::from_csr(&[0, 0], &nothing).is_empty());
    /// ```
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The length of each row.
    ///
    /// ```
    /// # use accel::RaggedView;
    /// assert_eq!(RaggedView::from_csr(&[0, 2, 2], &[1, 2]).lengths(), [2, 0]);
    /// ```
    pub fn lengths(self) -> Vec<usize> {
        self.offsets[0].lengths()
    }

    /// Returns the position at which each row begins, and at the end of the list, the one at which the last
    /// row ends: one more than there are rows. A copy, since the view may have them as another type.
    ///
    /// ```
    /// # use accel::RaggedView;
    /// assert_eq!(RaggedView::from_csr(&[0u8, 2, 2], &[1, 2]).offsets(), [0, 2, 2]);
    /// ```
    pub fn offsets(self) -> Vec<usize> {
        self.offsets[0].to_vec()
    }

    /// The sizes of each element, outermost first, where elements are arrays.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let triangles = Ragged::from_rows(&[vec![[0, 1, 2], [2, 1, 3]], vec![]]);
    /// assert_eq!(triangles.view().extents(), [3]);
    /// ```
    pub fn extents(self) -> [usize; R] {
        self.extents
    }

    /// The values of all rows, one after the other, as they lie in memory: a slice of scalars, a tuple
    /// of slices of products.
    ///
    /// ```
    /// # use accel::RaggedView;
    /// let values = [1, 2, 3];
    /// assert_eq!(RaggedView::from_csr(&[0, 2, 3], &values).values().as_ptr(), values.as_ptr());
    /// ```
    pub fn values(self) -> T::Slices<'a>
    where
        T: RowElement,
    {
        T::slices(self.views)
    }

    /// A copy that owns its rows.
    ///
    /// ```
    /// # use accel::{Ragged, RaggedView};
    /// let copy: Ragged<i32> = RaggedView::from_csr(&[0, 2, 3], &[1, 2, 3]).to_ragged();
    /// assert_eq!(copy.row(1), [3]);
    /// ```
    pub fn to_ragged(self) -> Ragged<T, L, R> {
        or_abort(self.copied())
    }

    /// A copy that owns its rows.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn copied(self) -> failure::Result<Ragged<T, L, R>> {
        let offsets = each(|level| self.offsets[level].counted(0))?;
        Ok(Ragged { offsets, extents: self.extents, columns: T::copies(0, self.views)? })
    }

    /// The rows that rows of `ABOVE` = `L` + 1 levels hold, which begin and end at offsets that fit.
    pub(super) fn below<const ABOVE: usize>(
        self,
        outermost: Offsets<'a>,
    ) -> RaggedView<'a, T, ABOVE, R> {
        const { assert!(ABOVE == L + 1, "rows of rows have one ragged level more") };
        let offsets = array::from_fn(|level| match level.checked_sub(1) {
            Some(below) => self.offsets[below],
            None => outermost,
        });
        RaggedView::new(offsets, self.extents, self.views)
    }

    /// The offsets of each level, the extents and the columns.
    pub(super) fn parts(self) -> ([Offsets<'a>; L], [usize; R], T::Views<'a>) {
        (self.offsets, self.extents, self.views)
    }

    /// The offsets as kernels read them, and the columns.
    ///
    /// # Errors
    /// If there is not enough memory to convert the offsets.
    pub(super) fn input<'short>(self, site: u32) -> failure::Result<RaggedInput<'short, T, L, R>>
    where
        'a: 'short,
    {
        let offsets = each(|level| self.offsets[level].input(site))?;
        self.views.guests();
        Ok(RaggedInput::new(offsets, self.extents, Input::Borrowed(T::reborrow(self.views))))
    }

    /// Returns the positions at which the elements of a row begin and end in the next level, counted from its
    /// first.
    ///
    /// # Panics
    /// If there is no such row.
    #[track_caller]
    pub(super) fn bounds(self, row: usize) -> (usize, usize) {
        let rows = self.len();
        assert!(row < rows, "index out of bounds: the len is {rows} but the index is {row}");
        let first = self.offsets[0].first();
        let (start, end) = self.offsets[0].row(row);
        (start - first, end - first)
    }
}

impl<'a, T: RowElement> RaggedView<'a, T> {
    /// A row: a slice of scalars, a [`RowView`](crate::RowView) of products.
    ///
    /// ```
    /// # use accel::RaggedView;
    /// let view = RaggedView::from_csr(&[0, 2, 2], &[1, 2]);
    /// assert_eq!(view.row(0), [1, 2]);
    /// assert_eq!(view.row(1).len(), 0);
    /// ```
    ///
    /// # Panics
    /// If there is no such row.
    #[track_caller]
    pub fn row(self, row: usize) -> T::Row<'a> {
        let (start, end) = self.bounds(row);
        T::row(self.views.elements(start, end - start))
    }

    /// The rows, in order.
    ///
    /// ```
    /// # use accel::RaggedView;
    /// let view = RaggedView::from_csr(&[0, 2, 2, 3], &[1, 2, 3]);
    /// let sums: Vec<i32> = view.rows().map(|row| row.iter().sum()).collect();
    /// assert_eq!(sums, [3, 0, 3]);
    /// ```
    pub fn rows(self) -> impl ExactSizeIterator<Item = T::Row<'a>> + DoubleEndedIterator {
        (0..self.len()).map(move |row| self.row(row))
    }

    /// A row, if there is such a one.
    ///
    /// ```
    /// # use accel::RaggedView;
    /// let view = RaggedView::from_csr(&[0, 2, 2], &[1, 2]);
    /// assert_eq!(view.get(0), Some(&[1, 2][..]));
    /// assert_eq!(view.get(2), None);
    /// ```
    pub fn get(self, row: usize) -> Option<T::Row<'a>> {
        (row < self.len()).then(|| self.row(row))
    }

    /// As [`RaggedView::rows`].
    ///
    /// ```
    /// # use accel::Ragged;
    /// let cells = Ragged::from_rows(&[vec![vec![1], vec![2, 3]], vec![]]);
    /// let lengths: Vec<usize> = cells.row(0).iter().map(|row| row.len()).collect();
    /// assert_eq!(lengths, [1, 2]);
    /// ```
    pub fn iter(self) -> impl ExactSizeIterator<Item = T::Row<'a>> + DoubleEndedIterator {
        self.rows()
    }
}

impl<T: Element> RaggedView<'_, T> {
    /// A copy of the rows as `Vec`s.
    ///
    /// ```
    /// # use accel::RaggedView;
    /// let view = RaggedView::from_csr(&[0, 2, 2, 3], (&[1, 2, 3], &[0.1, 0.2, 0.3]));
    /// assert_eq!(view.to_vec(), [vec![(1, 0.1), (2, 0.2)], vec![], vec![(3, 0.3)]]);
    /// ```
    pub fn to_vec(self) -> Vec<Vec<T>> {
        let row = |row| {
            let (start, end) = self.bounds(row);
            (start..end).map(|position| T::get(self.views, position)).collect()
        };
        (0..self.len()).map(row).collect()
    }
}
