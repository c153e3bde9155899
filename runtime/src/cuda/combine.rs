//! Launches of combinations into arrays.

use accel_abi::EntryKind;
use accel_abi::constants::{NOWHERE, THREADS};

use super::driver;
use super::launch::{BLOCKS_OF_MULTIPROCESSOR, Launch, blocks_of, planned};
use super::sort::sort_places;
use crate::failure::Result;
use crate::kernel::combine::Combine;
use crate::kernel::lane_value::LaneValue;
use crate::launch::{Arguments, DeviceKernel};

/// The bytes of shared memory that a block has at least, on every device.
const MOST_BYTES_OF_BINS: usize = 48 << 10;

/// The least number of lanes for each bin of a block: every block combines all of its bins in the end.
const LANES_OF_BIN: usize = 4;

/// Combines into columns of this length on the device of this thread. Says whether it did: not if
/// there is none, if the kernel has no code for it, or if a check failed.
///
/// # Errors
/// If the device fails, or memory is short.
pub(crate) fn combine<K: Combine>(
    site: u32,
    count: usize,
    columns: <K::Value as LaneValue>::ColumnPtrs,
    length: usize,
    kernel: K,
) -> Result<bool> {
    let Some((code, count)) = planned(site, K::DEVICE, &[count])? else { return Ok(false) };
    if code.form.ordered && (!has_place(count) || !has_place(length)) {
        return Ok(false);
    }
    let mut arguments = Arguments::default();
    kernel.arguments(&mut arguments);
    let mut width = 0;
    K::Value::columns(columns, &mut |data, size| {
        arguments.changed(data, size * length);
        width += size;
    });
    let mut launch = Launch::new(site, &arguments)?;
    let structure = launch.structure(&arguments)?;
    let (lanes, failed) = ((count as u64).to_ne_bytes(), launch.failed());
    let bins = length * width;
    if code.form.ordered {
        combine_in_order(&mut launch, code, (count, length), K::Value::COLUMNS, &structure)?;
    } else if code.form.bins && bins <= MOST_BYTES_OF_BINS && count >= LANES_OF_BIN * length {
        let most = BLOCKS_OF_MULTIPROCESSOR * launch.check(driver::multiprocessors())?;
        let blocks = (count / (LANES_OF_BIN * length).max(THREADS)).clamp(1, most);
        let places = (length as u64).to_ne_bytes();
        let parameters: [&[u8]; 4] = [&structure, &lanes, &places, &failed];
        launch.run_with_shared(code, EntryKind::Bins, (blocks, bins), &parameters)?;
    } else {
        launch.spread(code, EntryKind::FIRST, blocks_of(count), &[&structure, &lanes, &failed])?;
    }
    launch.finish(&arguments)
}

/// The number of values that a thread combines, if they are combined in order.
const PART: usize = 32;

/// Returns true if 32 bits have a number for all places below `length` and one more, which stands for values
/// that are combined nowhere.
fn has_place(length: usize) -> bool {
    u32::try_from(length).is_ok_and(|length| length < NOWHERE)
}

/// Combines in the order of the lanes: sorts them by the places that they name, and combines runs of
/// equal places in parts, until one part is left.
fn combine_in_order(
    launch: &mut Launch,
    code: DeviceKernel,
    (count, length): (usize, usize),
    columns: usize,
    structure: &[u8],
) -> Result<()> {
    let failed = launch.failed();
    let named = launch.memory(size_of::<u32>() * count)?;
    let lanes = (count as u64).to_ne_bytes();
    let parameters: [&[u8]; 4] = [structure, &lanes, &named.to_ne_bytes(), &failed];
    launch.spread(code, EntryKind::Places, blocks_of(count), &parameters)?;
    let (mut places, order) = sort_places(launch, code, (count, length), named)?;
    // The order at first, then the values that parts have left.
    let (mut kind, mut values, mut left) = (EntryKind::FIRST, order, count);
    loop {
        let parts = left.div_ceil(PART);
        let ends = if parts > 1 { 2 * parts } else { 0 };
        let places_to = launch.memory(size_of::<u32>() * ends)?;
        // The gaps between the components of values are read with them, in wider loads.
        let values_to = launch.zeros(8 * columns * ends)?;
        let numbers = [left as u64, PART as u64, places, values, places_to, values_to];
        let [a, b, c, d, e, f] = numbers.map(u64::to_ne_bytes);
        let parameters: [&[u8]; 8] = [structure, &a, &b, &c, &d, &e, &f, &failed];
        launch.spread(code, kind, blocks_of(parts), &parameters)?;
        if ends == 0 {
            return Ok(());
        }
        (kind, places, values, left) = (EntryKind::Ends, places_to, values_to, ends);
    }
}
