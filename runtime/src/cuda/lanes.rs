//! Launches of maps and reductions.

use accel_abi::constants::SQUARE;
use accel_abi::{EntryKind, Staging, Tile};

use super::driver;
use super::launch::{Launch, lanes_of_block, planned, room};
use super::teams::{begin_with_rows, run_by_teams};
use crate::failure::Result;
use crate::kernel::lane_value::LaneValue;
use crate::kernel::map::Map;
use crate::kernel::reduce::{Reduce, Reduced};
use crate::launch::{Arguments, DeviceKernel};

/// Runs a map on the device of this thread; nothing if there is none, if the kernel has no code
/// for it, or if a check failed.
///
/// # Errors
/// If the device fails, or memory is short.
pub(crate) fn map<const R: usize, K: Map<R>>(
    site: u32,
    space: [usize; R],
    kernel: K,
) -> Result<Option<<K::Stored as LaneValue>::Buffers>> {
    let Some((code, count)) = planned(site, K::DEVICE, &space)? else { return Ok(None) };
    let mut arguments = Arguments::default();
    kernel.arguments(&mut arguments);
    let mut buffers = room::<K::Stored>(site, count, &mut arguments)?;
    let mut launch = Launch::new(site, &arguments)?;
    let structure = launch.structure(&arguments)?;
    let (lanes, failed) = ((count as u64).to_ne_bytes(), launch.failed());
    launch.claim(code, count, &structure)?;
    if let Some((kind, blocks)) = staged(&launch, code, &space)? {
        launch.run(code, kind, blocks, &[&structure, &lanes, &failed])?;
    } else {
        run_by_teams(&mut launch, code, (count, kernel.cost()), &structure)?;
    }
    if !launch.finish(&arguments)? {
        return Ok(None);
    }
    // SAFETY: the kernel writes all columns, which are copied to the host before anyone looks at them.
    unsafe { K::Stored::filled(&mut buffers, count) };
    Ok(Some(buffers))
}

/// Runs a reduction on the device of this thread, as [`map`] does.
///
/// # Errors
/// If the device fails, memory is short, or the user's operator fails.
pub(crate) fn reduce<const R: usize, K: Reduce<R>>(
    site: u32,
    space: [usize; R],
    initial: K::Value,
    kernel: K,
) -> Result<Option<Reduced<R, K>>> {
    let Some((code, count)) = planned(site, K::DEVICE, &space)? else { return Ok(None) };
    let mut arguments = Arguments::default();
    kernel.arguments(&mut arguments);
    let mut buffers = room::<K::Stored>(site, count, &mut arguments)?;
    let own = lanes_of_block(count);
    let blocks = count.div_ceil(own);
    let (mut launch, structure) = begin_with_rows(site, &arguments, code, (count, kernel.cost()))?;
    let (lanes, failed) = ((count as u64).to_ne_bytes(), launch.failed());
    let own = (own as u64).to_ne_bytes();
    let value = launch.reducing(code, &arguments, &structure, blocks, |launch, values| {
        launch.claim(code, count, &structure)?;
        launch.run(code, EntryKind::FIRST, blocks, &[&structure, &lanes, &own, &values, &failed])
    })?;
    let Some(value) = value else { return Ok(None) };
    let value = kernel.start(initial, value)?;
    // SAFETY: the kernel writes all columns, which are copied to the host before anyone looks at them.
    unsafe { K::Stored::filled(&mut buffers, count) };
    Ok(Some((buffers, value)))
}

/// The number of rows and columns from which on results are computed in tiles: most of a tile would be empty
/// below.
const EDGE: usize = 16;

/// The entry that stages the elements that lanes read, if its tiles are filled, and how many blocks it has.
fn staged(
    launch: &Launch,
    code: DeviceKernel,
    space: &[usize],
) -> Result<Option<(EntryKind, usize)>> {
    let Some(staging) = code.form.staging else { return Ok(None) };
    let (rows, columns) = (space[staging.rows()], space[space.len() - 1]);
    let batches = space.iter().product::<usize>() / (rows * columns);
    let tiles = |high, wide| batches * rows.div_ceil(high) * columns.div_ceil(wide);
    let is_filled = |edge| rows.min(columns) >= EDGE && tiles(edge, edge) <= i32::MAX as usize;
    let in_squares = |kind, squares| match is_filled(SQUARE) {
        true => Ok(Some((kind, tiles(SQUARE, SQUARE * squares)))),
        false => Ok(None),
    };
    let large = match staging {
        Staging::TiledNest { large, .. } => large,
        Staging::Transposed { squares, .. } => return in_squares(EntryKind::Transposed, squares),
        Staging::Stencil { squares, .. } => return in_squares(EntryKind::Stencil, squares),
    };
    if !is_filled(Tile::Small.edge()) {
        return Ok(None);
    }
    // A multiprocessor has room for two blocks with large tiles.
    let edge = Tile::Large.edge();
    let large = large
        && rows.min(columns) >= edge
        && tiles(edge, edge) >= 2 * launch.check(driver::multiprocessors())?;
    let tile = if large { Tile::Large } else { Tile::Small };
    Ok(Some((EntryKind::Tiles(tile), tiles(tile.edge(), tile.edge()))))
}
