//! Stable sorts.
//!
//! Where a sort moves more than its keys, it first finds the places of the elements in ascending
//! order: it sorts numbers that hold the first bits of the keys that differ and the place, so that
//! only keys for which these are equal are looked at again.

mod bits;
mod keys;
mod parallel;
mod radix;
mod ties;

use std::cmp::Ordering;

use self::bits::{Bits, Code, Window};
use self::radix::Ranked;
use super::lanes::{self, Map};
use super::nested;
use super::stored::Stored;
use crate::buffer::Buffer;
use crate::failure::Result;
use crate::local::Local;
use crate::proven::Proven;
use crate::threads::for_pieces;
use crate::view::View;
#[cfg(all(feature = "cuda", target_os = "linux"))]
pub(crate) use keys::Flips;
pub(crate) use keys::{Keys, Ordered};

/// Below this many elements nobody looks which bits of their keys differ.
const MANY: usize = 1 << 9;

/// Below this many elements a sort runs on the calling thread.
pub(crate) const PARALLEL: usize = 1 << 15;

/// So many elements a thread takes at a time.
const PIECE: usize = 1 << 14;

/// Up to this many elements, all comparisons that may be needed are made.
const NETWORK: usize = 12;

/// The elements in ascending order.
///
/// # Errors
/// If there is not enough memory.
pub fn sorted<T: Ordered>(site: u32, keys: View<T>) -> Result<Buffer<T>> {
    let mut sorted = Buffer::copy_of(site, keys)?;
    sort(site, sorted.slice_mut())?;
    Ok(sorted)
}

/// The elements of a small array of a lane in ascending order.
///
/// # Panics
/// If there are fewer.
#[inline(always)]
pub fn sorted_few<T: Ordered, const N: usize>(keys: View<T>) -> Local<T, N> {
    let mut sorted = Local::<T, N>::copy_of(keys);
    let few = sorted.slice_mut();
    if N > NETWORK {
        T::turned(few).sort_unstable_by(T::Number::order);
        T::turned(few);
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
pub fn append_sorted<T: Ordered>(site: u32, others: &mut Buffer<T>, keys: View<T>) -> Result<()> {
    let start = others.len();
    others.extend(site, keys.slice())?;
    sort(site, &mut others.slice_mut()[start..])
}

/// Sorts. Equal keys are the same bits, so that their order does not matter.
fn sort<T: Ordered>(site: u32, keys: &mut [T]) -> Result<()> {
    outside_of_chains(keys.len())?;
    sort_numbers(site, T::turned(keys));
    T::turned(keys);
    Ok(())
}

/// Sorts numbers, all or some of whose bits may differ.
fn sort_numbers<N: Ordered>(site: u32, numbers: &mut [N]) {
    if numbers.len() < MANY {
        numbers.sort_unstable_by(N::order);
    } else {
        let rank = |place: usize| Ordered::rank(numbers[place]);
        let windows = bits::windows(bits::varying(numbers.len(), PIECE, &rank).into());
        sort_by(site, numbers, &windows, N::order);
    }
}

/// Sorts by the bits of ranks in windows, or by `order` where that takes less time; both have the same
/// order.
fn sort_by<T: Ranked>(
    site: u32,
    values: &mut [T],
    windows: &[Window],
    order: impl Fn(&T, &T) -> Ordering + Sync,
) {
    if values.len() >= MANY {
        let digits = radix::digits(windows);
        let by_digits = radix::is_worth(values.len(), &digits);
        if by_digits && radix::sort(site, values, &digits).is_some() {
            return;
        }
    }
    parallel::sort(site, values, order);
}

/// Large sorts run on all threads, which a lane of a chain leaves to others.
///
/// # Errors
/// In a block of a chain, which is begun anew outside of it (see [`nested`]).
fn outside_of_chains(count: usize) -> Result<()> {
    if count < PARALLEL { Ok(()) } else { nested::outside_of_chains() }
}

impl<T: Ordered> Ranked for T {
    #[inline(always)]
    fn rank(self) -> u64 {
        Ordered::rank(self)
    }
}

/// The places of the elements in ascending order; of equal ones, the first comes first.
///
/// # Errors
/// If there is not enough memory.
pub fn order<K: Keys>(site: u32, keys: K) -> Result<Buffer<usize>> {
    let count = keys.count();
    outside_of_chains(count)?;
    match K::BYTES {
        ..=8 => order_by(site, keys, |place| (keys.leading(place) >> 64) as u64),
        _ => order_by(site, keys, |place| keys.leading(place)),
    }
}

/// The order of keys whose first bytes are these.
fn order_by<K: Keys, N: Bits>(
    site: u32,
    keys: K,
    leading: impl Fn(usize) -> N + Sync,
) -> Result<Buffer<usize>> {
    if keys.count() < MANY {
        let width = N::COUNT.min(8 * K::BYTES as u32);
        let all = Window { lowest: N::COUNT - width, width };
        return order_of(site, keys, width, |place| leading(place).window(all));
    }
    let code = Code::of(bits::varying(keys.count(), PIECE, &leading).into());
    order_of(site, keys, code.width(), |place| code.code(leading(place)))
}

/// The order of keys whose first bytes have codes of so many bits: they are sorted by numbers that hold
/// as much of the code as fits, and the place.
fn order_of<K: Keys, N: Bits>(
    site: u32,
    keys: K,
    width: u32,
    code: impl Fn(usize) -> N + Sync,
) -> Result<Buffer<usize>> {
    let bits_of_places = keys.count().next_power_of_two().trailing_zeros();
    let held = width.min(usize::BITS - bits_of_places);
    let number = |place| code(place).without(width - held) << bits_of_places | place;
    let mut order = collected(site, keys.count(), number)?;
    // Places ascend already.
    let window = Window { lowest: bits_of_places, width: held };
    sort_by(site, order.slice_mut(), &[window], usize::cmp);
    let mask = (1 << bits_of_places) - 1;
    if held < width || K::BYTES > 16 {
        let further = |a: &usize, b: &usize| keys.order(a & mask, b & mask).then(a.cmp(b));
        ties::sort(site, order.slice_mut(), bits_of_places, &further);
    }
    for_pieces(order.slice_mut(), PIECE, &|_, piece| {
        piece.iter_mut().for_each(|number| *number &= mask);
    });
    Ok(order)
}

/// What a function gives for each of so many places.
fn collected<T: Copy + Send>(
    site: u32,
    count: usize,
    at: impl Fn(usize) -> T + Sync,
) -> Result<Buffer<T>> {
    let mut buffer = Buffer::with_capacity(Proven::HERE, site, count)?;
    for_pieces(&mut buffer.spare()[..count], PIECE, &|number, piece| {
        for (offset, element) in piece.iter_mut().enumerate() {
            element.write(at(number * PIECE + offset));
        }
    });
    // SAFETY: all elements are written.
    unsafe { buffer.filled(count) };
    Ok(buffer)
}

/// Rows of `width` elements in another order.
///
/// # Errors
/// If there is not enough memory.
pub fn permuted<T: Stored<Buffers = Buffer<T>> + Sync>(
    site: u32,
    rows: View<T>,
    width: usize,
    order: &Buffer<usize>,
) -> Result<Buffer<T>> {
    if width == 1 {
        return lanes::map(
            Proven::HERE,
            site,
            [order.len()],
            Permuted { rows, order: order.view() },
        );
    }
    let mut result = Buffer::with_capacity(Proven::HERE, site, rows.len())?;
    let rows_of_piece = PIECE.div_ceil(width.max(1));
    let size = (rows_of_piece * width).max(1);
    for_pieces(&mut result.spare()[..rows.len()], size, &|number, piece| {
        let places = &order.slice()[number * rows_of_piece..];
        for (row, place) in piece.chunks_exact_mut(width).zip(places) {
            for (to, from) in row.iter_mut().zip(rows.part(place * width, width).slice()) {
                to.write(*from);
            }
        }
    });
    // SAFETY: all rows are written.
    unsafe { result.filled(rows.len()) };
    Ok(result)
}

/// Elements in another order.
#[derive(Clone, Copy)]
struct Permuted<'a, T> {
    rows: View<'a, T>,
    order: View<'a, usize>,
}

impl<T: Stored + Sync> Map<1> for Permuted<'_, T> {
    type Stored = T;

    fn cost(self) -> usize {
        4
    }

    #[inline(always)]
    fn lane(self, [position]: [usize; 1]) -> Result<T> {
        Ok(self.rows.at(self.order.at(position)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::Scalar;

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
        if cfg!(miri) { &[0, 1, 70, 600] } else { &[0, 1, 2, 63, 511, 512, 5000, 40_003] }
    }

    /// Compares the order of keys with that of the standard library.
    fn has_order(keys: impl Keys) {
        let mut expected: Vec<usize> = (0..keys.count()).collect();
        expected.sort_by(|a, b| keys.order(*a, *b));
        let found = order(0, keys).unwrap_or_else(|_| panic!("there is memory"));
        assert!(found.slice() == expected, "{} keys", keys.count());
    }

    /// Sorts keys of which many, few, and none are equal.
    fn sorts<T: Ordered + Scalar>(key: impl Fn(u64) -> T) {
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
                has_order(View::new(&keys));
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
                let (long, short) = (View::new(&long), View::new(&short));
                let float = View::new(&float);
                has_order((short, long));
                has_order((short, short, float));
                has_order((float, float, long));
                has_order((short, float, (float, long)));
            }
        }
    }
}
