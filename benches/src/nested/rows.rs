//! Rows for benchmarks that keep them, and how the hand-tuned rivals hand them out.

use std::ops::Range;

use rayon::prelude::*;

use crate::data::Random;
use crate::output::{PARALLEL, PIECE};

/// Rows of floats, one after the other.
pub struct Rows {
    /// The place at which each row begins, and the end of the last.
    pub offsets: Vec<usize>,
    /// The elements of all rows.
    pub values: Vec<f32>,
}

impl Rows {
    /// This many elements or a few more, in rows of 1 to 2000; lengths follow a power law, so that
    /// half of the rows have three elements at most, and half of all elements lie in rows of five hundred or more.
    pub fn power_law(elements: usize, random: &mut Random) -> Rows {
        let mut offsets = vec![0];
        let mut end = 0;
        while end < elements {
            let root = 1.0 + random.unit() * (2000f64.powf(-0.5) - 1.0);
            end += (1.0 / (root * root)) as usize;
            offsets.push(end);
        }
        Rows { offsets, values: random.floats(end, -1.0, 1.0) }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The size as a person writes it.
    pub fn extent(&self) -> String {
        format!("{} in {} rows", self.values.len(), self.len())
    }
}

/// The offsets of rows of these lengths, on one thread: rayon has no scan.
pub fn offsets(lengths: &[usize]) -> Vec<usize> {
    let mut end = 0;
    let ends = lengths.iter().map(|length| {
        end += length;
        end
    });
    std::iter::once(0).chain(ends).collect()
}

/// Groups of whole rows of about equal work: elements and rows together.
pub fn groups(offsets: &[usize]) -> Vec<Range<usize>> {
    let rows = offsets.len() - 1;
    let steps = offsets[rows] - offsets[0] + rows;
    let piece = if steps <= PARALLEL / 4 { steps } else { PIECE };
    let mut groups = Vec::with_capacity(steps / PIECE + 1);
    let mut start = 0;
    while start < rows {
        let limit = offsets[start] + start + piece;
        // The last row that fits, by halves; a row that does not is a group of its own.
        let (mut end, mut above) = (start + 1, rows + 1);
        while above - end > 1 {
            let middle = usize::midpoint(end, above);
            if offsets[middle] + middle <= limit { end = middle } else { above = middle }
        }
        groups.push(start..end);
        start = end;
    }
    groups
}

/// Runs groups of rows in parallel, each with its part of an output that has the same rows. A group gets
/// its offsets.
pub fn for_groups<T: Send>(
    offsets: &[usize],
    to: &mut [T],
    run: impl Fn(&[usize], &mut [T]) + Sync,
) {
    let groups = groups(offsets);
    if let [_] = &groups[..] {
        return run(offsets, to);
    }
    let mut rest = to;
    let mut parts = Vec::with_capacity(groups.len());
    for group in groups {
        let offsets = &offsets[group.start..=group.end];
        let (part, others) = rest.split_at_mut(offsets[group.len()] - offsets[0]);
        rest = others;
        parts.push((offsets, part));
    }
    parts.into_par_iter().for_each(|(offsets, part)| run(offsets, part));
}
