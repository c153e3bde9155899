//! Sorts what a sort by the first bits of keys has left open.

use std::cmp::Ordering;

use super::{PIECE, parallel};
use crate::threads::join;

/// Sorts numbers among those with the same bits from `lowest` on, which are beside each other.
pub fn sort(
    site: u32,
    numbers: &mut [usize],
    lowest: u32,
    order: &(impl Fn(&usize, &usize) -> Ordering + Sync),
) {
    let tied = |a: &usize, b: &usize| (a ^ b).checked_shr(lowest).unwrap_or(0) == 0;
    if numbers.len() > PIECE {
        let middle = numbers[numbers.len() / 2];
        let start = numbers.partition_point(|number| *number < middle && !tied(number, &middle));
        let end = numbers.partition_point(|number| *number < middle || tied(number, &middle));
        let (before, others) = numbers.split_at_mut(start);
        let (ties, after) = others.split_at_mut(end - start);
        parallel::sort(site, ties, order);
        join(|| sort(site, before, lowest, order), || sort(site, after, lowest, order));
        return;
    }
    for ties in numbers.chunk_by_mut(tied) {
        if ties.len() > 1 {
            ties.sort_unstable_by(order);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sort;

    #[test]
    fn ties_are_sorted_by_what_is_left() {
        for count in [0, 1, 100, 50_000] {
            for of in [1, 3, 1000, 1 << 20] {
                let number = |place: usize| ((place * of / count.max(1)) << 20) | place;
                let mut found: Vec<usize> = (0..count).map(number).collect();
                let mut expected = found.clone();
                sort(0, &mut found, 20, &|a, b| b.cmp(a));
                expected.sort_by(|a, b| (a >> 20).cmp(&(b >> 20)).then(b.cmp(a)));
                assert_eq!(found, expected, "{count} numbers of {of} ties");
            }
        }
    }
}
