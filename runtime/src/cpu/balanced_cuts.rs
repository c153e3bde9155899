//! Lanes that go through ragged rows, cut by elements: a block of lanes whose rows are much longer than
//! those of others is shared, too.
//!
//! The places of the cuts depend on the rows alone: partial results are combined along the same tree on any
//! number of threads.

use std::ops::Range;

use super::blocks::{Combine, SPLIT, both};
use super::ending::{Ending, Run};
use crate::failure::Result;
use crate::memory::push;
use crate::view::View;

/// The rows that lanes go through.
pub(super) struct BalancedCuts<'a> {
    /// The position at which each row begins; `None` if it is not known.
    offsets: Option<View<'a, usize>>,
    /// The number of elements that are worth a block of their own.
    most: usize,
}

impl<'a> BalancedCuts<'a> {
    /// The rows of so many lanes, each of which costs so much on the average.
    pub(super) fn new(
        offsets: Option<View<'a, usize>>,
        count: usize,
        cost: usize,
    ) -> BalancedCuts<'a> {
        let offsets = offsets.filter(|offsets| count > 1 && offsets.len() == count + 1);
        let all = offsets.map_or(0, |offsets| offsets.at(count).saturating_sub(offsets.at(0)));
        let of_one = (count.saturating_mul(cost) / all.max(1)).max(1);
        BalancedCuts { offsets, most: (SPLIT / of_one).max(1) }
    }

    /// Runs a block of lanes in parts with about as many elements, in parallel, if it has too many, and
    /// combines the results of these from left to right.
    pub(super) fn for_parts<R: Send>(
        &self,
        lanes: Range<usize>,
        ending: &Ending,
        run: Run<'_, R>,
        combine: Combine<'_, R>,
    ) -> Result<R> {
        let Some(middle) = self.middle(&lanes) else { return ending.run(lanes, run) };
        let part = |lanes: Range<usize>| self.for_parts(lanes, ending, run, combine);
        both(lanes.start..middle, middle..lanes.end, &part, combine)
    }

    /// Cuts a block of lanes into parts with about as many elements, if it has too many: appends where each
    /// part ends.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn cut(&self, site: u32, lanes: Range<usize>, ends: &mut Vec<usize>) -> Result<()> {
        let Some(middle) = self.middle(&lanes) else { return push(ends, site, lanes.end) };
        self.cut(site, lanes.start..middle, ends)?;
        self.cut(site, middle..lanes.end, ends)
    }

    /// The lane where half of the elements lie before, if lanes have too many of them.
    fn middle(&self, lanes: &Range<usize>) -> Option<usize> {
        let offsets = self.offsets?;
        let (first, last) = (offsets.at(lanes.start), offsets.at(lanes.end));
        let elements = last.checked_sub(first)?;
        if elements <= self.most || lanes.len() < 2 {
            return None;
        }
        // The first lane that begins in the second half, or the one before it, if that is nearer.
        let half = first + elements / 2;
        let (mut low, mut high) = (lanes.start + 1, lanes.end - 1);
        while low < high {
            let middle = low + (high - low) / 2;
            match offsets.at(middle) < half {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        let before = (low - 1).max(lanes.start + 1);
        let nearer = half.abs_diff(offsets.at(before)) < half.abs_diff(offsets.at(low));
        Some(if nearer { before } else { low })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands over rows of these lengths.
    fn with_rows<R>(lengths: &[usize], run: impl FnOnce(BalancedCuts<'_>) -> R) -> R {
        let mut offsets = vec![0];
        for length in lengths {
            offsets.push(offsets[offsets.len() - 1] + length);
        }
        let all = offsets[lengths.len()];
        let cost = all.div_ceil(lengths.len());
        run(BalancedCuts::new(Some(View::new(&offsets)), lengths.len(), cost))
    }

    /// Returns the ends of the parts of all lanes with rows of these lengths.
    fn ends(lengths: &[usize]) -> Vec<usize> {
        let mut ends = Vec::new();
        with_rows(lengths, |elements| elements.cut(0, 0..lengths.len(), &mut ends))
            .expect("there is memory");
        ends
    }

    /// The parts of all lanes with such rows.
    fn parts(lengths: &[usize]) -> Vec<Range<usize>> {
        let run = |lanes| Ok(vec![lanes]);
        let both = |mut a: Vec<_>, b: Vec<_>| {
            a.extend(b);
            Ok(a)
        };
        let parts = with_rows(lengths, |rows| {
            rows.for_parts(0..lengths.len(), &Ending::new(), &run, &both)
        });
        parts.expect("nothing fails")
    }

    #[test]
    fn few_elements_stay_together() {
        assert_eq!(parts(&[3; 100]).len(), 1);
        assert_eq!(parts(&[10 * SPLIT]).len(), 1);
    }

    #[test]
    fn long_rows_are_cut_apart_wherever_they_lie() {
        let mut lengths = vec![1; 1000];
        lengths[700..716].fill(SPLIT);
        let parts = parts(&lengths);
        assert_eq!(parts.first().map(|part| part.start), Some(0));
        assert_eq!(parts.last().map(|part| part.end), Some(1000));
        assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
        let long = |part: &Range<usize>| lengths[part.clone()].iter().filter(|l| **l > 1).count();
        assert!(parts.iter().all(|part| long(part) <= 2), "{parts:?}");
        assert!(parts.len() >= 8, "{parts:?}");
        assert_eq!(ends(&lengths), parts.iter().map(|part| part.end).collect::<Vec<usize>>());
    }

    #[test]
    fn one_row_with_everything_is_a_part_of_its_own() {
        let mut lengths = vec![0; 9];
        lengths[4] = 9 * SPLIT;
        let parts = parts(&lengths);
        assert!(parts.contains(&(4..5)), "{parts:?}");
    }
}
