//! Stable sorts.
//!
//! A sort of keys alone sorts these; where it moves more, it first finds the order of the keys, and then
//! gathers each column by it.

mod bits;
mod gather;
mod order;
mod parallel;
mod radix;
mod sizes;
mod sortable;
mod ties;
mod words;

use crate::buffer::Buffer;
use crate::failure::Result;
use crate::local::Local;
use crate::proven::Proven;
use crate::view::View;
pub use order::order;
pub(crate) use sizes::PARALLEL;
use sizes::{FEW, outside_of_chains, sort_few};
pub(crate) use sortable::Sortable;

/// Up to this many elements, all comparisons that may be needed are made.
const NETWORK: usize = 12;

/// The elements in ascending order.
///
/// # Errors
/// If there is not enough memory.
pub fn sorted<T: Sortable>(site: u32, keys: View<T>) -> Result<Buffer<T>> {
    outside_of_chains(keys.len())?;
    let mut sorted = Buffer::copy_of(site, keys)?;
    sort(site, sorted.slice_mut());
    Ok(sorted)
}

/// The elements of a small array of a lane in ascending order.
///
/// # Panics
/// If there are fewer.
#[inline(always)]
pub fn sorted_few<T: Sortable, const N: usize>(keys: View<T>) -> Local<T, N> {
    let mut sorted = Local::<T, N>::copy_of(keys);
    let few = sorted.slice_mut();
    if N > NETWORK {
        T::sort(0, few);
        return sorted;
    }
    // No branch depends on the elements, so that lanes can go side by side.
    for end in (1..N).rev() {
        for place in 0..end {
            let (a, b) = (few[place], few[place + 1]);
            let swap = b.order(&a).is_lt();
            few[place] = if swap { b } else { a };
            few[place + 1] = if swap { a } else { b };
        }
    }
    sorted
}

/// Adds the elements in ascending order to others.
///
/// # Errors
/// If there is not enough memory.
pub fn append_sorted<T: Sortable>(site: u32, others: &mut Buffer<T>, keys: View<T>) -> Result<()> {
    outside_of_chains(keys.len())?;
    let start = others.len();
    others.extend(site, keys.slice())?;
    sort(site, &mut others.slice_mut()[start..]);
    Ok(())
}

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

/// Sorts values: a [`FEW`] right here, more of them by code that programs share.
fn sort<T: Sortable>(site: u32, values: &mut [T]) {
    match values.len() <= FEW {
        true => sort_few(values, |a, b| b.order(a).is_lt()),
        false => T::sort(site, values),
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::*;
    use crate::element::Scalar;
    use crate::kernel::sort_keys::{Column, Ordered};

    /// Numbers without an order.
    fn numbers(count: usize) -> Vec<u64> {
        let mut state = 7u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        (0..count).map(|_| next()).collect()
    }

    fn counts() -> &'static [usize] {
        if cfg!(miri) {
            &[0, 1, 10, 70, 600]
        } else {
            &[0, 1, 2, 10, 11, 63, 511, 512, 5000, 40_003]
        }
    }

    /// Compares the order of keys with that of the standard library.
    fn has_order(keys: &[Column]) {
        let count = keys[0].count();
        let mut expected: Vec<usize> = (0..count).collect();
        expected.sort_by(|a, b| {
            keys.iter().fold(Ordering::Equal, |order, key| order.then_with(|| key.order(*a, *b)))
        });
        let found = order(0, keys).unwrap_or_else(|_| panic!("there is memory"));
        assert!(found.slice() == expected, "{count} keys");
    }

    /// Sorts keys of which many, few, and none are equal.
    fn sorts<T: Sortable + Scalar>(key: impl Fn(u64) -> T) {
        for count in counts() {
            for shift in [60, 40, 0] {
                let keys: Vec<T> = numbers(*count).iter().map(|n| key(n >> shift)).collect();
                let mut expected = keys.clone();
                expected.sort_by(T::order);
                let found =
                    sorted(0, View::new(&keys)).unwrap_or_else(|_| panic!("there is memory"));
                let equal = |(a, b): (&T, &T)| a.order(b).is_eq();
                assert!(found.slice().iter().zip(&expected).all(equal), "{count} keys");
                assert_eq!(found.len(), *count);
                has_order(&[T::column(View::new(&keys))]);
            }
        }
    }

    #[test]
    fn numbers_of_all_widths() {
        sorts(|n| n as u8);
        sorts(|n| n as i16);
        sorts(|n| n as u32);
        sorts(|n| n as i32 - 7);
        sorts(|n| n as usize);
        sorts(|n| n.cast_signed() - 7);
        sorts(|n| n % 3 == 0);
    }

    #[test]
    fn floats_with_many_and_few_digits() {
        sorts(|n| n as f32 / 1000.0);
        sorts(|n| f32::from_bits(n as u32));
        sorts(|n| n as f64 / 1000.0);
        sorts(f64::from_bits);
        sorts(|n| 1e300 + n as f64);
    }

    #[test]
    fn keys_with_columns() {
        for count in counts() {
            for shift in [60, 40, 0] {
                let long: Vec<u64> = numbers(*count).iter().map(|n| n >> shift).collect();
                let short: Vec<u32> = long.iter().map(|n| *n as u32 % 1000).collect();
                let float: Vec<f64> = long.iter().map(|n| 0.5 - (n % 7) as f64).collect();
                let (long, short) = (u64::column(View::new(&long)), u32::column(View::new(&short)));
                let float = f64::column(View::new(&float));
                has_order(&[short, long]);
                has_order(&[short, short, float]);
                has_order(&[float, float, long]);
                has_order(&[short, float, float, long]);
                has_order(&[float; 30]);
                has_order(&[short, short, short, long]);
            }
        }
    }
}
