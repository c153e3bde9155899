//! A sort by comparisons on all cores: parts are sorted side by side, and then merged.
//!
//! The division into parts depends on the number of threads. That is fine, as values that count as equal are
//! the same bits.

use std::cmp::Ordering;

use super::sizes::PARALLEL;
use crate::buffer::Buffer;
use crate::threads::{for_pieces, join};
use crate::view::View;

/// The number of merged elements that a thread writes at a time.
const PIECE: usize = 1 << 13;

/// Sorts values; those that count as equal are the same bits.
pub fn sort<T: Copy + Send + Sync>(
    site: u32,
    values: &mut [T],
    order: impl Fn(&T, &T) -> Ordering + Sync,
) {
    let parts = match values.len() < PARALLEL {
        true => 1,
        false => rayon::current_num_threads().next_power_of_two(),
    };
    sort_parts(site, values, parts, &order);
}

/// Sorts so many parts, a power of two, and merges them.
fn sort_parts<T: Copy + Send + Sync>(
    site: u32,
    values: &mut [T],
    parts: usize,
    order: &(impl Fn(&T, &T) -> Ordering + Sync),
) {
    if parts <= 1 {
        return values.sort_unstable_by(order);
    }
    let (left, right) = values.split_at_mut(values.len() / 2);
    let middle = left.len();
    join(|| sort_parts(site, left, parts / 2, order), || sort_parts(site, right, parts / 2, order));
    let Ok(sorted) = Buffer::copy_of(site, View::new(values)) else {
        return values.sort_unstable_by(order);
    };
    let (left, right) = sorted.slice().split_at(middle);
    for_pieces(values, PIECE, &|number, piece| merge(left, right, number * PIECE, piece, order));
}

/// Writes the elements from a place on of two sorted lists merged.
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

/// Returns the number of elements from the left list among the first `count` elements of the merged lists.
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
                    pool.install(|| sort(0, &mut found, u64::cmp));
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
            sort(0, list, u64::cmp);
        }
        assert!(ascending == descending && ascending.is_sorted());
    }
}
