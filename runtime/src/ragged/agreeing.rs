//! Rows of a type that lets them differ, where a matrix is wanted: they have to agree in length.

use crate::argument::{Argument, OwnedArgument, Readable};
use crate::element::{Element, Input, Used};
use crate::failure::{Failure, Result, Values};
use crate::proven::Proven;
use crate::ragged::from_rows::gathered_list;
use crate::ragged::row::ColumnViews;
use crate::ragged::{Ragged, RaggedRow, RaggedView};

#[diagnostic::do_not_recommend]
// SAFETY: all rows have the length of the shape.
unsafe impl<T: Element> Readable<T, 2> for [Vec<T>] {
    fn read(&self, site: u32, _: Used) -> Result<(Input<'_, T>, [usize; 2])> {
        let (columns, shape) = gathered_matrix(site, self)?;
        Ok((Input::Owned(columns), shape))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: all rows have the length of the shape.
unsafe impl<T: Element> Readable<T, 2> for [&[T]] {
    fn read(&self, site: u32, _: Used) -> Result<(Input<'_, T>, [usize; 2])> {
        let (columns, shape) = gathered_matrix(site, self)?;
        Ok((Input::Owned(columns), shape))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: all rows have the length of the shape.
unsafe impl<T: Element> OwnedArgument<T, 2> for Vec<Vec<T>> {
    fn columns(self, _: Proven, site: u32) -> Result<(T::Columns, [usize; 2])> {
        gathered_matrix(site, &self)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: all rows have the length of the shape.
unsafe impl<T: Element> Readable<T, 2> for Ragged<T> {
    fn read(&self, site: u32, _: Used) -> Result<(Input<'_, T>, [usize; 2])> {
        let offsets = self.offsets[0].sync_host()?.slice();
        let length = common_length(site, offsets.windows(2).map(|row| row[1] - row[0]))?;
        Ok((Input::Borrowed(T::device_view(&self.columns)?), [offsets.len() - 1, length]))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: all rows have the length of the shape.
unsafe impl<'a, T: Element> Argument<'a, T, 2> for RaggedView<'a, T> {
    fn input_of(self, _: Proven, site: u32, _: Used) -> Result<(Input<'a, T>, [usize; 2])> {
        borrowed_matrix(site, self)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: all rows have the length of the shape.
unsafe impl<T: Element> Readable<T, 2> for RaggedView<'_, T> {
    fn read(&self, site: u32, _: Used) -> Result<(Input<'_, T>, [usize; 2])> {
        borrowed_matrix(site, *self)
    }
}

/// The columns and the shape of a matrix whose rows lie one after the other in somebody's memory.
fn borrowed_matrix<'short, 'long: 'short, T: Element>(
    site: u32,
    rows: RaggedView<'long, T>,
) -> Result<(Input<'short, T>, [usize; 2])> {
    let ([offsets], [], views) = rows.parts();
    let ends = (0..rows.len()).map(|row| offsets.row(row));
    let length = common_length(site, ends.map(|(start, end)| end - start))?;
    views.guests();
    Ok((Input::Borrowed(T::reborrow(views)), [rows.len(), length]))
}

/// The columns and the shape of a matrix whose rows lie apart.
fn gathered_matrix<T: Element, X: RaggedRow<T, 1, 0>>(
    site: u32,
    rows: &[X],
) -> Result<(T::Columns, [usize; 2])> {
    let length = common_length(site, rows.iter().map(X::size))?;
    let (_, [], columns) = gathered_list::<T, _, 1, 0>(site, rows)?.into_parts(Proven::HERE);
    Ok((columns, [rows.len(), length]))
}

/// The length that all rows have, or 0 if there are none.
///
/// # Errors
/// If the lengths differ.
fn common_length(site: u32, mut lengths: impl Iterator<Item = usize>) -> Result<usize> {
    let first = lengths.next().unwrap_or(0);
    match lengths.enumerate().find(|(_, length)| *length != first) {
        Some((row, other)) => Err(Failure::new(site, Values::Row(row + 1, other, first))),
        None => Ok(first),
    }
}
