//! Launches of maps and reductions, whose lanes are computed by threads, warps or blocks.

use super::driver;
use super::launch::{
    BLOCKS_OF_MULTIPROCESSOR, Launch, MOST_BLOCKS, THREADS, blocks_of, lanes_of_block, planned,
    room,
};
use super::partials::Partials;
use crate::cpu::lanes::{Map, Reduce, Reduced};
use crate::cpu::stored::Stored;
use crate::failure::Result;
use crate::launch::{Arguments, DeviceKernel, Nest, Shares};

/// Runs a map on the device of this thread; nothing if there is none, if the kernel has no code
/// for it, or if a check failed.
///
/// # Errors
/// If the device fails, or memory is short.
pub fn map<const R: usize, K: Map<R>>(
    site: u32,
    space: [usize; R],
    kernel: K,
) -> Result<Option<<K::Stored as Stored>::Buffers>> {
    let Some((code, count)) = planned(site, K::DEVICE, &space)? else { return Ok(None) };
    let mut arguments = Arguments::default();
    kernel.arguments(&mut arguments);
    let mut buffers = room::<K::Stored>(site, count, &mut arguments)?;
    let mut launch = Launch::new(site, &arguments)?;
    let structure = launch.structure(&arguments);
    let (lanes, failed) = ((count as u64).to_ne_bytes(), launch.failed());
    launch.claim(code, count, &structure)?;
    if let Some((suffix, blocks)) = tiles_of(&launch, code, &space)? {
        launch.run(code, suffix, blocks, &[&structure, &lanes, &failed])?;
    } else if let Some((shares, parts)) = shares_of(&launch, code, count, kernel.cost())? {
        run_in_shares(&mut launch, code, shares, (count, parts), &structure)?;
    } else {
        let (suffix, blocks) = team_of(code, count, kernel.cost());
        launch.spread(code, suffix, blocks, &[&structure, &lanes, &failed])?;
    }
    if !launch.finish(&arguments)? {
        return Ok(None);
    }
    // SAFETY: the kernel writes all columns, which are brought home before anyone looks at them.
    unsafe { K::Stored::filled(&mut buffers, count) };
    Ok(Some(buffers))
}

/// Runs a reduction on the device of this thread, as [`map`] does.
///
/// # Errors
/// If the device fails, memory is short, or the user's operator fails.
pub fn reduce<const R: usize, K: Reduce<R>>(
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
    let mut launch = Launch::new(site, &arguments)?;
    let structure = launch.structure(&arguments);
    let partials = Partials::<K::Value>::new(&mut launch, blocks)?;
    let (lanes, failed) = ((count as u64).to_ne_bytes(), launch.failed());
    launch.claim(code, count, &structure)?;
    let (own, place) = ((own as u64).to_ne_bytes(), partials.place());
    launch.run(code, "", blocks, &[&structure, &lanes, &own, &place, &failed])?;
    partials.combine(&mut launch, code, &structure)?;
    if !launch.finish(&arguments)? {
        return Ok(None);
    }
    let value = kernel.start(initial, partials.value(&launch)?)?;
    // SAFETY: the kernel writes all columns, which are brought home before anyone looks at them.
    unsafe { K::Stored::filled(&mut buffers, count) };
    Ok(Some((buffers, value)))
}

/// From how many additions in a lane on a warp computes it; a lane with a short row is for one
/// thread.
const WARP_COST: usize = 64;

/// From how many on a block does, if there are fewer lanes than these.
const BLOCK_COST: usize = 1 << 13;
const LANES_FOR_WARPS: usize = 1 << 12;

/// The entry, by what is behind its name, for lanes that cost so much, and how many blocks it has.
fn team_of(code: DeviceKernel, count: usize, cost: usize) -> (&'static str, usize) {
    const WARPS: usize = THREADS / 32;
    match code.teams {
        true if cost >= BLOCK_COST && count < LANES_FOR_WARPS => ("_blocks", count),
        true if cost >= WARP_COST => ("_warps", count.div_ceil(WARPS).min(MOST_BLOCKS)),
        _ => ("", blocks_of(count)),
    }
}

/// How many additions a share of a lane has at least.
const SHARE_COST: usize = 1 << 14;

/// Into how many parts lanes are cut that are fewer than the blocks a device has room for, if they are
/// long enough.
fn shares_of(
    launch: &Launch,
    code: DeviceKernel,
    count: usize,
    cost: usize,
) -> Result<Option<(Shares, usize)>> {
    let Some(shares) = code.shares.filter(|_| cost >= 2 * SHARE_COST) else { return Ok(None) };
    let blocks = BLOCKS_OF_MULTIPROCESSOR * launch.check(driver::multiprocessors())?;
    // The threads of a block combine what the parts give.
    let parts = (blocks / count).min(cost / SHARE_COST).min(THREADS);
    Ok((parts > 1).then_some((shares, parts)))
}

/// Computes each lane by several blocks: first they reduce rows, one after the other, then what is
/// left of the lanes.
fn run_in_shares(
    launch: &mut Launch,
    code: DeviceKernel,
    shares: Shares,
    (count, parts): (usize, usize),
    structure: &[u8],
) -> Result<()> {
    let room = launch.memory(count * parts * shares.bytes)?.to_ne_bytes();
    let failed = launch.failed();
    for phase in 0..=shares.phases {
        let blocks = if phase == shares.phases && !shares.stores { 1 } else { parts };
        let [own, parts, phase] = [blocks, parts, phase].map(|of| (of as u32).to_ne_bytes());
        let parameters: [&[u8]; 6] = [structure, &own, &parts, &phase, &room, &failed];
        launch.run(code, "_shares", count * blocks, &parameters)?;
    }
    Ok(())
}

/// How many results a tile has along each edge, a small and a large one.
const SMALL_TILE: usize = 64;
const LARGE_TILE: usize = 128;

/// How many lanes a square tile has along each edge: of a transposition, or of a stencil.
const SQUARE: usize = 32;

/// From how many rows and columns on results are computed in tiles: most of a tile would be empty.
const EDGE: usize = 16;

/// The entry for a nest or a transposition, if its tiles are filled, and how many blocks it has.
fn tiles_of(
    launch: &Launch,
    code: DeviceKernel,
    space: &[usize],
) -> Result<Option<(&'static str, usize)>> {
    let rows = code.nest.map(|nest| nest.rows).or(code.squares.map(|(rows, _)| rows));
    let Some(rows) = rows else { return Ok(None) };
    let (rows, columns) = (space[rows], space[space.len() - 1]);
    let batches = space.iter().product::<usize>() / (rows * columns);
    let tiles = |edge| batches * rows.div_ceil(edge) * columns.div_ceil(edge);
    let Some(Nest { large, .. }) = code.nest else {
        let filled = rows.min(columns) >= EDGE && tiles(SQUARE) <= i32::MAX as usize;
        let suffix = code.squares.map(|(_, suffix)| suffix).filter(|_| filled);
        return Ok(suffix.map(|suffix| (suffix, tiles(SQUARE))));
    };
    if rows.min(columns) < EDGE || tiles(SMALL_TILE) > i32::MAX as usize {
        return Ok(None);
    }
    // A multiprocessor has room for two blocks with large tiles.
    let large = large
        && rows.min(columns) >= LARGE_TILE
        && tiles(LARGE_TILE) >= 2 * launch.check(driver::multiprocessors())?;
    Ok(Some(match large {
        true => ("_large_tiles", tiles(LARGE_TILE)),
        false => ("_tiles", tiles(SMALL_TILE)),
    }))
}
