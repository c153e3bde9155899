//! Rows in another order.

use std::mem::MaybeUninit;

use super::sizes::piece_size;
use crate::kernel::sort_keys::Word;
use crate::threads::for_pieces;
use crate::view::View;

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
