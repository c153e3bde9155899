//! Offsets and values from elsewhere: what is taken, and that they fit each other.

use crate::array::Array;
use crate::element::{Element, Scalar};
use crate::error::{Error, ErrorKind};
use crate::ragged::offsets::{Offset, Offsets};
use crate::view::View;

/// What [`Ragged::from_csr`](crate::Ragged::from_csr) borrows values from: slices, `Vec`s, arrays and
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
/// A slice of tuples or structs is none of these, since it would have to be copied: products are stored
/// as one array for each component. [`Ragged::from_lengths`](crate::Ragged::from_lengths) copies.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be borrowed as the values of ragged rows",
    note = "scalars are borrowed from `&[T]`, `&Vec<T>`, `&[T; N]` or `&Array<T, 1>`",
    note = "tuples are borrowed from a tuple of these, such as `(&[A], &[B])`, any products from \
            `&Array<T, 1>`"
)]
pub trait CsrValues<'a>: Copy {
    /// What the values are.
    type Element: Element;
    /// The values as kernels read them.
    ///
    /// # Errors
    /// If the parts of a product have different lengths.
    #[doc(hidden)]
    fn views(self) -> Result<<Self::Element as Element>::Views<'a>, Error>;
}

#[diagnostic::do_not_recommend]
impl<'a, T: Scalar> CsrValues<'a> for &'a [T] {
    type Element = T;

    fn views(self) -> Result<View<'a, T>, Error> {
        Ok(View::new(self))
    }
}

#[diagnostic::do_not_recommend]
impl<'a, T: Scalar> CsrValues<'a> for &'a Vec<T> {
    type Element = T;

    fn views(self) -> Result<View<'a, T>, Error> {
        Ok(View::new(self))
    }
}

#[diagnostic::do_not_recommend]
impl<'a, T: Scalar, const N: usize> CsrValues<'a> for &'a [T; N] {
    type Element = T;

    fn views(self) -> Result<View<'a, T>, Error> {
        Ok(View::new(self))
    }
}

#[diagnostic::do_not_recommend]
impl<'a, T: Element> CsrValues<'a> for &'a Array<T, 1> {
    type Element = T;

    fn views(self) -> Result<T::Views<'a>, Error> {
        Ok(T::views(self.columns()))
    }
}

macro_rules! tuples {
    ($(($($t:ident $position:tt),*);)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<'a, $($t: CsrValues<'a>),*> CsrValues<'a> for ($($t,)*) {
            type Element = ($($t::Element,)*);

            fn views(self) -> Result<<Self::Element as Element>::Views<'a>, Error> {
                let views = ($(self.$position.views()?,)*);
                let lengths = [$(<$t::Element as Element>::length(views.$position)),*];
                match lengths.iter().find(|length| **length != lengths[0]) {
                    None => Ok(views),
                    Some(other) => Err(size_error(format!(
                        "the parts of the values have different lengths: {} and {other}",
                        lengths[0]
                    ))),
                }
            }
        }
    )* };
}

for_tuples!(tuples);

/// Offsets that divide `count` values into rows.
///
/// # Errors
/// If they do not.
pub(super) fn checked<O: Offset>(offsets: &[O], count: usize) -> Result<Offsets<'_>, Error> {
    let (Some(first), Some(last)) = (offsets.first(), offsets.last()) else {
        return Err(size_error(
            "there are no offsets: `n` rows have `n + 1` of them, the first of which is 0".into(),
        ));
    };
    // In one go through all of them, which the processor does many at a time.
    let ordered = offsets.windows(2).fold(true, |ordered, ends| ordered & (ends[0] <= ends[1]));
    if first.wide() == 0 && ordered && last.wide() == count as i128 {
        return Ok(Offsets::of(offsets));
    }
    Err(size_error(if first.wide() != 0 {
        format!("the first offset is {}, not 0", first.wide())
    } else if let Some((row, end)) = offsets.iter().enumerate().find(|(_, end)| end.wide() < 0) {
        format!("offset {row} is negative: {}", end.wide())
    } else if let Some(row) = offsets.windows(2).position(|ends| ends[0] > ends[1]) {
        let (start, end) = (offsets[row].wide(), offsets[row + 1].wide());
        format!("row {row} ends before it begins: its offsets are {start} and {end}")
    } else {
        format!("the last offset is {}, but there are {count} values", last.wide())
    }))
}

/// The offsets of rows of these lengths, which have `count` elements together.
///
/// # Errors
/// If they do not.
pub(super) fn from_lengths<I: Offset>(lengths: &[I], count: usize) -> Result<Vec<usize>, Error> {
    if let Some((row, length)) = lengths.iter().enumerate().find(|(_, length)| length.wide() < 0) {
        return Err(size_error(format!("the length of row {row} is negative: {}", length.wide())));
    }
    let mut offsets = Vec::with_capacity(lengths.len() + 1);
    offsets.push(0);
    let mut end = Some(0usize);
    for length in lengths {
        let length: Option<usize> = (*length).try_into().ok();
        end = end.and_then(|end| end.checked_add(length?));
        offsets.push(end.unwrap_or(0));
    }
    if end != Some(count) {
        let sum: i128 = lengths.iter().map(|length| length.wide()).sum();
        return Err(size_error(format!(
            "the lengths add up to {sum}, but there are {count} values"
        )));
    }
    Ok(offsets)
}

/// An error about sizes, which has no place in the source of a block.
pub(super) fn size_error(message: String) -> Error {
    Error::new(ErrorKind::Size, message, None)
}
