//! Rows that lie apart, gathered into one array.

use std::array;
use std::rc::Rc;
use std::sync::Arc;

use crate::array::Array;
use crate::buffer::Buffer;
use crate::element::Element;
use crate::failure::Result;
use crate::memory::{Memory, or_abort};
use crate::proven::Proven;
use crate::ragged::argument::each;
use crate::ragged::{Ragged, RowView};

/// A row of a [`Ragged`] with `L` ragged levels and elements of rank `R`: a `Vec`, slice, array, or a pointer
/// to one (a reference, a `Box`, an `Rc` or an `Arc`). If `L` is 1, it holds the elements of the `Ragged`, or
/// for `R` = 1, arrays of these; if `L` is 2, 3 or 4, it holds `Vec`s or slices which are rows of one level
/// less. An [`Array`] and a row of another `Ragged<T>` can be rows as well.
///
/// ```
/// use accel::{Element, Ragged, RaggedRow};
///
/// fn without_the_first<T: Element, Row: RaggedRow<T, 1, 0>>(rows: &[Row]) -> Ragged<T> {
///     Ragged::from_rows(&rows[1..])
/// }
///
/// assert_eq!(without_the_first(&[vec![1], vec![2, 3]]), [[2, 3]]);
/// assert_eq!(without_the_first(&[[(1, true)], [(2, false)]]), [[(2, false)]]);
/// ```
///
/// Implement it for no type of your own: make a row of these.
///
/// # Safety
/// [`append`](RaggedRow::append) adds the end of one row at the first level, which is not before the end
/// of the one before it, at each level below as many as the row holds there, and all elements.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a row of `{T}`",
    note = "rows are `Vec<T>`, `&[T]` or `[T; N]`; of two levels, `Vec<Vec<T>>` or the like"
)]
pub unsafe trait RaggedRow<T: Element, const L: usize, const R: usize> {
    /// The sizes of each element.
    #[doc(hidden)]
    const EXTENTS: [usize; R];
    /// Returns the number of elements of type `T` in all.
    #[doc(hidden)]
    fn size(&self) -> usize;
    /// Adds how many offsets the row has below its own, for each level.
    #[doc(hidden)]
    fn count(&self, _: &mut [usize]) {}
    /// Adds the row to a list that has offsets for `L` levels.
    #[doc(hidden)]
    fn append(&self, offsets: &mut [Vec<usize>], elements: &mut Vec<T>);
}

/// Adds the end of a row that has `length` elements.
fn end_row(offsets: &mut Vec<usize>, length: usize) {
    offsets.push(offsets[offsets.len() - 1] + length);
}

#[diagnostic::do_not_recommend]
// SAFETY: one row of all elements is added.
unsafe impl<T: Element> RaggedRow<T, 1, 0> for [T] {
    const EXTENTS: [usize; 0] = [];

    fn size(&self) -> usize {
        self.len()
    }

    fn append(&self, offsets: &mut [Vec<usize>], elements: &mut Vec<T>) {
        end_row(&mut offsets[0], self.len());
        elements.extend_from_slice(self);
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: one row of all elements is added.
unsafe impl<T: Element, const K: usize> RaggedRow<T, 1, 1> for [[T; K]] {
    const EXTENTS: [usize; 1] = [K];

    fn size(&self) -> usize {
        self.as_flattened().len()
    }

    fn append(&self, offsets: &mut [Vec<usize>], elements: &mut Vec<T>) {
        end_row(&mut offsets[0], self.len());
        elements.extend_from_slice(self.as_flattened());
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: one row of all elements is added.
unsafe impl<T: Element, const J: usize, const K: usize> RaggedRow<T, 1, 2> for [[[T; K]; J]] {
    const EXTENTS: [usize; 2] = [J, K];

    fn size(&self) -> usize {
        self.as_flattened().as_flattened().len()
    }

    fn append(&self, offsets: &mut [Vec<usize>], elements: &mut Vec<T>) {
        end_row(&mut offsets[0], self.len());
        elements.extend_from_slice(self.as_flattened().as_flattened());
    }
}

/// Implements the trait for rows of one level more. Not of arrays, so that lists of `[T; K]` are always
/// elements of rank 1.
macro_rules! deeper {
    ($($levels:literal of $fewer:literal;)*) => { $(
        deeper!(@implement $levels $fewer Vec<X>);
        deeper!(@implement $levels $fewer &[X]);
        deeper!(@implement $levels $fewer &Vec<X>);
    )* };
    (@implement $levels:literal $fewer:literal $row:ty) => {
        #[diagnostic::do_not_recommend]
        // SAFETY: the rows that it holds vouch for theirs.
        unsafe impl<T: Element, X, const R: usize> RaggedRow<T, $levels, R> for [$row]
        where
            [X]: RaggedRow<T, $fewer, R>,
        {
            const EXTENTS: [usize; R] = <[X]>::EXTENTS;

            fn size(&self) -> usize {
                self.iter().map(|row| row[..].size()).sum()
            }

            fn count(&self, offsets: &mut [usize]) {
                offsets[0] += self.len();
                self.iter().for_each(|row| row[..].count(&mut offsets[1..]));
            }

            fn append(&self, offsets: &mut [Vec<usize>], elements: &mut Vec<T>) {
                end_row(&mut offsets[0], self.len());
                self.iter().for_each(|row| row[..].append(&mut offsets[1..], elements));
            }
        }
    };
}

deeper! {
    2 of 1;
    3 of 2;
    4 of 3;
}

/// Implements the trait for pointers: a type that derefs to a row is one.
macro_rules! through {
    ($($(const $n:ident)? $row:ty: $target:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        // SAFETY: the type it derefs to vouches for it.
        unsafe impl<T: Element, X, const L: usize, const R: usize, $(const $n: usize)?>
            RaggedRow<T, L, R> for $row
        where
            $target: RaggedRow<T, L, R>,
        {
            const EXTENTS: [usize; R] = <$target>::EXTENTS;

            fn size(&self) -> usize {
                <$target>::size(self)
            }

            fn count(&self, offsets: &mut [usize]) {
                <$target>::count(self, offsets);
            }

            fn append(&self, offsets: &mut [Vec<usize>], elements: &mut Vec<T>) {
                <$target>::append(self, offsets, elements);
            }
        }
    )* };
}

through! {
    Vec<X>: [X];
    const N [X; N]: [X];
}

/// Implements the trait for pointers to rows.
macro_rules! pointers {
    ($($pointer:ty),*) => { $(
        #[diagnostic::do_not_recommend]
        // SAFETY: the row it points to vouches for it.
        unsafe impl<T: Element, X: RaggedRow<T, L, R> + ?Sized, const L: usize, const R: usize>
            RaggedRow<T, L, R> for $pointer
        {
            const EXTENTS: [usize; R] = X::EXTENTS;

            fn size(&self) -> usize {
                X::size(self)
            }

            fn count(&self, offsets: &mut [usize]) {
                X::count(self, offsets);
            }

            fn append(&self, offsets: &mut [Vec<usize>], elements: &mut Vec<T>) {
                X::append(self, offsets, elements);
            }
        }
    )* };
}

pointers!(&X, &mut X, Box<X>, Rc<X>, Arc<X>);

#[diagnostic::do_not_recommend]
// SAFETY: one row of all elements is added.
unsafe impl<T: Element> RaggedRow<T, 1, 0> for Array<T, 1> {
    const EXTENTS: [usize; 0] = [];

    fn size(&self) -> usize {
        self.len()
    }

    fn append(&self, offsets: &mut [Vec<usize>], elements: &mut Vec<T>) {
        end_row(&mut offsets[0], self.len());
        elements.extend(self.iter());
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: one row of all elements is added.
unsafe impl<T: Element> RaggedRow<T, 1, 0> for RowView<'_, T> {
    const EXTENTS: [usize; 0] = [];

    fn size(&self) -> usize {
        self.len()
    }

    fn append(&self, offsets: &mut [Vec<usize>], elements: &mut Vec<T>) {
        end_row(&mut offsets[0], self.len());
        elements.extend(self.iter());
    }
}

/// A ragged array of rows that come one after the other. The vector for its elements is empty.
pub(super) fn gathered<T: Element, X: RaggedRow<T, L, R>, const L: usize, const R: usize>(
    rows: impl Iterator<Item = X>,
    elements: Vec<T>,
) -> Ragged<T, L, R> {
    let mut offsets: [Vec<usize>; L] = array::from_fn(|_| Vec::new());
    offsets[0].reserve_exact(rows.size_hint().0 + 1);
    or_abort(appended(0, rows, offsets, elements))
}

/// A ragged array of the rows of a list.
///
/// # Errors
/// If there is not enough memory.
pub(super) fn gathered_list<T: Element, X: RaggedRow<T, L, R>, const L: usize, const R: usize>(
    site: u32,
    rows: &[X],
) -> Result<Ragged<T, L, R>> {
    let mut counts = [0; L];
    counts[0] = rows.len();
    rows.iter().for_each(|row| row.count(&mut counts[1..]));
    let offsets = each(|level| Ok(Memory::reserve(site, counts[level] + 1)?.take()))?;
    let elements = Memory::reserve(site, rows.iter().map(X::size).sum())?.take();
    appended(site, rows.iter(), offsets, elements)
}

/// Rows one after the other, in vectors that are empty, and have room for them if that is known.
fn appended<T: Element, X: RaggedRow<T, L, R>, const L: usize, const R: usize>(
    site: u32,
    rows: impl Iterator<Item = X>,
    mut offsets: [Vec<usize>; L],
    mut elements: Vec<T>,
) -> Result<Ragged<T, L, R>> {
    offsets.iter_mut().for_each(|level| level.push(0));
    rows.for_each(|row| row.append(&mut offsets, &mut elements));
    let columns = T::columns_from(Proven::HERE, site, elements)?;
    Ok(Ragged::from_parts(offsets.map(Buffer::from_vec), X::EXTENTS, columns))
}
