//! Loops over rows whose elements do not lie in one slice.

use std::ops::Range;

use crate::element::Element;
use crate::ragged::{RowElement, RowView};

/// A row that gives each of its elements by index.
pub trait Indexed: Copy {
    /// An element: a product, or a row.
    type Element;
    /// The element at an index, which is in bounds.
    fn at(self, index: usize) -> Self::Element;
}

impl<T: Element> Indexed for RowView<'_, T> {
    type Element = T;

    fn at(self, index: usize) -> T {
        self.product(index)
    }
}

impl<'a, T: RowElement> Indexed for RowView<'a, T, 1> {
    type Element = T::Row<'a>;

    fn at(self, index: usize) -> T::Row<'a> {
        T::row(self.element(index))
    }
}

macro_rules! rows_of_rows {
    ($($rank:literal: $below:literal;)*) => { $(
        impl<'a, T: Element> Indexed for RowView<'a, T, $rank> {
            type Element = RowView<'a, T, $below>;

            fn at(self, index: usize) -> Self::Element {
                self.rows_of(index)
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

impl<'a, T: Element, const R: usize> IntoIterator for RowView<'a, T, R>
where
    RowView<'a, T, R>: Indexed,
{
    type Item = <RowView<'a, T, R> as Indexed>::Element;
    type IntoIter = RowItems<RowView<'a, T, R>>;

    fn into_iter(self) -> Self::IntoIter {
        RowItems { row: self, left: 0..self.len() }
    }
}

/// The elements of a [`RowView`], or the rows of an [`Array`](crate::Array), in order.
///
/// ```
/// # use accel::Array;
/// let pairs = Array::from([(1, 0.5), (2, 1.5)]);
/// let mut sum = 0.0;
/// for (n, x) in &pairs {
///     sum += x * f64::from(n);
/// }
/// assert_eq!(sum, 3.5);
/// ```
#[derive(Clone, Debug)]
pub struct RowItems<V> {
    row: V,
    left: Range<usize>,
}

impl<V: Indexed> Iterator for RowItems<V> {
    type Item = V::Element;

    fn next(&mut self) -> Option<V::Element> {
        self.left.next().map(|index| self.row.at(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }

    fn nth(&mut self, count: usize) -> Option<V::Element> {
        self.left.nth(count).map(|index| self.row.at(index))
    }
}

impl<V: Indexed> DoubleEndedIterator for RowItems<V> {
    fn next_back(&mut self) -> Option<V::Element> {
        self.left.next_back().map(|index| self.row.at(index))
    }
}

impl<V: Indexed> ExactSizeIterator for RowItems<V> {}
