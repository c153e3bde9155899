//! Launches of scans.

use accel_abi::EntryKind;
use accel_abi::constants::chain_bytes;

use super::launch::{planned, room};
use super::teams::begin_with_rows;
use crate::failure::Result;
use crate::kernel::lane_value::LaneValue;
use crate::kernel::scan::{Scan, Scanned};
use crate::launch::Arguments;

/// Runs a scan on the device of this thread; nothing if there is none, if the kernel has no code for
/// it, or if a check failed.
///
/// # Errors
/// If the device fails, memory is short, or the user's operator fails.
pub(crate) fn scan<K: Scan>(
    site: u32,
    count: usize,
    initial: K::Reduced,
    kernel: K,
) -> Result<Option<Scanned<K>>> {
    let Some((code, count)) = planned(site, K::DEVICE, &[count])? else { return Ok(None) };
    let mut arguments = Arguments::default();
    kernel.arguments(&mut arguments);
    let mut buffers = room::<K::Stored>(site, count, &mut arguments)?;
    let tiles = count.div_ceil(code.form.lanes_of_tile);
    let (mut launch, structure) = begin_with_rows(site, &arguments, code, (count, kernel.cost()))?;
    let chain = launch.zeros(chain_bytes(tiles, 8 * K::Value::COLUMNS))?.to_ne_bytes();
    let (lanes, failed) = ((count as u64).to_ne_bytes(), launch.failed());
    let value = launch.reducing(code, &arguments, &structure, tiles, |launch, values| {
        launch.run(code, EntryKind::FIRST, tiles, &[&structure, &lanes, &chain, &values, &failed])
    })?;
    let Some(value) = value else { return Ok(None) };
    let value = kernel.start_reduction(initial, value)?;
    // SAFETY: the kernel writes all columns, which are copied to the host before anyone looks at them.
    unsafe { K::Stored::filled(&mut buffers, count) };
    Ok(Some((buffers, value)))
}
