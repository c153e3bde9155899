//! The keys of sorts. A sort knows nothing of them but words, which are compared as unsigned
//! numbers, so that it is compiled once for each size of a word, in this crate, and not in each program
//! for each combination of types that are sorted there.

use std::cmp::Ordering;

use crate::element::Scalar;
use crate::failure::Result;
use crate::view::View;

/// A scalar with the order of `sort`: floats by their total order.
pub trait Ordered: Scalar {
    /// The bits of a value that are flipped to make its order that of an unsigned number.
    const FLIPS: Flips;
    /// The order of two values.
    fn order(&self, other: &Self) -> Ordering;
    /// The values of a view, to be compared with others.
    fn column(values: View<Self>) -> Column;
}

/// A column of keys, which may be on a device.
#[derive(Clone, Copy)]
pub struct Column<'a> {
    pub(crate) words: Words<'a>,
    pub(crate) flips: Flips,
}

/// The bits of keys of one size.
#[derive(Clone, Copy)]
pub(crate) enum Words<'a> {
    One(View<'a, u8>),
    Two(View<'a, u16>),
    Four(View<'a, u32>),
    Eight(View<'a, u64>),
}

/// Does something with the words of a column, of whichever size they are.
macro_rules! with_words {
    ($words:expr, $view:ident => $body:expr) => {
        match $words {
            $crate::kernel::sort_keys::Words::One($view) => $body,
            $crate::kernel::sort_keys::Words::Two($view) => $body,
            $crate::kernel::sort_keys::Words::Four($view) => $body,
            $crate::kernel::sort_keys::Words::Eight($view) => $body,
        }
    };
}

pub(crate) use with_words;

impl Column<'_> {
    /// Returns the number of keys.
    pub fn count(self) -> usize {
        with_words!(self.words, view => view.len())
    }

    /// The order of the keys at two places.
    #[inline]
    pub(crate) fn order(self, a: usize, b: usize) -> Ordering {
        let flips = self.flips;
        with_words!(self.words, view => view.at(a).flipped(flips).cmp(&view.at(b).flipped(flips)))
    }

    /// The keys, with the newest on the host.
    ///
    /// # Errors
    /// If the keys are on a device that fails.
    pub fn sync_host(self) -> Result<()> {
        with_words!(self.words, view => view.sync_host().map(|_| ()))
    }

    /// Returns the bytes of each key.
    pub(crate) fn size(self) -> usize {
        match self.words {
            Words::One(_) => 1,
            Words::Two(_) => 2,
            Words::Four(_) => 4,
            Words::Eight(_) => 8,
        }
    }

    /// Returns the address of the keys in memory of the host.
    #[cfg(all(feature = "cuda", target_os = "linux"))]
    pub(crate) fn place(self) -> *const u8 {
        with_words!(self.words, view => view.place().0.cast())
    }
}

impl<'a, T: Ordered> View<'a, T> {
    /// The elements as keys of a sort.
    #[inline(always)]
    pub fn column(self) -> Column<'a> {
        T::column(self)
    }
}

/// The bits of a value that are flipped to make its order that of an unsigned number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flips {
    /// The bits to flip if the highest bit is set.
    pub of_negative: u64,
    /// The bits to flip if the highest bit is not set.
    pub of_others: u64,
}

impl Flips {
    pub(crate) const UNSIGNED: Flips = Flips { of_negative: 0, of_others: 0 };

    const fn signed(bytes: usize) -> Flips {
        let highest = 1 << (8 * bytes - 1);
        Flips { of_negative: highest, of_others: highest }
    }

    /// Of negative floats, those with the larger magnitude come first.
    const fn float(bytes: usize) -> Flips {
        let highest = 1 << (8 * bytes - 1);
        Flips { of_negative: highest | (highest - 1), of_others: highest }
    }

    /// Returns the flips that make the value from the number: the highest bit has been flipped, too, if any
    /// has.
    pub(crate) fn back(self) -> Flips {
        Flips { of_negative: self.of_others, of_others: self.of_negative }
    }
}

/// An unsigned number.
pub(crate) trait Word: Copy + Ord + Send + Sync {
    /// The number, with zeros before it.
    fn number(self) -> u64;
    /// The number in whose order the value comes that has these bits.
    fn flipped(self, flips: Flips) -> Self;
}

macro_rules! word {
    ($($word:ident)*) => { $(impl Word for $word {
        #[inline(always)]
        fn number(self) -> u64 {
            self as u64
        }

        #[inline(always)]
        fn flipped(self, flips: Flips) -> $word {
            let negative = self >> (<$word>::BITS - 1) != 0;
            self ^ if negative { flips.of_negative } else { flips.of_others } as $word
        }
    })* };
}

word!(u8 u16 u32 u64 usize);

macro_rules! ordered {
    ($flips:expr, $order:ident; $($t:ident as $word:ident $size:ident;)*) => { $(impl Ordered for $t {
        const FLIPS: Flips = $flips;

        #[inline(always)]
        fn order(&self, other: &$t) -> Ordering {
            self.$order(other)
        }

        fn column(values: View<$t>) -> Column {
            Column { words: Words::$size(values.bits()), flips: Self::FLIPS }
        }
    })* };
}

ordered! {
    Flips::UNSIGNED, cmp;
    bool as u8 One;
    u8 as u8 One;
    u16 as u16 Two;
    u32 as u32 Four;
    u64 as u64 Eight;
}

ordered! {
    Flips::signed(size_of::<Self>()), cmp;
    i8 as u8 One;
    i16 as u16 Two;
    i32 as u32 Four;
    i64 as u64 Eight;
}

ordered! {
    Flips::float(size_of::<Self>()), total_cmp;
    f32 as u32 Four;
    f64 as u64 Eight;
}

#[cfg(target_pointer_width = "64")]
ordered! { Flips::UNSIGNED, cmp; usize as u64 Eight; }
#[cfg(target_pointer_width = "64")]
ordered! { Flips::signed(8), cmp; isize as u64 Eight; }
#[cfg(target_pointer_width = "32")]
ordered! { Flips::UNSIGNED, cmp; usize as u32 Four; }
#[cfg(target_pointer_width = "32")]
ordered! { Flips::signed(4), cmp; isize as u32 Four; }

#[cfg(test)]
mod tests {
    use super::{Flips, Word};

    #[test]
    fn floats_turn_and_turn_back() {
        let floats = [
            -f64::NAN,
            f64::NEG_INFINITY,
            -1.5,
            -f64::MIN_POSITIVE / 4.0,
            -0.0,
            0.0,
            f64::MIN_POSITIVE / 4.0,
            1.5,
            f64::INFINITY,
            f64::NAN,
        ];
        let flips = Flips::float(8);
        let numbers = floats.map(|float| float.to_bits().flipped(flips));
        assert!(numbers.is_sorted_by(|a, b| a < b));
        assert_eq!(numbers.map(|number| number.flipped(flips.back())), floats.map(f64::to_bits));
    }

    #[test]
    fn whole_numbers_turn_and_turn_back() {
        let numbers = [i16::MIN, -300, -1, 0, 1, 300, i16::MAX].map(i16::cast_unsigned);
        let flips = Flips::signed(2);
        let turned = numbers.map(|number| number.flipped(flips));
        assert!(turned.is_sorted_by(|a, b| a < b));
        assert_eq!(turned.map(|number| number.flipped(flips.back())), numbers);
    }
}
