//! A sort on all cores: parts are sorted side by side, and then merged.
//!
//! Which parts there are depends on the number of threads. That is fine, as values that count as equal
//! are the same bits.

use std::cmp::Ordering;

use crate::cpu::nested;
use crate::failure::Result;
use crate::threads::{for_pieces, join};

/// Below this many elements a sort runs on the calling thread.
const PARALLEL: usize = 1 << 15;
/// How many merged elements a thread writes at a time.
const PIECE: usize = 1 << 13;

/// Sorts values; those that count as equal are the same bits. `sort_part` sorts a part.
///
/// # Errors
/// In a block of a chain, which is begun anew outside of it (see [`nested`]).
pub fn sort<T: Copy + Send + Sync>(
    values: &mut [T],
    order: impl Fn(&T, &T) -> Ordering + Sync,
    sort_part: impl Fn(&mut [T]) + Sync,
) -> Result<()> {
    if values.len() < PARALLEL {
        sort_part(values);
        return Ok(());
    }
    let parts = rayon::current_num_threads().next_power_of_two();
    nested::outside_of_chains()?;
    sort_parts(values, parts, &order, &sort_part);
    Ok(())
}

/// Sorts so many parts, a power of two, and merges them.
fn sort_parts<T: Copy + Send + Sync>(
    values: &mut [T],
    parts: usize,
    order: &(impl Fn(&T, &T) -> Ordering + Sync),
    sort_part: &(impl Fn(&mut [T]) + Sync),
) {
    if parts <= 1 {
        return sort_part(values);
    }
    let (left, right) = values.split_at_mut(values.len() / 2);
    let middle = left.len();
    join(
        || sort_parts(left, parts / 2, order, sort_part),
        || sort_parts(right, parts / 2, order, sort_part),
    );
    let Some(sorted) = super::copied(values) else { return values.sort_unstable_by(order) };
    let (left, right) = sorted.split_at(middle);
    for_pieces(values, PIECE, &|number, piece| merge(left, right, number * PIECE, piece, order));
}

/// Writes what comes from a place on when two sorted lists are merged.
fn merge<T: Copy>(
    left: &[T],
    right: &[T],
    start: usize,
    piece: &mut [T],
    order: &impl Fn(&T, &T) -> Ordering,
) {
    let from_left = split(left, right, start, order);
    let (mut left, mut right) = (&left[from_left..], &right[start - from_left..]);
    for value in piece {
        let first = match (left.first(), right.first()) {
            (Some(a), Some(b)) if order(b, a).is_lt() => &mut right,
            (None, _) => &mut right,
            _ => &mut left,
        };
        *value = first[0];
        *first = &first[1..];
    }
}

/// How many of the first `count` elements of the merged lists come from the left one.
fn split<T>(left: &[T], right: &[T], count: usize, order: &impl Fn(&T, &T) -> Ordering) -> usize {
    let mut low = count.saturating_sub(right.len());
    let mut high = count.min(left.len());
    while low < high {
        // Of equal elements, the left ones come first.
        let middle = low.midpoint(high);
        match order(&right[count - middle - 1], &left[middle]).is_lt() {
            true => high = middle,
            false => low = middle + 1,
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::sort;

    /// Numbers without an order, of which many are equal where there are few of them.
    fn numbers(count: usize, of: u64) -> Vec<u64> {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % of
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn lists_of_all_sizes_on_several_threads() {
        let counts = if cfg!(miri) { [0, 1, 300, 40_000] } else { [0, 1, 32_768, 100_003] };
        for threads in [1, 2, 3, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for count in counts {
                for of in [1, 10, 1 << 30] {
                    let mut found = numbers(count, of);
                    let mut expected = found.clone();
                    let sorted =
                        pool.install(|| sort(&mut found, u64::cmp, <[u64]>::sort_unstable));
                    assert!(sorted.is_ok());
                    expected.sort();
                    assert!(found == expected, "{count} numbers below {of} on {threads} threads");
                }
            }
        }
    }

    #[test]
    fn sorted_lists_stay_and_reversed_ones_turn() {
        let mut ascending: Vec<u64> = (0..70_000).collect();
        let mut descending: Vec<u64> = (0..70_000).rev().collect();
        for list in [&mut ascending, &mut descending] {
            assert!(sort(list, u64::cmp, <[u64]>::sort_unstable).is_ok());
        }
        assert!(ascending == descending && ascending.is_sorted());
    }
}
