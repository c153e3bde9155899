//! Launches of lanes that append rows: a first kernel computes where the rows begin, a second one
//! writes them there.

use accel_abi::EntryKind;
use accel_abi::constants::chain_bytes;

use super::launch::{Launch, lanes_of_block, planned, room};
use super::teams::{precomputed_rows, run_by_teams};
use crate::failure::Result;
use crate::kernel::append::{Append, AppendColumns, Appended};
use crate::kernel::block_outputs::{Copied, FromDevice};
use crate::kernel::lane_value::LaneValue;
use crate::launch::Arguments;
use crate::memory::{copy_of, push_to, repeated, reserve, vector};

/// Runs lanes that append rows on the device of this thread; nothing if there is none, if the kernel
/// has no code for it, or if a check failed.
///
/// # Errors
/// If the device fails, memory is short, or the user's operator fails.
pub(crate) fn append<K: Append>(
    site: u32,
    count: usize,
    initial: K::Value,
    kernel: K,
) -> Result<Option<Appended<K>>> {
    let Some((code, count)) = planned(site, K::DEVICE, &[count])? else { return Ok(None) };
    let mut arguments = Arguments::default();
    kernel.arguments(&mut arguments);
    let mut stored = room::<K::Stored>(site, count, &mut arguments)?;
    // The group of each column, and the bytes of a row.
    let mut columns = Ok(Vec::new());
    let mut of_rows = arguments.widths.iter();
    let groups = K::Rows::widths(0, &mut |group, bytes| {
        let scalars = of_rows.next().copied().unwrap_or(1);
        push_to(&mut columns, site, (group, bytes.saturating_mul(scalars)));
    });
    let columns = columns?;
    let mut launch = Launch::new(site, &arguments)?;
    let mut offsets = vector(site, groups)?;
    for _ in 0..groups {
        offsets.push(launch.memory(8 * (count + 1))?);
    }

    // The columns, which the first kernel does not look at, are nowhere yet.
    let mut places = repeated(site, 0, columns.len())?;
    let mut structure = launch.structure_with(&arguments, &offsets, &places)?;
    let fields = structure.len();
    precomputed_rows(&mut launch, code, (count, kernel.cost()), &mut structure)?;
    let ahead = copy_of(site, &structure[fields..])?;
    let tiles = count.div_ceil(code.form.lanes_of_tile);
    let chain = launch.zeros(chain_bytes(tiles, 8 * groups))?.to_ne_bytes();
    let (lanes, failed) = ((count as u64).to_ne_bytes(), launch.failed());
    launch.run(code, EntryKind::Lengths, tiles, &[&structure, &lanes, &chain, &failed])?;
    if !launch.sound()? {
        return Ok(None);
    }
    let mut totals = repeated(site, 0usize, groups)?;
    for (total, offsets) in totals.iter_mut().zip(&offsets) {
        launch.copy_back((&raw mut *total).cast(), offsets + 8 * count as u64, 8)?;
    }
    for (place, (group, width)) in places.iter_mut().zip(columns) {
        *place = launch.memory(totals[group].saturating_mul(width))?;
    }
    let mut structure = launch.structure_with(&arguments, &offsets, &places)?;
    reserve(&mut structure, site, ahead.len())?;
    structure.extend(&ahead);

    launch.claim(code, count, &structure)?;
    let own = lanes_of_block(count);
    let blocks = count.div_ceil(own);
    let own = (own as u64).to_ne_bytes();
    let value = launch.reducing(code, &arguments, &structure, blocks, |launch, values| {
        if K::Value::COLUMNS == 0 {
            return run_by_teams(launch, code, (count, kernel.cost()), &structure);
        }
        launch.run(code, EntryKind::FIRST, blocks, &[&structure, &lanes, &own, &values, &failed])
    })?;
    let Some(value) = value else { return Ok(None) };
    let value = kernel.start(initial, value)?;
    let (mut totals, mut offsets) = (totals.into_iter(), offsets.into_iter());
    let (mut places, mut of_rows) = (places.into_iter(), arguments.widths.iter());
    let from = |place: Option<u64>| place.unwrap_or(0);
    // SAFETY: the kernels have written all of it, and it is copied back.
    let rows = unsafe {
        K::Stored::filled(&mut stored, count);
        K::Rows::copied(
            site,
            count,
            &mut Copied {
                next: &mut || totals.next().unwrap_or(0),
                offsets: &mut |to, bytes| launch.copy_back(to, from(offsets.next()), bytes),
                width: &mut || of_rows.next().copied().unwrap_or(1),
                column: &mut |to, bytes| launch.copy_back(to, from(places.next()), bytes),
            },
        )?
    };
    Ok(Some((stored, rows, value)))
}

impl Launch {
    /// The struct of a kernel that appends rows: its fields, where the offsets of the groups lie, and
    /// where the columns of the rows.
    fn structure_with(
        &self,
        arguments: &Arguments,
        offsets: &[u64],
        columns: &[u64],
    ) -> Result<Vec<u8>> {
        let mut bytes = self.structure(arguments)?;
        if arguments.fields.is_empty() {
            bytes.clear();
        }
        reserve(&mut bytes, self.site, 8 * (offsets.len() + columns.len()))?;
        let pointers = offsets.iter().chain(columns);
        bytes.extend(pointers.flat_map(|pointer| pointer.to_ne_bytes()));
        Ok(bytes)
    }
}
