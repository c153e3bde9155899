//! Which bits tell keys apart. Keys seldom use all that they have: numbers of groups, places and counts
//! are small, and a sort needs to look only at bits that are not the same in all keys.

use std::ops::{BitOr, BitXor, Deref, DerefMut};

use crate::threads::join;

/// Bits beside each other, of which some differ between keys.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Window {
    /// The lowest one.
    pub lowest: u32,
    /// How many there are.
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
    /// None.
    pub fn none() -> Few<T, N> {
        Few { items: [T::default(); N], count: 0 }
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
pub type Windows = Few<Window, { u128::BITS.div_ceil(SHARED + 2) as usize }>;

/// The windows around bits, the lowest first.
pub fn windows(mut bits: u128) -> Windows {
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
        bits &= u128::MAX.checked_shl(lowest + width).unwrap_or(0);
    }
    windows
}

/// Numbers with bits.
pub trait Bits:
    Copy + Default + BitOr<Output = Self> + BitXor<Output = Self> + Into<u128> + Send + Sync
{
    /// How many there are.
    const COUNT: u32;
    /// Some of them.
    fn window(self, window: Window) -> Self;
    /// Its lowest bits, with zeros below.
    fn above(self, below: u32) -> Self;
    /// The number without its lowest bits, as far as it fits.
    fn without(self, lowest: u32) -> usize;
}

macro_rules! bits {
    ($($t:ty)*) => { $(impl Bits for $t {
        const COUNT: u32 = Self::BITS;

        #[inline(always)]
        fn window(self, window: Window) -> Self {
            self >> window.lowest & (Self::MAX >> (Self::BITS - window.width))
        }

        #[inline(always)]
        fn above(self, below: u32) -> Self {
            self << below
        }

        #[inline(always)]
        fn without(self, lowest: u32) -> usize {
            (self >> lowest) as usize
        }
    })* };
}

bits!(u64 u128);

/// The bits in which numbers differ.
pub fn varying<N: Bits>(count: usize, piece: usize, number: &(impl Fn(usize) -> N + Sync)) -> N {
    fn from<N: Bits>(
        start: usize,
        end: usize,
        piece: usize,
        first: N,
        number: &(impl Fn(usize) -> N + Sync),
    ) -> N {
        if end - start <= piece {
            return (start..end).fold(N::default(), |bits, place| bits | (number(place) ^ first));
        }
        let middle = start.midpoint(end);
        let (low, high) = join(
            || from(start, middle, piece, first, number),
            || from(middle, end, piece, first, number),
        );
        low | high
    }
    if count == 0 { N::default() } else { from(0, count, piece, number(0), number) }
}

/// The bits in windows, beside each other: a number with the same order as those that differ only there.
#[derive(Debug)]
pub struct Code {
    windows: Windows,
}

impl Code {
    /// Of numbers that differ in these bits.
    pub fn of(bits: u128) -> Code {
        Code { windows: windows(bits) }
    }

    /// How many bits it has.
    pub fn width(&self) -> u32 {
        self.windows.iter().map(|window| window.width).sum()
    }

    /// That of a number.
    #[inline(always)]
    pub fn code<N: Bits>(&self, number: N) -> N {
        let (mut code, mut below) = (N::default(), 0);
        for window in self.windows.iter() {
            code = code | number.window(*window).above(below);
            below += window.width;
        }
        code
    }
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
        assert_eq!(found(u128::MAX), [(0, 128)]);
        assert_eq!(found(1 << 127 | 1), [(0, 1), (127, 1)]);
        assert_eq!(found(0x1ff_ff00_01ff << 8), [(8, 9), (32, 17)]);
    }

    #[test]
    fn codes_have_the_order_of_numbers() {
        let mut numbers: Vec<u128> =
            (0..1000).map(|n: u128| (n * 7919 % 1000) << 70 | (n % 13) << 20 | 5).collect();
        let bits = varying(numbers.len(), 100, &|place| numbers[place]);
        let code = Code::of(bits);
        assert_eq!(code.width(), 14);
        numbers.sort();
        assert!(numbers.windows(2).all(|pair| code.code(pair[0]) <= code.code(pair[1])));
        assert!(numbers.windows(2).all(|p| (p[0] < p[1]) == (code.code(p[0]) < code.code(p[1]))));
    }

    #[test]
    fn equal_numbers_have_no_bits() {
        assert_eq!(varying(10, 3, &|_| 77u64), 0);
        assert_eq!(varying::<u64>(0, 3, &|_| unreachable!("there is none")), 0);
        assert_eq!(Code::of(0).code(77u64), 0);
    }
}
