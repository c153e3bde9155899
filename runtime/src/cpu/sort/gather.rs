//! Rows in another order.

use std::mem::MaybeUninit;

use super::sortable::Sortable;
use super::{outside_of_chains, piece_size};
use crate::buffer::Buffer;
use crate::failure::Result;
use crate::kernel::sort_keys::Word;
use crate::proven::Proven;
use crate::threads::for_pieces;
use crate::view::View;

/// Rows of `width` elements in another order.
///
/// # Errors
/// If there is not enough memory.
///
/// # Panics
/// If there are fewer rows than places.
pub fn permuted<T: Sortable>(
    site: u32,
    rows: View<T>,
    width: usize,
    order: &Buffer<usize>,
) -> Result<Buffer<T>> {
    outside_of_chains(rows.len())?;
    let mut result = Buffer::with_capacity(Proven::HERE, site, rows.len())?;
    T::permute(rows, width, order.slice(), &mut result.spare()[..rows.len()]);
    // SAFETY: all rows are written.
    unsafe { result.filled(rows.len()) };
    Ok(result)
}

/// Writes rows of words in another order.
pub(super) fn rows<W: Word>(
    rows: View<W>,
    width: usize,
    order: &[usize],
    to: &mut [MaybeUninit<W>],
) {
    assert_eq!(order.len() * width, to.len(), "each row has its place");
    let rows_of_piece = piece_size(to.len()).div_ceil(width.max(1));
    for_pieces(to, (rows_of_piece * width).max(1), &|number, piece| {
        let places = &order[number * rows_of_piece..];
        if width == 1 {
            for (to, place) in piece.iter_mut().zip(places) {
                to.write(rows.at(*place));
            }
            return;
        }
        for (row, place) in piece.chunks_exact_mut(width).zip(places) {
            for (to, from) in row.iter_mut().zip(rows.part(place * width, width).slice()) {
                to.write(*from);
            }
        }
    });
}
