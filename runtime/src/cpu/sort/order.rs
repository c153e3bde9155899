//! The order of keys: the places of elements, in ascending order of the keys there.
//!
//! It sorts numbers that hold the first bits of the keys that differ, as many as fit, and the place, so
//! that only keys for which these are equal are looked at again.

use std::cmp::Ordering;
use std::mem::MaybeUninit;

use super::bits::{self, Few, Window};
use super::sizes::{FEW, MANY, outside_of_chains, piece_size, sort_few};
use super::{ties, words};
use crate::buffer::Buffer;
use crate::failure::Result;
use crate::kernel::sort_keys::{Column, Word, with_words};
use crate::proven::Proven;
use crate::threads::for_pieces;

/// Up to this many elements, to make numbers takes longer than to compare all keys.
const FEWEST: usize = 4;

/// So many numbers are made at a time, column by column: they should stay in the nearest cache.
const BLOCK: usize = 1 << 11;

/// The places of the elements in ascending order; of equal ones, the first comes first. Columns of keys
/// are compared one after the other.
///
/// # Errors
/// If there is not enough memory.
///
/// # Panics
/// If the columns have different lengths.
pub fn order(site: u32, keys: &[Column]) -> Result<Buffer<usize>> {
    let count = keys.first().map_or(0, |column| column.count());
    assert!(keys.iter().all(|column| column.count() == count), "each element has all of its keys");
    outside_of_chains(count)?;
    if count <= FEWEST {
        let mut order = Buffer::with_capacity(Proven::HERE, site, count)?;
        order.extend(site, &std::array::from_fn::<usize, FEWEST, _>(|place| place)[..count])?;
        sort_few(order.slice_mut(), |a, b| compare(keys, *a, *b).is_gt());
        return Ok(order);
    }
    let prefix = match count < MANY {
        true => KeyPrefix::of(keys, count, |column| column.all_bits()),
        false => KeyPrefix::of(keys, count, |column| column.varying(count, &|place| place)),
    };
    order_of(site, keys, count, &prefix, &|place| place)
}

/// The order of some elements, as their numbers. `place_of` says at which place a numbered one is; places
/// ascend with the numbers.
fn order_of(
    site: u32,
    keys: &[Column],
    count: usize,
    prefix: &KeyPrefix,
    place_of: &(impl Fn(usize) -> usize + Sync),
) -> Result<Buffer<usize>> {
    let mut order = Buffer::with_capacity(Proven::HERE, site, count)?;
    let numbers = &mut order.spare()[..count];
    for_pieces(numbers, piece_size(count), &|piece, numbers| {
        for (block, numbers) in numbers.chunks_mut(BLOCK).enumerate() {
            prefix.write(keys, piece * piece_size(count) + block * BLOCK, numbers, place_of);
        }
    });
    // SAFETY: all numbers are written.
    unsafe { order.filled(count) };
    let lowest = usize::BITS - prefix.width;
    // Elements with the same code are in order already.
    words::sort_by(site, order.slice_mut(), &[Window { lowest, width: prefix.width }], usize::cmp);
    let mask = (1 << bits_of_numbers(count)) - 1;
    if let Some(first) = prefix.open {
        ties::for_each(order.slice_mut(), lowest, &|tied| {
            tied.iter_mut().for_each(|number| *number &= mask);
            sort_tied(site, &keys[first..], tied, place_of)
        })?;
    }
    for_pieces(order.slice_mut(), piece_size(count), &|_, piece| {
        piece.iter_mut().for_each(|number| *number &= mask);
    });
    Ok(order)
}

/// Sorts numbered elements, whose numbers ascend.
fn sort_tied(
    site: u32,
    keys: &[Column],
    numbers: &mut [usize],
    place_of: &(dyn Fn(usize) -> usize + Sync),
) -> Result<()> {
    if numbers.len() <= FEW {
        sort_few(numbers, |a, b| compare(keys, place_of(*a), place_of(*b)).is_gt());
        return Ok(());
    }
    let place = |tied: usize| place_of(numbers[tied]);
    // Nothing but bits that differ here is looked at, so that less is left open each time.
    let prefix = KeyPrefix::of(keys, numbers.len(), |column| column.varying(numbers.len(), &place));
    let mut order = order_of(site, keys, numbers.len(), &prefix, &place)?;
    order.slice_mut().iter_mut().for_each(|tied| *tied = numbers[*tied]);
    numbers.copy_from_slice(order.slice());
    Ok(())
}

/// Returns the number of bits that tell `count` elements apart.
fn bits_of_numbers(count: usize) -> u32 {
    count.next_power_of_two().trailing_zeros()
}

fn compare(keys: &[Column], a: usize, b: usize) -> Ordering {
    let mut orders = keys.iter().map(|column| column.order(a, b));
    orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// The highest bits of numbers: the first bits in which keys differ.
struct KeyPrefix {
    parts: Few<KeyBits, { usize::BITS as usize / 4 }>,
    width: u32,
    /// The first column that has bits which it does not hold.
    open: Option<usize>,
}

/// Bits of a column.
#[derive(Clone, Copy, Default)]
struct KeyBits {
    column: usize,
    window: Window,
    /// The position of the lowest of these bits in the number.
    lowest: u32,
}

impl KeyPrefix {
    /// Of the keys of so many elements, of each column of which these bits may differ.
    fn of(keys: &[Column], count: usize, bits: impl Fn(Column) -> u64) -> KeyPrefix {
        let room = usize::BITS - bits_of_numbers(count);
        let mut prefix = KeyPrefix { parts: Few::none(), width: 0, open: None };
        for (number, column) in keys.iter().enumerate() {
            let full = prefix.width == room;
            if full || !prefix.add(number, bits(*column), room) {
                prefix.open = Some(number);
                break;
            }
        }
        prefix
    }

    /// Adds the bits in which the keys of a column differ; says whether it holds all of them.
    fn add(&mut self, number: usize, varying: u64, room: u32) -> bool {
        for window in bits::windows(varying).iter().rev() {
            let width = window.width.min(room - self.width);
            if width == 0 || self.parts.is_full() {
                return false;
            }
            self.width += width;
            let cut = window.width - width;
            self.parts.push(KeyBits {
                column: number,
                window: Window { lowest: window.lowest + cut, width },
                lowest: usize::BITS - self.width,
            });
            if cut > 0 {
                return false;
            }
        }
        true
    }

    /// Writes the numbers of elements, from one on.
    fn write(
        &self,
        keys: &[Column],
        first: usize,
        numbers: &mut [MaybeUninit<usize>],
        place_of: &impl Fn(usize) -> usize,
    ) {
        for (offset, number) in numbers.iter_mut().enumerate() {
            number.write(first + offset);
        }
        for part in self.parts.iter() {
            let Column { words, flips } = keys[part.column];
            with_words!(words, view => {
                let key = |number| view.at(place_of(first + number)).flipped(flips).number();
                add(key, *part, numbers);
            });
        }
    }
}

/// Adds bits of keys to numbers, which are written.
fn add(key: impl Fn(usize) -> u64, part: KeyBits, numbers: &mut [MaybeUninit<usize>]) {
    let Window { lowest, width } = part.window;
    let mask = u64::MAX >> (u64::BITS - width);
    for (offset, number) in numbers.iter_mut().enumerate() {
        // SAFETY: the caller has written it.
        let number = unsafe { number.assume_init_mut() };
        *number |= ((key(offset) >> lowest & mask) as usize) << part.lowest;
    }
}

impl Column<'_> {
    /// Returns a mask of all bits of the keys.
    fn all_bits(self) -> u64 {
        u64::MAX >> (u64::BITS - 8 * self.size() as u32)
    }

    /// The bits in which the keys of some elements differ.
    fn varying(self, count: usize, place_of: &(impl Fn(usize) -> usize + Sync)) -> u64 {
        with_words!(self.words, view => {
            bits::varying(count, &|number| view.at(place_of(number)).flipped(self.flips).number())
        })
    }
}
