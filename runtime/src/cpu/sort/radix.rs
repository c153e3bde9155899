//! A radix sort on all cores: from the lowest digits of keys to the highest, elements are dealt out to the
//! places that counting the digits has found. The sort is stable.
//!
//! Parts of the elements are counted and dealt out side by side; each part has places of its own among
//! those of a digit, in the order of the parts.

use std::mem::MaybeUninit;

use super::bits::{Few, Window};
use super::sizes::PARALLEL;
use crate::buffer::Buffer;
use crate::kernel::sort_keys::Word;
use crate::memory::repeated;
use crate::proven::Proven;
use crate::send_ptr::SendPtr;
use crate::threads::for_pieces;

/// Some bits of a number.
#[derive(Clone, Copy, Default, Debug)]
pub struct Digit {
    lowest: u32,
    width: u32,
}

/// The largest number of bits of a digit: the lines of memory that elements are dealt out to should be in the
/// nearest cache.
const WIDEST: u32 = 9;

impl Digit {
    #[inline(always)]
    fn of(self, number: u64) -> usize {
        (number >> self.lowest) as usize & ((1 << self.width) - 1) & ((1 << WIDEST) - 1)
    }
}

/// Digits: each window has one that need not be as wide as can be.
pub type Digits = Few<Digit, 48>;

/// The digits in windows, the lowest first, as few and as even as can be.
pub fn digits(windows: &[Window]) -> Digits {
    let mut digits = Digits::none();
    let cut = |window: &Window| {
        let (lowest, width) = (window.lowest, window.width);
        let count = width.div_ceil(WIDEST);
        let start = move |digit| width * digit / count;
        (0..count).map(move |digit| Digit {
            lowest: lowest + start(digit),
            width: start(digit + 1) - start(digit),
        })
    };
    windows.iter().flat_map(cut).for_each(|digit| digits.push(digit));
    digits
}

/// Returns true if dealing elements out once for each digit takes less time than comparing them, once for
/// each bit of their count, which takes two sevenths of the time.
pub fn is_worth(count: usize, digits: &[Digit]) -> bool {
    7 * digits.len() <= 2 * count.checked_ilog2().unwrap_or(0) as usize
}

/// Sorts by digits. Gives nothing, and changes nothing, if there is not enough memory for a copy.
pub fn sort<W: Word>(site: u32, words: &mut [W], digits: &[Digit]) -> Option<()> {
    if digits.is_empty() {
        return Some(());
    }
    let mut copy = Buffer::<W>::with_capacity(Proven::HERE, site, words.len()).ok()?;
    let copy = &mut copy.spare()[..words.len()];
    let count = words.len().div_ceil(part_size(words.len()));
    let mut parts: Vec<Places> = repeated(site, [0; 1 << WIDEST], count).ok()?;
    let (mut from, mut to) = (unwritten(words), copy);
    for digit in digits {
        // SAFETY: first the words are dealt out, and then the words that were written.
        unsafe { deal_out(from, to, *digit, &mut parts) };
        std::mem::swap(&mut from, &mut to);
    }
    if digits.len() % 2 == 1 {
        let size = part_size(to.len());
        for_pieces(to, size, &|number, piece| {
            piece.copy_from_slice(&from[number * size..][..piece.len()]);
        });
    }
    Some(())
}

/// Words as places that are written: in here, only words are written there.
fn unwritten<W: Copy>(words: &mut [W]) -> &mut [MaybeUninit<W>] {
    // SAFETY: the two have the same layout.
    unsafe { &mut *(std::ptr::from_mut(words) as *mut [MaybeUninit<W>]) }
}

/// Returns the number of elements of a part: there are two parts for each thread, since threads need not be
/// equally fast.
fn part_size(count: usize) -> usize {
    let threads = rayon::current_num_threads();
    if count < PARALLEL || threads == 1 { count.max(1) } else { count.div_ceil(2 * threads) }
}

/// For each digit, the place of the next element that has it.
type Places = [usize; 1 << WIDEST];

/// Writes all elements in the order of a digit; those with an equal one stay in their order. There is room
/// for the elements that each part counts.
///
/// # Safety
/// All elements are written, and there are as many places.
unsafe fn deal_out<W: Word>(
    from: &[MaybeUninit<W>],
    to: &mut [MaybeUninit<W>],
    digit: Digit,
    parts: &mut [Places],
) {
    // SAFETY: the caller says that it is written.
    let digit_of = |element: &MaybeUninit<W>| digit.of(unsafe { element.assume_init() }.number());
    let size = part_size(from.len());
    let part = |number: usize| &from[number * size..from.len().min((number + 1) * size)];
    assert_eq!(parts.len(), from.len().div_ceil(size), "each part counts for itself");
    for_pieces(parts, 1, &|number, counts| {
        counts[0] = [0; 1 << WIDEST];
        for element in part(number) {
            counts[0][digit_of(element)] += 1;
        }
    });
    let mut before = 0;
    for digit in 0..1 << digit.width {
        for places in parts.iter_mut() {
            let count = std::mem::replace(&mut places[digit], before);
            before += count;
        }
    }
    debug_assert!(before <= to.len(), "there are as many places");
    let raw = SendPtr::new(to.as_mut_ptr());
    for_pieces(parts, 1, &|number, places| {
        for element in part(number) {
            let place = &mut places[0][digit_of(element)];
            // SAFETY: the elements of this part with this digit were counted, and so many places from
            // here on are of no other part and no other digit.
            unsafe { raw.get().add(*place).write(*element) };
            *place += 1;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::super::bits::windows;
    use super::*;

    #[test]
    fn keys_of_all_widths_keep_the_order_of_equal_ones() {
        let counts: &[u64] = if cfg!(miri) { &[0, 1, 300] } else { &[0, 1, 2, 1000, 100_003] };
        for threads in [1, 2, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for width in [0, 1, 8, 9, 10, 17, 32] {
                let mask: u64 = (1 << width) - 1;
                let digits = digits(&windows(mask << 32));
                for count in counts.iter().copied() {
                    let key = |place: u64| place.wrapping_mul(2_654_435_761) & mask;
                    let mut found: Vec<u64> =
                        (0..count).map(|place| key(place) << 32 | place).collect();
                    let mut expected = found.clone();
                    pool.install(|| sort(0, &mut found, &digits)).unwrap();
                    expected.sort();
                    assert_eq!(found, expected, "{count} of {width} bits on {threads} threads");
                }
            }
        }
    }

    #[test]
    fn digits_are_even() {
        let found = |bits| -> Vec<(u32, u32)> {
            digits(&windows(bits)).iter().map(|digit| (digit.lowest, digit.width)).collect()
        };
        assert_eq!(found((1 << 17) - 1), [(0, 8), (8, 9)]);
        assert_eq!(found(u64::MAX).len(), 8);
        assert_eq!(found(0x3ff << 40 | 1), [(0, 1), (40, 5), (45, 5)]);
        assert!(is_worth(1 << 14, &digits(&windows(0xffff_ffff))));
        assert!(!is_worth(1 << 13, &digits(&windows(0xffff_ffff))));
    }
}
