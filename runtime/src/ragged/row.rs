//! Rows, as the host looks at them: slices of scalars, views of products.
//!
//! The elements decide which of the two a row is. Scalars have one implementation for all of them: the
//! compiler then knows the type of the rows of `[[1, 2], [3]]` before it knows that of the literals.

use std::fmt;

use crate::element::{Element, Scalar};
use crate::ragged::debug::Nested;
use crate::view::View;

/// Columns as kernels read them, of which there may be several.
#[doc(hidden)]
pub trait ColumnViews: Copy + Send + Sync {
    /// Returns some of the elements.
    fn elements(self, start: usize, length: usize) -> Self;
    /// Lets kernels of the device of this call find memory of the caller, which nobody changes until
    /// the call ends.
    fn guests(self);
}

impl<T: Copy + Sync> ColumnViews for View<'_, T> {
    fn elements(self, start: usize, length: usize) -> Self {
        self.part(start, length)
    }

    fn guests(self) {
        self.guest();
    }
}

/// An element whose rows can be handed out: every [`Element`] is one. A function that is generic over
/// more than [`Scalar`]s says so where it looks at rows.
///
/// ```
/// use accel::{Ragged, RowElement};
///
/// fn last_row<T: RowElement>(xss: &Ragged<T>) -> Option<T::Row<'_>> {
///     xss.rows().next_back()
/// }
///
/// let xss = Ragged::from_rows(&[vec![1], vec![2, 3]]);
/// assert_eq!(last_row(&xss), Some(&[2, 3][..]));
/// ```
///
/// The methods of this trait are for generated code.
pub trait RowElement: Element {
    /// A row: a slice of scalars, a [`RowView`] of products. It goes through references to scalars, or products
    /// by value.
    type Row<'a>: Copy
        + fmt::Debug
        + PartialEq
        + IntoIterator<IntoIter: ExactSizeIterator + DoubleEndedIterator>;
    /// Elements as they lie in memory: a slice of scalars; of a product, a tuple of the slices of each
    /// component.
    type Slices<'a>: Copy;
    /// The elements as a row.
    #[doc(hidden)]
    fn row(views: Self::Views<'_>) -> Self::Row<'_>;
    /// The elements as slices.
    #[doc(hidden)]
    fn slices(views: Self::Views<'_>) -> Self::Slices<'_>;
}

impl<T: Scalar> RowElement for T {
    type Row<'a> = &'a [T];
    type Slices<'a> = &'a [T];

    fn row(views: Self::Views<'_>) -> Self::Row<'_> {
        views.slice()
    }

    fn slices(views: Self::Views<'_>) -> Self::Slices<'_> {
        views.slice()
    }
}

macro_rules! tuples {
    ($(($($t:ident $position:tt),*);)*) => { $(
        impl<$($t: ColumnViews),*> ColumnViews for ($($t,)*) {
            fn elements(self, start: usize, length: usize) -> Self {
                ($(self.$position.elements(start, length),)*)
            }

            fn guests(self) {
                $(self.$position.guests();)*
            }
        }

        impl<$($t: RowElement),*> RowElement for ($($t,)*) {
            type Row<'a> = RowView<'a, Self>;
            type Slices<'a> = ($($t::Slices<'a>,)*);

            fn row(views: Self::Views<'_>) -> Self::Row<'_> {
                RowView::of(views)
            }

            fn slices(views: Self::Views<'_>) -> Self::Slices<'_> {
                ($($t::slices(views.$position),)*)
            }
        }
    )* };
}

for_tuples!(tuples);

/// A row of a [`Ragged`](crate::Ragged) or an [`Array`](crate::Array) whose elements do not lie in one slice:
/// products, which are stored as one array for each component, and arrays of rank `R`.
///
/// ```
/// use accel::Ragged;
///
/// let edges = Ragged::from_rows(&[vec![(1u32, 0.5), (2, 1.5)], vec![]]);
/// let row = edges.row(0);
/// assert_eq!(row.len(), 2);
/// assert_eq!(row.get(1), Some((2, 1.5)));
/// assert_eq!(row.iter().map(|(_, weight)| weight).sum::<f64>(), 2.0);
/// assert_eq!(row.to_vec(), [(1, 0.5), (2, 1.5)]);
/// assert_eq!(row.values(), (&[1, 2][..], &[0.5, 1.5][..]));
/// ```
///
/// Elements that are arrays are rows in turn:
///
/// ```
/// # use accel::Ragged;
/// let triangles = Ragged::from_rows(&[vec![[0, 1, 2], [2, 1, 3]], vec![[7, 8, 9]]]);
/// let row = triangles.row(0);
/// assert_eq!(row.len(), 2);
/// assert_eq!(row.get(1), Some(&[2, 1, 3][..]));
/// assert_eq!(row.to_vec(), [[0, 1, 2], [2, 1, 3]]);
/// ```
#[derive(Clone, Copy)]
pub struct RowView<'a, T: Element, const R: usize = 0> {
    length: usize,
    extents: [usize; R],
    views: T::Views<'a>,
}

impl<'a, T: Element, const R: usize> RowView<'a, T, R> {
    /// A row of this many arrays of these extents.
    pub(crate) fn new(
        length: usize,
        extents: [usize; R],
        views: T::Views<'a>,
    ) -> RowView<'a, T, R> {
        RowView { length, extents, views }
    }

    /// Returns the number of elements.
    pub fn len(self) -> usize {
        self.length
    }

    /// Returns true if there are no elements.
    pub fn is_empty(self) -> bool {
        self.length == 0
    }

    /// The sizes of each element, outermost first.
    ///
    /// ```
    /// # use accel::Ragged;
    /// let triangles = Ragged::from_rows(&[vec![[0, 1, 2], [2, 1, 3]]]);
    /// assert_eq!(triangles.row(0).extents(), [3]);
    /// ```
    pub fn extents(self) -> [usize; R] {
        self.extents
    }

    /// All values of the row, one after the other, as they lie in memory.
    pub fn values(self) -> T::Slices<'a>
    where
        T: RowElement,
    {
        T::slices(self.views)
    }

    /// The parts of an element that there is.
    pub(super) fn element(self, index: usize) -> T::Views<'a> {
        let size = self.extents.iter().product();
        self.views.elements(index * size, size)
    }
}

impl<'a, T: Element> RowView<'a, T> {
    /// A row of all elements; for generated code.
    #[doc(hidden)]
    pub fn of(views: T::Views<'a>) -> RowView<'a, T> {
        RowView::new(T::length(views), [], views)
    }

    /// The element at an index, by value; `None` if the index is out of bounds.
    pub fn get(self, index: usize) -> Option<T> {
        (index < self.length).then(|| T::get(self.views, index))
    }

    /// The element at an index, which is in bounds.
    pub(super) fn product(self, index: usize) -> T {
        T::get(self.views, index)
    }

    /// The elements by value.
    pub fn iter(self) -> impl ExactSizeIterator<Item = T> + DoubleEndedIterator {
        (0..self.length).map(move |index| T::get(self.views, index))
    }

    /// A copy of the elements.
    pub fn to_vec(self) -> Vec<T> {
        self.iter().collect()
    }
}

impl<'a, T: RowElement> RowView<'a, T, 1> {
    /// The element at an index, as a row; `None` if the index is out of bounds.
    pub fn get(self, index: usize) -> Option<T::Row<'a>> {
        (index < self.length).then(|| T::row(self.element(index)))
    }

    /// The elements as rows.
    pub fn iter(self) -> impl ExactSizeIterator<Item = T::Row<'a>> + DoubleEndedIterator {
        (0..self.length).map(move |index| T::row(self.element(index)))
    }
}

impl<T: Element> RowView<'_, T, 1> {
    /// A copy of the elements.
    pub fn to_vec(self) -> Vec<Vec<T>> {
        (0..self.length).map(|index| RowView::of(self.element(index)).to_vec()).collect()
    }
}

impl<T: Element> RowView<'_, T, 2> {
    /// A copy of the elements.
    pub fn to_vec(self) -> Vec<Vec<Vec<T>>> {
        self.iter().map(|element| element.to_vec()).collect()
    }
}

/// Elements of more dimensions than one, which are rows of arrays of one dimension less.
macro_rules! rows_of_rows {
    ($($rank:literal: $below:literal;)*) => { $(
        impl<'a, T: Element> RowView<'a, T, $rank> {
            /// The element at an index, as a row of rows; `None` if the index is out of bounds.
            ///
            /// ```
            /// # use accel::Ragged;
            /// let turns = Ragged::from_rows(&[vec![[[0, -1], [1, 0]]], vec![]]);
            /// let turn = turns.row(0).get(0).unwrap();
            /// assert_eq!(turn.get(1), Some(&[1, 0][..]));
            /// ```
            pub fn get(self, index: usize) -> Option<RowView<'a, T, $below>> {
                (index < self.length).then(|| self.rows_of(index))
            }

            /// The elements as rows of rows.
            pub fn iter(
                self,
            ) -> impl ExactSizeIterator<Item = RowView<'a, T, $below>> + DoubleEndedIterator {
                (0..self.length).map(move |index| self.rows_of(index))
            }

            /// An element that there is.
            pub(super) fn rows_of(self, index: usize) -> RowView<'a, T, $below> {
                let [rows, extents @ ..] = self.extents;
                RowView::new(rows, extents, self.element(index))
            }
        }
    )* };
}

rows_of_rows! {
    2: 1;
    3: 2;
    4: 3;
    5: 4;
}

impl<T: Element, const R: usize> fmt::Debug for RowView<'_, T, R> {
    /// As `Vec`s are shown.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (extents, views) = (&self.extents, T::reborrow(self.views));
        Nested::<T> { offsets: &[], extents, views, range: 0..self.length }.fmt(f)
    }
}

impl<T: Element, const R: usize> PartialEq for RowView<'_, T, R> {
    fn eq(&self, other: &Self) -> bool {
        self.length == other.length
            && self.extents == other.extents
            && equal::<T>(self.views, other.views)
    }
}

impl<T: Element> PartialEq<[T]> for RowView<'_, T> {
    fn eq(&self, other: &[T]) -> bool {
        self.iter().eq(other.iter().copied())
    }
}

impl<T: Element> PartialEq<&[T]> for RowView<'_, T> {
    fn eq(&self, other: &&[T]) -> bool {
        *self == **other
    }
}

impl<T: Element> PartialEq<Vec<T>> for RowView<'_, T> {
    fn eq(&self, other: &Vec<T>) -> bool {
        *self == **other
    }
}

impl<T: Element, const N: usize> PartialEq<[T; N]> for RowView<'_, T> {
    fn eq(&self, other: &[T; N]) -> bool {
        *self == other[..]
    }
}

/// Returns true if the columns hold the same elements.
pub(super) fn equal<T: Element>(a: T::Views<'_>, b: T::Views<'_>) -> bool {
    T::length(a) == T::length(b)
        && (0..T::length(a)).all(|position| T::get(a, position) == T::get(b, position))
}
