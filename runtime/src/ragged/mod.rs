//! Ragged arrays: rows of different lengths, stored one after the other, and where each begins.

mod agreeing;
mod argument;
mod csr;
mod debug;
mod equality;
mod from_rows;
mod levels;
pub(crate) mod offsets;
mod raw_parts;
pub(crate) mod regular;
mod row;
pub(crate) mod row_items;
mod rows;
pub(crate) mod values;
mod view;

use crate::buffer::Buffer;
use crate::element::Element;
use crate::error::Error;
use crate::proven::Proven;

pub use argument::{
    OwnedRaggedArgument, RaggedArgument, RaggedInput, RaggedReadable, offsets_agree,
};
pub use csr::CsrValues;
pub use from_rows::RaggedRow;
pub use offsets::Offset;
pub use raw_parts::RaggedValues;
pub use row::{ColumnViews, RowElement, RowView};
pub use rows::RaggedRows;
pub use view::RaggedView;

use offsets::Offsets;

/// An array of rows of different lengths: accel functions return it for `[[T]]`, and take it without copying.
///
/// ```
/// use accel::Ragged;
///
/// let words = Ragged::from_rows(&[vec![1, 2], vec![], vec![3]]);
/// assert_eq!(words.len(), 3);
/// assert_eq!(words.row(0), [1, 2]);
/// assert_eq!(words.lengths(), [2, 0, 1]);
/// assert_eq!(words.values(), [1, 2, 3]);
/// assert_eq!(format!("{words:?}"), "[[1, 2], [], [3]]");
/// ```
///
/// Rows of products are stored as one array for each scalar component, which rows hand out by value:
///
/// ```
/// # use accel::Ragged;
/// let edges = Ragged::from_rows(&[vec![(1u32, 0.5), (2, 1.5)], vec![]]);
/// assert_eq!(edges.row(0).get(1), Some((2, 1.5)));
///
/// let (ends, weights) = edges.values();
/// assert_eq!((ends, weights), (&[1, 2][..], &[0.5, 1.5][..]));
/// ```
///
/// `L` is the number of ragged levels below the outermost, and `R` the rank of the elements, so
/// `Ragged<T, 2>` holds rows of rows, and `Ragged<T, 1, 1>` rows of arrays of one length:
///
/// ```
/// # use accel::Ragged;
/// let cells: Ragged<i32, 2> = Ragged::from_rows(&[vec![vec![1], vec![2, 3]], vec![]]);
/// assert_eq!(cells.row(0).row(1), [2, 3]);
///
/// let triangles: Ragged<i32, 1, 1> = Ragged::from_rows(&[vec![[0, 1, 2], [2, 1, 3]], vec![]]);
/// assert_eq!(triangles.row(0).get(1), Some(&[2, 1, 3][..]));
/// ```
pub struct Ragged<T: Element, const L: usize = 1, const R: usize = 0> {
    /// For each level, one more than there are rows; they begin with 0. The offsets of the next level have a
    /// row for each of its elements.
    offsets: [Buffer<usize>; L],
    extents: [usize; R],
    columns: T::Columns,
}

impl<T: Element, const L: usize, const R: usize> Ragged<T, L, R> {
    /// An array with copies of these rows. [`RaggedRow`] tells which types can be rows: `Vec`s, slices and
    /// arrays.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let two = [[1, 2].as_slice(), &[3]];
    /// assert_eq!(Ragged::from_rows(&two).lengths(), [2, 1]);
    /// assert_eq!(Ragged::from_rows([[1, 2], [3, 4]]).lengths(), [2, 2]);
    /// assert_eq!(Ragged::from_rows((0..4).map(|n| vec![n; n])).lengths(), [0, 1, 2, 3]);
    /// assert_eq!(Ragged::from_rows(&[vec![vec![1.5]], vec![]]).lengths(), [1, 0]);
    /// ```
    pub fn from_rows<I: IntoIterator<Item: RaggedRow<T, L, R>>>(rows: I) -> Ragged<T, L, R> {
        from_rows::gathered(rows.into_iter(), Vec::new())
    }

    /// An array of these parts: the offsets of each level, the outermost first, the sizes of each
    /// element, and the elements.
    ///
    /// # Panics
    /// If their lengths disagree.
    #[doc(hidden)]
    pub fn from_parts(
        offsets: [Buffer<usize>; L],
        extents: [usize; R],
        columns: T::Columns,
    ) -> Ragged<T, L, R> {
        const { assert!(L > 0, "an array without ragged levels is an `Array`") };
        let ragged = Ragged { offsets, extents, columns };
        // Reads trust offsets.
        for (level, offsets) in ragged.offsets.iter().enumerate() {
            let offsets = offsets.here().slice();
            let below = match ragged.offsets.get(level + 1) {
                Some(below) => below.len().wrapping_sub(1),
                None => offsets[offsets.len() - 1],
            };
            assert!(offsets[0] == 0 && offsets[offsets.len() - 1] == below, "offsets disagree");
            assert!(offsets::ascend(offsets), "offsets run backwards");
        }
        let count = ragged.offsets[L - 1].here().slice().last().copied().unwrap_or(0);
        // If there are no elements, the product of the extents may be too large for a number.
        let count = extents.iter().fold(count, |count, extent| count.saturating_mul(*extent));
        assert!(T::hold(&ragged.columns, count), "offsets and elements disagree");
        ragged
    }

    /// The offsets of each level, the sizes of each element, and the elements.
    #[doc(hidden)]
    pub fn into_parts(self, _: Proven) -> ([Buffer<usize>; L], [usize; R], T::Columns) {
        (self.offsets, self.extents, self.columns)
    }

    /// The same rows, borrowed.
    ///
    /// ```
    /// # use accel::{Ragged, RaggedView};
    /// let xss = Ragged::from_rows(&[vec![1, 2], vec![]]);
    /// let view: RaggedView<i32> = xss.view();
    /// assert_eq!(view.values().as_ptr(), xss.values().as_ptr());
    /// ```
    pub fn view(&self) -> RaggedView<'_, T, L, R> {
        let offsets = self.offsets.each_ref().map(|offsets| Offsets::Sizes(offsets.here().slice()));
        RaggedView::new(offsets, self.extents, T::views(&self.columns))
    }

    /// A view of offsets and values; row `i` has the values from `offsets[i]` to before
    /// `offsets[i + 1]`. Copies nothing.
    ///
    /// The offsets are integers of any type; the values are a slice of scalars, a tuple of slices, or
    /// an [`Array`](crate::Array).
    ///
    /// ```
    /// # use accel::Ragged;
    /// let (row_starts, columns, entries) = (vec![0u32, 2, 2, 3], vec![0, 3, 1], vec![1.5, 2.5, 3.5]);
    /// let matrix = Ragged::from_csr(&row_starts, (&columns, &entries));
    /// assert_eq!(matrix.row(0).to_vec(), [(0, 1.5), (3, 2.5)]);
    /// ```
    ///
    /// # Panics
    /// If [`Ragged::try_from_csr`] gives an error.
    #[track_caller]
    pub fn from_csr<'a, O: Offset, V: CsrValues<'a, L, R, Element = T>>(
        offsets: &'a [O],
        values: V,
    ) -> RaggedView<'a, T, L, R> {
        RaggedView::from_csr(offsets, values)
    }

    /// As [`Ragged::from_csr`], but gives the error back.
    ///
    /// ```
    /// # use accel::{ErrorKind, Ragged};
    /// let error = Ragged::try_from_csr(&[0, 2, 1, 3], &[1.0, 2.0, 3.0]).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Size);
    /// assert_eq!(error.message(), "row 1 ends before it begins: its offsets are 2 and 1");
    /// ```
    ///
    /// # Errors
    /// If there are no offsets, the first is not 0, one is less than the one before it, or the last is
    /// not the number of values; or if the parts of a product have different lengths
    /// ([`ErrorKind::Size`](crate::ErrorKind::Size)).
    pub fn try_from_csr<'a, O: Offset, V: CsrValues<'a, L, R, Element = T>>(
        offsets: &'a [O],
        values: V,
    ) -> Result<RaggedView<'a, T, L, R>, Error> {
        RaggedView::try_from_csr(offsets, values)
    }

    /// Returns the number of rows.
    ///
    /// ```
    /// # use accel::Ragged;
    /// assert_eq!(Ragged::from_rows(&[vec![1, 2], vec![]]).len(), 2);
    /// ```
    pub fn len(&self) -> usize {
        self.view().len()
    }

    /// Returns true if there are no rows.
    ///
    /// ```
    /// # use accel::Ragged;
    /// assert!(Ragged::<f64>::from_rows::<[Vec<f64>; 0]>([]).is_empty());
    /// assert!(!Ragged::<f64>::from_rows(&[vec![]]).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The length of each row.
    ///
    /// ```
    /// # use accel::Ragged;
    /// assert_eq!(Ragged::from_rows(&[vec![1, 2], vec![]]).lengths(), [2, 0]);
    /// ```
    pub fn lengths(&self) -> Vec<usize> {
        self.view().lengths()
    }

    /// Returns the position at which each row begins, and at the end of the list, the one at which the last
    /// row ends: one more than there are rows. If there are several ragged levels, these are the offsets of
    /// the outermost.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let xss = Ragged::from_rows(&[vec![1, 2], vec![], vec![3]]);
    /// assert_eq!(xss.offsets(), [0, 2, 2, 3]);
    /// ```
    pub fn offsets(&self) -> &[usize] {
        self.offsets[0].here().slice()
    }

    /// As [`Ragged::offsets`], for a ragged level counted from 0, the outermost.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let cells = Ragged::from_rows(&[vec![vec![1], vec![2, 3]], vec![]]);
    /// assert_eq!(cells.offsets_of(0), [0, 2, 2]);
    /// assert_eq!(cells.offsets_of(1), [0, 1, 3]);
    /// ```
    ///
    /// # Panics
    /// If there is no such level.
    pub fn offsets_of(&self, level: usize) -> &[usize] {
        self.offsets[level].here().slice()
    }

    /// The sizes of each element, outermost first, where elements are arrays.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let triangles = Ragged::from_rows(&[vec![[0, 1, 2], [2, 1, 3]], vec![]]);
    /// assert_eq!(triangles.extents(), [3]);
    /// ```
    pub fn extents(&self) -> [usize; R] {
        self.extents
    }

    /// The values of all rows, one after the other, as they lie in memory: a slice of scalars, a tuple
    /// of slices of products.
    ///
    /// ```
    /// # use accel::Ragged;
    /// assert_eq!(Ragged::from_rows(&[vec![1, 2], vec![3]]).values(), [1, 2, 3]);
    /// ```
    pub fn values(&self) -> T::Slices<'_>
    where
        T: RowElement,
    {
        T::slices(T::views(&self.columns))
    }

    /// The values of all rows, one after the other; scalars are not copied.
    ///
    /// ```
    /// # use accel::Ragged;
    /// assert_eq!(Ragged::from_rows(&[vec![1, 2], vec![3]]).into_values(), [1, 2, 3]);
    /// ```
    pub fn into_values(self) -> Vec<T> {
        T::into_vec(self.columns)
    }
}

impl<T: Element> Ragged<T> {
    /// A copy of the rows as `Vec`s.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let edges = Ragged::from_lengths(&[2, 0], vec![(1, 0.5), (2, 1.5)]);
    /// assert_eq!(edges.to_vec(), [vec![(1, 0.5), (2, 1.5)], vec![]]);
    /// ```
    pub fn to_vec(&self) -> Vec<Vec<T>> {
        self.view().to_vec()
    }
}
