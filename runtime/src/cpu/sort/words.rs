//! Sorts of words, in place: by digits, or by comparisons where that takes less time.

use std::cmp::Ordering;

use super::bits::{self, Window};
use super::sizes::{MANY, piece_size};
use super::{parallel, radix};
use crate::kernel::sort_keys::{Flips, Word};
use crate::threads::for_pieces;

/// Sorts the bits of values in whose order these flips make them numbers.
pub(super) fn sort<W: Word>(site: u32, words: &mut [W], flips: Flips) {
    flip(words, flips);
    if words.len() < MANY {
        words.sort_unstable();
    } else {
        let number = |place: usize| words[place].number();
        let windows = bits::windows(bits::varying(words.len(), &number));
        sort_by(site, words, &windows, W::cmp);
    }
    flip(words, flips.back());
}

fn flip<W: Word>(words: &mut [W], flips: Flips) {
    if flips.of_negative == 0 && flips.of_others == 0 {
        return;
    }
    let size = piece_size(words.len());
    for_pieces(words, size, &|_, piece| {
        piece.iter_mut().for_each(|word| *word = word.flipped(flips));
    });
}

/// Sorts by the bits in windows, or by `order` where that takes less time; both have the same order.
pub(super) fn sort_by<W: Word>(
    site: u32,
    words: &mut [W],
    windows: &[Window],
    order: impl Fn(&W, &W) -> Ordering + Sync,
) {
    if words.len() >= MANY {
        let digits = radix::digits(windows);
        let by_digits = radix::is_worth(words.len(), &digits);
        if by_digits && radix::sort(site, words, &digits).is_some() {
            return;
        }
    }
    parallel::sort(site, words, order);
}
