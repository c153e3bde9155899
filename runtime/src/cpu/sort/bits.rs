//! Finds the bits that tell keys apart. Keys seldom use all that they have: numbers of groups, places and
//! counts are small, and a sort needs to look only at bits that are not the same in all keys.

use std::ops::{Deref, DerefMut};

use super::sizes::piece_size;
use crate::threads::join;

/// Bits beside each other, of which some differ between keys.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Window {
    /// The lowest one.
    pub lowest: u32,
    /// The number of bits.
    pub width: u32,
}

/// So many bits that all keys share lie in a window: leaving them out would take another window.
const SHARED: u32 = 4;

/// A list of at most `N` things, which needs no memory of its own.
#[derive(Clone, Copy, Debug)]
pub struct Few<T, const N: usize> {
    items: [T; N],
    count: usize,
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    /// Returns an empty list.
    pub fn none() -> Few<T, N> {
        Few { items: [T::default(); N], count: 0 }
    }

    /// Returns true if the list has `N` items.
    pub fn is_full(&self) -> bool {
        self.count == N
    }

    /// Adds one; there are less than `N`.
    pub fn push(&mut self, item: T) {
        self.items[self.count] = item;
        self.count += 1;
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.count]
    }
}

impl<T, const N: usize> DerefMut for Few<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.count]
    }
}

/// Windows: between two of them lie more than [`SHARED`] bits.
pub type Windows = Few<Window, { u64::BITS.div_ceil(SHARED + 2) as usize }>;

/// The windows around bits, the lowest first.
pub fn windows(mut bits: u64) -> Windows {
    let mut windows = Windows::none();
    while bits != 0 {
        let lowest = bits.trailing_zeros();
        let width = (!(bits >> lowest)).trailing_zeros();
        match windows.last_mut() {
            Some(last) if lowest - (last.lowest + last.width) <= SHARED => {
                last.width = lowest + width - last.lowest;
            }
            _ => windows.push(Window { lowest, width }),
        }
        bits &= u64::MAX.checked_shl(lowest + width).unwrap_or(0);
    }
    windows
}

/// The bits in which numbers differ.
pub fn varying(count: usize, number: &(impl Fn(usize) -> u64 + Sync)) -> u64 {
    fn from(
        start: usize,
        end: usize,
        piece: usize,
        first: u64,
        number: &(impl Fn(usize) -> u64 + Sync),
    ) -> u64 {
        if end - start <= piece {
            return (start..end).fold(0, |bits, place| bits | (number(place) ^ first));
        }
        let middle = start.midpoint(end);
        let (low, high) = join(
            || from(start, middle, piece, first, number),
            || from(middle, end, piece, first, number),
        );
        low | high
    }
    if count == 0 { 0 } else { from(0, count, piece_size(count), number(0), number) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_lie_around_bits() {
        let found = |bits| -> Vec<(u32, u32)> {
            windows(bits).iter().map(|window| (window.lowest, window.width)).collect()
        };
        assert_eq!(found(0), []);
        assert_eq!(found(0b1011), [(0, 4)]);
        assert_eq!(found(u64::MAX), [(0, 64)]);
        assert_eq!(found(1 << 63 | 1), [(0, 1), (63, 1)]);
        assert_eq!(found(0x1ff_ff00_01ff << 8), [(8, 9), (32, 17)]);
    }

    #[test]
    fn numbers_differ_in_bits() {
        let numbers: Vec<u64> =
            (0..1000).map(|n| (n * 7919 % 1000) << 40 | (n % 13) << 20 | 5).collect();
        let bits = varying(numbers.len(), &|place| numbers[place]);
        assert_eq!(bits, 0x3ff << 40 | 0xf << 20);
        assert_eq!(varying(10, &|_| 77), 0);
        assert_eq!(varying(0, &|_| unreachable!("there is none")), 0);
    }
}
