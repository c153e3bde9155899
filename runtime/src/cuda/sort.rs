//! Launches of sorts: three kernels for each digit of the keys, from the last digit to the first.

use accel_abi::constants::{DIGIT_VALUES, DIGIT_VALUES_OF_BLOCK, KEYS_OF_TILE};
use accel_abi::{DeviceForm, EntryKind, SORT_SYMBOL, SortEntry};

use super::checks;
use super::launch::{Launch, blocks_of, planned};
use crate::buffer::Buffer;
use crate::failure::Result;
use crate::kernel::sort_keys::{Column, Flips, Ordered};
use crate::launch::{Arguments, DeviceKernel};
use crate::memory::copy_of;
use crate::proven::Proven;
use crate::view::View;

/// The largest number of blocks that move keys.
const BLOCKS: usize = 1024;

/// Places in ascending order of the keys there.
pub struct Order(Buffer<u32>);

/// Sorts on the device of this thread; nothing if there is none, or nothing to sort.
///
/// # Errors
/// If the device fails, or memory is short.
pub fn sorted<T: Ordered>(
    site: u32,
    code: DeviceKernel,
    keys: View<T>,
) -> Result<Option<Buffer<T>>> {
    let Some(count) = sortable(site, code, keys.len())? else { return Ok(None) };
    let mut arguments = Arguments::default();
    arguments.array(keys);
    let flips = T::column(keys).flips;
    let mut sorted = room::<T>(site, count, &mut arguments)?;
    let mut launch = Launch::new(site, &arguments)?;
    let (mut from, size) = (launch.pointers[0], size_of::<T>());
    // The last one to be filled is the result.
    let rooms = [launch.pointers[1], launch.memory(size * count)?];
    let mut digits = Digits::new(&mut launch, code, count)?;
    for left in (0..size).rev() {
        let to = rooms[left % 2];
        digits.sort(size, flips, left, [from, to], [0, 0])?;
        from = to;
    }
    launch.finish(&arguments)?;
    // SAFETY: the kernels write all of it, and it is copied to the host before anyone looks at it.
    unsafe { sorted.filled(count) };
    Ok(Some(sorted))
}

/// Finds an order on the device of this thread, as [`sorted`] does: by the last column of keys first,
/// so that those before it decide.
///
/// # Errors
/// If the device fails, or memory is short.
pub fn order(site: u32, code: DeviceKernel, keys: &[Column]) -> Result<Option<Order>> {
    let Some(count) = sortable(site, code, keys.first().map_or(0, |column| column.count()))? else {
        return Ok(None);
    };
    let mut arguments = Arguments::default();
    for column in keys {
        arguments.input(column.place(), column.size() * count);
    }
    let mut order = room::<u32>(site, count, &mut arguments)?;
    let mut launch = Launch::new(site, &arguments)?;
    let sizes = keys.iter().map(|column| column.size());
    let (widest, mut all) = (sizes.clone().max().unwrap_or(0), sizes.sum::<usize>());
    let orders = [launch.pointers[keys.len()], launch.memory(size_of::<u32>() * count)?];
    let rooms = [launch.memory(widest * count)?, launch.memory(widest * count)?];
    let inputs = copy_of(site, &launch.pointers)?;
    let mut digits = Digits::new(&mut launch, code, count)?;
    let mut places = 0;
    for (column, input) in keys.iter().zip(inputs).rev() {
        let size = column.size();
        let mut from = input;
        if places != 0 {
            from = rooms[0];
            permute(digits.launch, code, size, [input, places, from], count, 1)?;
        }
        for left in (0..size).rev() {
            all -= 1;
            // Nobody needs the keys any more when they are sorted.
            let to = if left == 0 { 0 } else { rooms[left % 2] };
            let places_to = orders[all % 2];
            digits.sort(size, column.flips, left, [from, to], [places, places_to])?;
            (from, places) = (to, places_to);
        }
    }
    launch.finish(&arguments)?;
    // SAFETY: the kernels write all of it, and it is copied to the host before anyone looks at it.
    unsafe { order.filled(count) };
    Ok(Some(Order(order)))
}

/// Rows of `width` elements in another order.
///
/// # Errors
/// If the device fails, or memory is short.
pub fn permuted<T: Copy>(
    site: u32,
    code: DeviceKernel,
    rows: View<T>,
    width: usize,
    order: &Order,
) -> Result<Buffer<T>> {
    let Order(order) = order;
    let mut arguments = Arguments::default();
    arguments.array(rows);
    arguments.array(order.device_view()?);
    let mut result = room::<T>(site, rows.len(), &mut arguments)?;
    if !rows.is_empty() {
        let mut launch = Launch::new(site, &arguments)?;
        let [rows, places, to] = launch.pointers[..] else {
            unreachable!("there are three arrays")
        };
        permute(&mut launch, code, size_of::<T>(), [rows, places, to], order.len(), width)?;
        launch.finish(&arguments)?;
    }
    // SAFETY: the kernel writes all of it, and it is copied to the host before anyone looks at it.
    unsafe { result.filled(rows.len()) };
    Ok(result)
}

/// Sorts lanes by the places that they name, which are below a length; those that name none come
/// last. Gives where the sorted places lie, and the lanes.
pub(super) fn sort_places(
    launch: &mut Launch,
    code: DeviceKernel,
    (count, length): (usize, usize),
    named: u64,
) -> Result<(u64, u64)> {
    let form = DeviceForm { checked: false, ..code.form };
    let code = DeviceKernel { symbol: SORT_SYMBOL, form, ..code };
    let size = size_of::<u32>();
    let rooms = [launch.memory(size * count)?, named];
    let orders = [launch.memory(size * count)?, launch.memory(size * count)?];
    // No place has all bits of these digits.
    let needed = (1..size).find(|digits| length < 1 << (8 * digits)).unwrap_or(size);
    let mut digits = Digits::new(launch, code, count)?;
    let (mut from, mut order) = (named, 0);
    for (turn, left) in (size - needed..size).rev().enumerate() {
        let (to, order_to) = (rooms[turn % 2], orders[turn % 2]);
        digits.sort(size, Flips::UNSIGNED, left, [from, to], [order, order_to])?;
        (from, order) = (to, order_to);
    }
    Ok((from, order))
}

/// Returns the number of keys that are sorted on the device of this thread; nothing if none are.
fn sortable(site: u32, code: DeviceKernel, count: usize) -> Result<Option<usize>> {
    let planned = planned(site, Some(code), &[count])?;
    if planned.is_some() {
        // The kernels of a sort do not look at the word that says whether their input was written.
        checks::before_looking()?;
    }
    // Places have 32 bits there.
    Ok(planned.map(|(_, count)| count).filter(|count| u32::try_from(*count).is_ok()))
}

/// An array that kernels fill, and that stays on the device until the host looks at it.
fn room<T: Copy>(site: u32, count: usize, arguments: &mut Arguments) -> Result<Buffer<T>> {
    let mut buffer = Buffer::with_capacity(Proven::HERE, site, count)?;
    arguments.output(buffer.spare().as_mut_ptr().cast(), size_of::<T>() * count);
    buffer.track_spare(count);
    Ok(buffer)
}

/// Has rows, which lie at the first of these places, put where the last one says, in the order that
/// lies between them.
fn permute(
    launch: &mut Launch,
    code: DeviceKernel,
    size: usize,
    pointers: [u64; 3],
    count: usize,
    width: usize,
) -> Result<()> {
    let blocks = blocks_of(count.saturating_mul(width));
    let [rows, places, to] = pointers.map(u64::to_ne_bytes);
    let [count, width] = [count, width].map(|number| (number as u64).to_ne_bytes());
    launch.spread(
        code,
        EntryKind::Sort(SortEntry::Rows(size)),
        blocks,
        &[&rows, &places, &count, &width, &to],
    )
}

/// Sorts by one digit after the other.
struct Digits<'l> {
    launch: &'l mut Launch,
    code: DeviceKernel,
    count: usize,
    /// The number of keys of a block.
    own: usize,
    /// The address of the counts of all blocks; that of the counts of all keys is `totals`.
    counts: u64,
    totals: u64,
}

impl Digits<'_> {
    fn new(launch: &mut Launch, code: DeviceKernel, count: usize) -> Result<Digits<'_>> {
        let own = count.div_ceil(BLOCKS).next_multiple_of(KEYS_OF_TILE);
        let counts = launch.memory(4 * DIGIT_VALUES * count.div_ceil(own))?;
        let totals = launch.memory(4 * DIGIT_VALUES)?;
        Ok(Digits { launch, code, count, own, counts, totals })
    }

    /// Sorts keys of this size, and their places, from one memory to another, by the digit that has
    /// so many digits to its left.
    fn sort(
        &mut self,
        size: usize,
        flips: Flips,
        left: usize,
        keys: [u64; 2],
        places: [u64; 2],
    ) -> Result<()> {
        let blocks = self.count.div_ceil(self.own);
        let shift = 8 * (size - 1 - left) as u64;
        let digit = [flips.of_negative, flips.of_others, shift].map(u64::to_ne_bytes);
        let [count, own, parts] =
            [self.count, self.own, blocks].map(|number| (number as u64).to_ne_bytes());
        let [from, to] = keys.map(u64::to_ne_bytes);
        let [places, places_to] = places.map(u64::to_ne_bytes);
        let [counts, totals] = [self.counts, self.totals].map(u64::to_ne_bytes);
        let mut run = |entry, blocks, parameters: &[&[u8]]| {
            self.launch.run(self.code, EntryKind::Sort(entry), blocks, parameters)
        };
        run(
            SortEntry::Counts(size),
            blocks,
            &[&from, &count, &own, digit.as_flattened(), &counts],
        )?;
        run(SortEntry::Sums, DIGIT_VALUES / DIGIT_VALUES_OF_BLOCK, &[&counts, &parts, &totals])?;
        run(
            SortEntry::Moves(size),
            blocks,
            &[
                &from,
                &places,
                &count,
                &own,
                digit.as_flattened(),
                &counts,
                &totals,
                &to,
                &places_to,
            ],
        )
    }
}
