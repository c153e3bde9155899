//! Offsets and values from elsewhere: the types that are taken, and the check that they fit each other.

use std::borrow::Cow;

use crate::array::Array;
use crate::element::{Element, Scalar};
use crate::error::{Error, ErrorKind};
use crate::failure::Failure;
use crate::memory::vector;
use crate::ragged::offsets::{Offset, Offsets};
use crate::ragged::{Ragged, RaggedView};
use crate::text::text;
use crate::view::View;

/// The values that [`Ragged::from_csr`](crate::Ragged::from_csr) borrows: slices, `Vec`s, arrays and
/// [`Array`]s of scalars; a tuple of these for tuples; an [`Array`] of products.
///
/// ```
/// use accel::{Array, Ragged};
///
/// let (columns, entries) = (vec![0u32, 3, 1], vec![1.5, 2.5, 3.5]);
/// let matrix = Ragged::from_csr(&[0, 2, 3], (&columns, &entries));
/// assert_eq!(matrix.row(1).to_vec(), [(1, 3.5)]);
///
/// let pairs = Array::from(vec![(0u32, 1.5), (3, 2.5), (1, 3.5)]);
/// assert_eq!(Ragged::from_csr(&[0, 2, 3], &pairs), matrix);
/// ```
///
/// Elements that are arrays lie in slices of arrays, or in an [`Array`] of more dimensions (`R` is their
/// rank); rows of rows are made of the rows of a [`RaggedView`] or a [`Ragged`](crate::Ragged) that
/// has one level less than `L`:
///
/// ```
/// # use accel::Ragged;
/// let corners = [[0, 1], [2, 3], [4, 5]];
/// let polygons = Ragged::from_csr(&[0, 2, 3], &corners);
/// assert_eq!(polygons.row(0).get(1), Some(&[2, 3][..]));
///
/// let groups = Ragged::from_csr(&[0, 0, 2], polygons);
/// assert_eq!(groups.row(1).row(0).get(1), Some(&[2, 3][..]));
/// ```
///
/// A slice of tuples or structs is none of these, since it would have to be copied: products are stored
/// as one array for each component. [`Ragged::from_lengths`](crate::Ragged::from_lengths) and
/// [`Ragged::from_offsets`](crate::Ragged::from_offsets) copy.
///
/// # Safety
/// There are as many as are counted.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be borrowed as the values of ragged rows",
    note = "scalars are borrowed from `&[T]`, `&Vec<T>`, `&[T; N]` or `&Array<T, 1>`",
    note = "tuples are borrowed from a tuple of these, such as `(&[A], &[B])`, any products from \
            `&Array<T, 1>`",
    note = "arrays are borrowed from `&[[T; K]]` or `&Array<T, 2>`, rows from `RaggedView<T>`"
)]
pub unsafe trait CsrValues<'a, const L: usize = 1, const R: usize = 0>: Copy {
    /// The type of the values.
    type Element: Element;
    /// The word for the values in messages.
    #[doc(hidden)]
    const NAME: &'static str;
    /// Returns the number of values.
    ///
    /// # Errors
    /// If the parts of a product have different lengths.
    #[doc(hidden)]
    fn count(self) -> Result<usize, Error>;
    /// The rows that hold them, which begin and end at offsets that fit.
    #[doc(hidden)]
    fn rows(self, offsets: Offsets<'a>) -> RaggedView<'a, Self::Element, L, R>;
}

/// Scalars, and arrays of them of rank `R`, as they lie in slices.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a list of `{Self}` cannot be borrowed as the values of ragged rows",
    label = "these are neither scalars nor arrays of scalars",
    note = "tuples are borrowed from a tuple of lists, such as `(&[A], &[B])`, any products from \
            `&Array<T, 1>`",
    note = "`Ragged::from_lengths` and `Ragged::from_offsets` take a `Vec` of tuples or structs"
)]
pub trait Flat<const R: usize>: Sized {
    /// The scalars.
    type Scalar: Scalar;
    /// The word for items in messages.
    const NAME: &'static str;
    /// The sizes of each item.
    const EXTENTS: [usize; R];
    /// All scalars of some items.
    fn flattened(items: &[Self]) -> &[Self::Scalar];
}

#[diagnostic::do_not_recommend]
impl<T: Scalar> Flat<0> for T {
    type Scalar = T;
    const NAME: &'static str = "values";
    const EXTENTS: [usize; 0] = [];

    fn flattened(items: &[T]) -> &[T] {
        items
    }
}

#[diagnostic::do_not_recommend]
impl<T: Scalar, const K: usize> Flat<1> for [T; K] {
    type Scalar = T;
    const NAME: &'static str = "arrays";
    const EXTENTS: [usize; 1] = [K];

    fn flattened(items: &[[T; K]]) -> &[T] {
        items.as_flattened()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Scalar, const J: usize, const K: usize> Flat<2> for [[T; K]; J] {
    type Scalar = T;
    const NAME: &'static str = "arrays";
    const EXTENTS: [usize; 2] = [J, K];

    fn flattened(items: &[[[T; K]; J]]) -> &[T] {
        items.as_flattened().as_flattened()
    }
}

/// Implements the traits for types that deref to a slice.
macro_rules! slices {
    ($($(const $n:ident)? $list:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        // SAFETY: they are counted as they lie.
        unsafe impl<'a, X: Flat<R>, const R: usize, $(const $n: usize)?> CsrValues<'a, 1, R> for &'a $list {
            type Element = X::Scalar;
            const NAME: &'static str = X::NAME;

            fn count(self) -> Result<usize, Error> {
                Ok(self.len())
            }

            fn rows(self, offsets: Offsets<'a>) -> RaggedView<'a, X::Scalar, 1, R> {
                RaggedView::new([offsets], X::EXTENTS, View::new(X::flattened(self)))
            }
        }
    )* };
}

slices! {
    [X];
    Vec<X>;
    const N [X; N];
}

macro_rules! arrays {
    ($($rank:literal, $dimensions:literal, $name:literal: $($extent:ident)*;)*) => { $(
        #[diagnostic::do_not_recommend]
        // SAFETY: they are counted as they lie.
        unsafe impl<'a, T: Element> CsrValues<'a, 1, $rank> for &'a Array<T, $dimensions> {
            type Element = T;
            const NAME: &'static str = $name;

            fn count(self) -> Result<usize, Error> {
                Ok(self.shape()[0])
            }

            fn rows(self, offsets: Offsets<'a>) -> RaggedView<'a, T, 1, $rank> {
                let [_, $($extent),*] = self.shape();
                RaggedView::new([offsets], [$($extent),*], T::views(self.columns()))
            }
        }
    )* };
}

arrays! {
    0, 1, "values":;
    1, 2, "arrays": a;
    2, 3, "arrays": a b;
}

macro_rules! tuples {
    ($(($($t:ident $position:tt),*);)*) => { $(
        #[diagnostic::do_not_recommend]
        // SAFETY: the parts have as many values each.
        unsafe impl<'a, $($t: CsrValues<'a>),*> CsrValues<'a> for ($($t,)*) {
            type Element = ($($t::Element,)*);
            const NAME: &'static str = "values";

            fn count(self) -> Result<usize, Error> {
                let counts = [$(self.$position.count()?),*];
                match counts.iter().find(|count| **count != counts[0]) {
                    None => Ok(counts[0]),
                    Some(other) => Err(size_error(text!(
                        "the parts of the values have different lengths: {} and {other}",
                        counts[0]
                    ))),
                }
            }

            fn rows(self, offsets: Offsets<'a>) -> RaggedView<'a, Self::Element> {
                let views = ($(self.$position.rows(offsets).parts().2,)*);
                RaggedView::new([offsets], [], views)
            }
        }
    )* };
}

for_tuples!(tuples);

macro_rules! rows_of_rows {
    ($($levels:literal of $fewer:literal;)*) => { $(
        #[diagnostic::do_not_recommend]
        // SAFETY: they are counted as the rows that they are.
        unsafe impl<'a, T: Element, const R: usize> CsrValues<'a, $levels, R>
            for RaggedView<'a, T, $fewer, R>
        {
            type Element = T;
            const NAME: &'static str = "rows";

            fn count(self) -> Result<usize, Error> {
                Ok(self.len())
            }

            fn rows(self, offsets: Offsets<'a>) -> RaggedView<'a, T, $levels, R> {
                self.below(offsets)
            }
        }

        #[diagnostic::do_not_recommend]
        // SAFETY: they are counted as the rows that they are.
        unsafe impl<'a, T: Element, const R: usize> CsrValues<'a, $levels, R>
            for &'a Ragged<T, $fewer, R>
        {
            type Element = T;
            const NAME: &'static str = "rows";

            fn count(self) -> Result<usize, Error> {
                Ok(self.len())
            }

            fn rows(self, offsets: Offsets<'a>) -> RaggedView<'a, T, $levels, R> {
                self.view().below(offsets)
            }
        }
    )* };
}

rows_of_rows! {
    2 of 1;
    3 of 2;
    4 of 3;
}

/// Offsets that divide `count` values into rows; messages call the values `name`.
///
/// # Errors
/// If the offsets do not divide the values.
pub(super) fn checked<'a, O: Offset>(
    offsets: &'a [O],
    count: usize,
    name: &str,
) -> Result<Offsets<'a>, Error> {
    let (Some(first), Some(last)) = (offsets.first(), offsets.last()) else {
        return Err(size_error(
            "there are no offsets: `n` rows have `n + 1` of them, the first of which is 0",
        ));
    };
    // In one go through all of them, which the processor does many at a time.
    let ordered = offsets.windows(2).fold(true, |ordered, ends| ordered & (ends[0] <= ends[1]));
    if first.wide() == 0 && ordered && last.wide() == count as i128 {
        return Ok(Offsets::of(offsets));
    }
    Err(size_error(if first.wide() != 0 {
        text!("the first offset is {}, not 0", first.wide())
    } else if let Some((row, end)) = offsets.iter().enumerate().find(|(_, end)| end.wide() < 0) {
        text!("offset {row} is negative: {}", end.wide())
    } else if let Some(row) = offsets.windows(2).position(|ends| ends[0] > ends[1]) {
        let (start, end) = (offsets[row].wide(), offsets[row + 1].wide());
        text!("row {row} ends before it begins: its offsets are {start} and {end}")
    } else {
        text!("the last offset is {}, but there are {count} {name}", last.wide())
    }))
}

/// The offsets of rows of these lengths, which have `count` values together; messages call the values `name`.
///
/// # Errors
/// If the lengths have another sum, or there is not enough memory for the offsets.
pub(super) fn from_lengths<I: Offset>(
    lengths: &[I],
    count: usize,
    name: &str,
) -> Result<Vec<usize>, Error> {
    if let Some((row, length)) = lengths.iter().enumerate().find(|(_, length)| length.wide() < 0) {
        return Err(size_error(text!("the length of row {row} is negative: {}", length.wide())));
    }
    let offsets = vector(0, lengths.len().saturating_add(1));
    let mut offsets = offsets.map_err(Failure::for_memory_of("offsets"))?;
    offsets.push(0);
    let mut end = Some(0usize);
    for length in lengths {
        let length: Option<usize> = (*length).try_into().ok();
        end = end.and_then(|end| end.checked_add(length?));
        offsets.push(end.unwrap_or(0));
    }
    if end != Some(count) {
        let sum: i128 = lengths.iter().map(|length| length.wide()).sum();
        return Err(size_error(text!("the lengths add up to {sum}, but there are {count} {name}")));
    }
    Ok(offsets)
}

/// An error about sizes, which has no place in the source of a block.
fn size_error(message: impl Into<Cow<'static, str>>) -> Error {
    Error::new(ErrorKind::Size, message, None)
}
