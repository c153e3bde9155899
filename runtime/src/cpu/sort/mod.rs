//! Stable sorts.
//!
//! Where a sort moves more than its keys, it first finds the places of the elements in ascending
//! order: it sorts numbers that hold the first bytes of the keys and the place, so that comparing them
//! seldom looks elsewhere.

mod keys;
mod parallel;
mod radix;

use std::cmp::Ordering;

use super::lanes::{self, Map};
use super::stored::Stored;
use crate::buffer::Buffer;
use crate::failure::Result;
use crate::local::Local;
use crate::view::View;
pub use keys::{Column, Flips, Keys, Ordered};

/// Below this many elements, keys of more than four bytes are compared where they are.
const FEW: usize = 64;

/// Up to this many elements, all comparisons that may be needed are made.
const NETWORK: usize = 12;

/// The elements in ascending order.
///
/// # Errors
/// If there is not enough memory.
pub fn sorted<T: Ordered>(site: u32, keys: View<T>) -> Result<Buffer<T>> {
    let mut sorted = Buffer::copy_of(site, keys)?;
    sort(sorted.slice_mut())?;
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
        few.sort_unstable_by(T::order);
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
    sort(&mut others.slice_mut()[start..])
}

/// Sorts. Equal keys are the same bits, so that their order does not matter.
fn sort<T: Ordered>(keys: &mut [T]) -> Result<()> {
    let bytes = size_of::<T>();
    parallel::sort(keys, T::order, |part| {
        let sorted = by_bytes(part, bytes, |key| key.rank() as u32);
        sorted.unwrap_or_else(|| part.sort_unstable_by(T::order));
    })
}

/// The places of the elements in ascending order; of equal ones, the first comes first.
///
/// # Errors
/// If there is not enough memory.
pub fn order<K: Keys>(site: u32, keys: K) -> Result<Buffer<usize>> {
    let count = keys.count();
    if K::BYTES <= 4 && size_of::<usize>() == 8 && u32::try_from(count).is_ok() {
        let number = |place| (keys.leading(place) >> 64) as usize | place;
        let mut order = collected(site, count, number)?;
        // Places ascend already.
        parallel::sort(order.slice_mut(), usize::cmp, |part| {
            let sorted = by_bytes(part, 4, |number| (number >> 32) as u32);
            sorted.unwrap_or_else(|| part.sort_unstable());
        })?;
        order.slice_mut().iter_mut().for_each(|place| *place &= u32::MAX as usize);
        Ok(order)
    } else if count < FEW {
        let mut order = collected(site, count, |place| place)?;
        order.slice_mut().sort_by(|a, b| keys.order(*a, *b));
        Ok(order)
    } else if K::BYTES <= 8 {
        let leading = |place| (keys.leading(place) >> 64) as u64;
        order_by(site, count, leading, |a, b| a.cmp(&b))
    } else if K::BYTES <= 16 {
        order_by(site, count, |place| keys.leading(place), |a, b| a.cmp(&b))
    } else {
        let further = |a, b| keys.order(a, b).then_with(|| a.cmp(&b));
        order_by(site, count, |place| keys.leading(place), further)
    }
}

/// The order of places by numbers, and where these are equal, by the places.
fn order_by<N: Copy + Ord + Send + Sync>(
    site: u32,
    count: usize,
    number: impl Fn(usize) -> N,
    further: impl Fn(usize, usize) -> Ordering + Sync,
) -> Result<Buffer<usize>> {
    let mut places = collected(site, count, |place| (number(place), place))?;
    let order = |a: &(N, usize), b: &(N, usize)| a.0.cmp(&b.0).then_with(|| further(a.1, b.1));
    parallel::sort(places.slice_mut(), order, |part| part.sort_unstable_by(order))?;
    let places = places.slice();
    collected(site, count, |position| places[position].1)
}

/// Sorts by the bytes of keys, where these are few, and elements many enough.
fn by_bytes<T: Copy>(part: &mut [T], bytes: usize, key: impl Fn(T) -> u32) -> Option<()> {
    match bytes <= 4 && part.len() >= radix::LEAST {
        true => radix::sort(part, bytes, key),
        false => None,
    }
}

/// A copy of values, if there is enough memory.
fn copied<T: Copy>(values: &[T]) -> Option<Vec<T>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(values.len()).ok()?;
    copy.extend_from_slice(values);
    Some(copy)
}

fn collected<T: Copy>(site: u32, count: usize, at: impl Fn(usize) -> T) -> Result<Buffer<T>> {
    let mut buffer = Buffer::with_capacity(site, count)?;
    (0..count).for_each(|position| buffer.push(at(position)));
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
        return lanes::map(site, [order.len()], Permuted { rows, order: order.view() });
    }
    let mut result = Buffer::with_capacity(site, rows.len())?;
    for place in order.slice() {
        result.extend(site, rows.part(place * width, width).slice())?;
    }
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
