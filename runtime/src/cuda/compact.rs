//! Launches of compactions.

use accel_abi::EntryKind;
use accel_abi::constants::chain_bytes;

use super::launch::{planned, room};
use super::teams::begin_with_rows;
use crate::failure::Result;
use crate::kernel::compact::{Compact, Compacted};
use crate::kernel::filter_columns::FilterColumns;
use crate::kernel::lane_value::LaneValue;
use crate::launch::{Arguments, Field};
use crate::memory::repeated;
use crate::proven::Proven;

/// Runs a compaction on the device of this thread; nothing if there is none, if the kernel has no
/// code for it, or if a check failed.
///
/// # Errors
/// If the device fails, memory is short, or the user's operator fails.
pub(crate) fn compact<K: Compact>(
    site: u32,
    count: usize,
    initial: K::Value,
    kernel: K,
) -> Result<Option<Compacted<K>>> {
    let Some((code, count)) = planned(site, K::DEVICE, &[count])? else { return Ok(None) };
    let mut arguments = Arguments::default();
    kernel.arguments(&mut arguments);
    let mut stored = room::<K::Stored>(site, count, &mut arguments)?;
    let mut kept = K::Filters::reserve(Proven::HERE, site, count)?;
    let fields = arguments.fields.len();
    K::Filters::columns(K::Filters::spare(&mut kept), &mut |data, size| {
        arguments.output(data, size * count);
    });
    K::Filters::lend(&mut kept, count);
    let tiles = count.div_ceil(code.form.lanes_of_tile);
    let (mut launch, structure) = begin_with_rows(site, &arguments, code, (count, kernel.cost()))?;
    let columns = &arguments.fields[fields..];
    let first = launch.pointers.len() - columns.len();
    let chain = launch.zeros(chain_bytes(tiles, 8 * K::Filters::GROUPS))?.to_ne_bytes();
    let counts_at = launch.memory(8 * K::Filters::GROUPS)?;
    let (lanes, failed) = ((count as u64).to_ne_bytes(), launch.failed());
    let counts = counts_at.to_ne_bytes();
    let value = launch.reducing(code, &arguments, &structure, tiles, |launch, values| {
        launch.run(
            code,
            EntryKind::FIRST,
            tiles,
            &[&structure, &lanes, &chain, &counts, &values, &failed],
        )
    })?;
    let Some(value) = value else { return Ok(None) };
    let value = kernel.start(initial, value)?;
    let mut counts = repeated(site, 0u64, K::Filters::GROUPS)?;
    launch.copy_back(counts.as_mut_ptr().cast(), counts_at, 8 * counts.len())?;
    let mut counts = counts.into_iter();
    let mut columns = (first..).zip(columns);
    let counts = K::Filters::counts(&mut |width| {
        let kept = counts.next().map_or(0, |kept| kept as usize);
        for (position, column) in columns.by_ref().take(width) {
            if let Field::Output(_, bytes) = column {
                launch.shorten(position, bytes / count * kept);
            }
        }
        Ok(kept)
    })?;
    // SAFETY: the kernel writes all columns, those of kept values as far as it says, which are
    // copied to the host before anyone looks at them.
    unsafe {
        K::Stored::filled(&mut stored, count);
        K::Filters::filled(&mut kept, counts);
    }
    Ok(Some((stored, kept, value)))
}
