//! Cutting rows of any lengths into pieces of equal work, as the hand-tuned rivals do.
//!
//! The work of a piece is its elements and the ends of rows in it together (the *merge path* of
//! Merrill and Garland), so that neither one row that is longer than all others together nor
//! millions of empty ones leave a thread without work. A piece may begin and end within a row.

use std::ops::AddAssign;

use rayon::prelude::*;

use crate::output::{PARALLEL, PIECE};

/// A piece between two cuts: ends of rows, and elements.
#[derive(Clone, Copy)]
pub struct Piece<'a> {
    /// The first element.
    pub start: usize,
    /// The ends of those rows that end in the piece.
    pub ends: &'a [usize],
    /// The end of the last element. Elements behind the last end of a row belong to a row that ends
    /// in a later piece.
    pub end: usize,
}

/// The number of rows that end before a point of the path, and that of elements.
fn cut(offsets: &[usize], steps: usize) -> (usize, usize) {
    let ends = &offsets[1..];
    let (mut low, mut high) = (steps.saturating_sub(offsets[ends.len()]), ends.len().min(steps));
    while low < high {
        let middle = usize::midpoint(low, high);
        if ends[middle] + middle < steps { low = middle + 1 } else { high = middle }
    }
    (low, steps - low)
}

/// Sums each row: `part` writes the sums of the rows that end in its piece, and gives the sum of the
/// elements behind them.
pub fn sum_rows<T: Copy + Send + Sync + AddAssign>(
    offsets: &[usize],
    sums: &mut [T],
    part: impl Fn(Piece, &mut [T]) -> T + Sync,
) {
    let rows = offsets.len() - 1;
    assert_eq!(sums.len(), rows);
    let steps = rows + offsets[rows];
    if steps <= PARALLEL {
        part(Piece { start: 0, ends: &offsets[1..], end: offsets[rows] }, sums);
        return;
    }
    let cuts: Vec<(usize, usize)> =
        (0..=steps.div_ceil(PIECE)).map(|at| cut(offsets, (at * PIECE).min(steps))).collect();
    let mut rest = &mut *sums;
    let mut pieces = Vec::with_capacity(cuts.len());
    for cuts in cuts.windows(2) {
        let [(row, start), (end_row, end)] = [cuts[0], cuts[1]];
        let (own, others) = rest.split_at_mut(end_row - row);
        rest = others;
        pieces.push((Piece { start, ends: &offsets[row + 1..=end_row], end }, own));
    }
    let behind: Vec<T> = pieces.into_par_iter().map(|(piece, sums)| part(piece, sums)).collect();
    for ((row, _), behind) in cuts[1..].iter().zip(behind) {
        // Behind the last row there is nothing.
        if let Some(sum) = sums.get_mut(*row) {
            *sum += behind;
        }
    }
}
