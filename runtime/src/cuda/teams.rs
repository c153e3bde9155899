//! Launches of lanes that work on rows: a thread, eight of them, a warp or a block computes each lane, or
//! several blocks those with long rows.

use accel_abi::constants::{LENGTH_OF_PART, PART_BYTES, POSTPONED_BYTES, THREADS};
use accel_abi::{DeviceForm, EntryKind, PrecomputedRows, Shares, Team};

use super::driver;
use super::launch::{BLOCKS_OF_MULTIPROCESSOR, Launch, MOST_BLOCKS, blocks_of};
use crate::failure::Result;
use crate::launch::{Arguments, DeviceKernel};
use crate::memory::reserve;

/// Computes each lane by a thread, eight of them, a warp, a block or several blocks.
pub(super) fn run_by_teams(
    launch: &mut Launch,
    code: DeviceKernel,
    lanes: (usize, usize),
    structure: &[u8],
) -> Result<()> {
    run(launch, Lanes { code, entry: EntryKind::Lanes }, lanes, structure)
}

/// The lanes of a kernel, or the rows that it computes ahead of them.
#[derive(Clone, Copy)]
struct Lanes {
    code: DeviceKernel,
    /// The entry for a team.
    entry: fn(Team) -> EntryKind,
}

/// Computes each lane by a thread, eight of them, a warp, a block or several blocks.
fn run(
    launch: &mut Launch,
    lanes: Lanes,
    (count, cost): (usize, usize),
    structure: &[u8],
) -> Result<()> {
    let Lanes { code, entry } = lanes;
    match code.form.shares {
        Some(Shares::OfPostponed { launches, bytes }) => {
            return run_postponing(launch, lanes, (launches, bytes), (count, cost), structure);
        }
        Some(Shares::OfAll { phases, bytes, stores }) => {
            let parts = parts_of(launch, code, (count, cost))?;
            if parts > 1 {
                let phases = (phases, if stores { parts } else { 1 });
                return run_in_shares(launch, lanes, phases, bytes, (count, parts), structure);
            }
        }
        None => {}
    }
    let (lanes, failed) = ((count as u64).to_ne_bytes(), launch.failed());
    let (team, blocks) = team_of(code, count, cost);
    launch.spread(code, entry(team), blocks, &[structure, &lanes, &failed])
}

/// Begins the launch of a kernel of lanes that cost so much, with its precomputed rows: gives the launch
/// and the struct of the kernel.
pub(super) fn begin_with_rows(
    site: u32,
    arguments: &Arguments,
    code: DeviceKernel,
    lanes: (usize, usize),
) -> Result<(Launch, Vec<u8>)> {
    let mut launch = Launch::new(site, arguments)?;
    let mut structure = launch.structure(arguments)?;
    precomputed_rows(&mut launch, code, lanes, &mut structure)?;
    Ok((launch, structure))
}

/// Has teams precompute the rows of lanes, if they are long, and tells the kernel where their values
/// are, which is the last field of its struct.
pub(super) fn precomputed_rows(
    launch: &mut Launch,
    code: DeviceKernel,
    (count, cost): (usize, usize),
    structure: &mut Vec<u8>,
) -> Result<()> {
    let Some(PrecomputedRows { shares, bytes }) = code.form.precomputed_rows else { return Ok(()) };
    let postpones = matches!(shares, Shares::OfPostponed { .. });
    let long = cost >= COST_AHEAD || postpones && may_have_long_rows(launch, count, cost);
    let values = if long { launch.memory_if_any(count * bytes)? } else { None };
    reserve(structure, launch.site, size_of::<u64>())?;
    structure.extend(values.unwrap_or(0).to_ne_bytes());
    if values.is_none() {
        return Ok(());
    }
    let form = DeviceForm { shares: Some(shares), teams: true, ..code.form };
    let rows = Lanes { code: DeviceKernel { form, ..code }, entry: EntryKind::PrecomputedRows };
    run(launch, rows, (count, cost), structure)
}

/// The number of additions in a lane from which on it is worth a launch to precompute its rows.
const COST_AHEAD: usize = 64;

/// The number of elements of a row from which on eight threads compute the lane, which read a whole sector
/// then, and the one from which on a warp does: each of its threads has several elements, so that they
/// outweigh the work that all threads of a team do alike, and the combining of their values.
const LENGTH_FOR_EIGHTS: usize = 8;
const LENGTH_FOR_WARPS: usize = 96;

/// The numbers of elements and additions from which on a block computes a lane, if there are fewer lanes than
/// these.
const LENGTH_FOR_BLOCKS: usize = 2 * THREADS;
const COST_FOR_BLOCKS: usize = 1 << 13;
const LANES_FOR_WARPS: usize = 1 << 13;

/// The number of lanes from which on threads compute them whose rows lie across the order of lanes: there are
/// enough lanes to wait for elements that neighbours read side by side.
const LANES_FOR_THREADS: usize = 1 << 16;

/// Returns the length of the rows of lanes that cost so much.
fn length_of(code: DeviceKernel, cost: usize) -> usize {
    cost / code.form.cost_of_element
}

/// The team for lanes that cost so much, and how many blocks it takes. More threads than a row has elements
/// would have nothing to do, whatever these cost.
fn team_of(code: DeviceKernel, count: usize, cost: usize) -> (Team, usize) {
    let length = length_of(code, cost);
    let few = cost >= COST_FOR_BLOCKS && count < LANES_FOR_WARPS;
    let blocks_of_teams = |team: Team| count.div_ceil(THREADS / team.threads()).min(MOST_BLOCKS);
    match code.form.teams {
        true if code.form.across && count >= LANES_FOR_THREADS => (Team::Thread, blocks_of(count)),
        true if few && length >= LENGTH_FOR_BLOCKS => (Team::Block, count),
        true if length >= LENGTH_FOR_WARPS => (Team::Warp, blocks_of_teams(Team::Warp)),
        // Eights would read a column of elements that lie side by side.
        true if length >= LENGTH_FOR_EIGHTS && !code.form.across => {
            (Team::Eight, blocks_of_teams(Team::Eight))
        }
        _ => (Team::Thread, blocks_of(count)),
    }
}

/// The least number of additions of a share of a lane.
const SHARE_COST: usize = 1 << 14;

/// Into how many parts lanes are cut that are fewer than the blocks a device has room for, if they are
/// long enough.
fn parts_of(launch: &Launch, code: DeviceKernel, (count, cost): (usize, usize)) -> Result<usize> {
    let parts = (cost / SHARE_COST).min(length_of(code, cost) / THREADS);
    if parts <= 1 {
        return Ok(1);
    }
    let blocks = BLOCKS_OF_MULTIPROCESSOR * launch.check(driver::multiprocessors())?;
    Ok(parts.min(blocks / count))
}

/// Computes each lane by several blocks: in some phases they reduce rows, one after the other, and so
/// many end the lane. The values take so many bytes for each block.
fn run_in_shares(
    launch: &mut Launch,
    Lanes { code, entry }: Lanes,
    (phases, last): (usize, usize),
    bytes: usize,
    (count, parts): (usize, usize),
    structure: &[u8],
) -> Result<()> {
    let room = launch.memory(count * parts * bytes)?.to_ne_bytes();
    let failed = launch.failed();
    for phase in 0..=phases {
        let blocks = if phase == phases { last } else { parts };
        let [own, parts, phase] = [blocks, parts, phase].map(|of| (of as u32).to_ne_bytes());
        let parameters: [&[u8]; 6] = [structure, &own, &parts, &phase, &room, &failed];
        launch.run(code, entry(Team::Shares), count * blocks, &parameters)?;
    }
    Ok(())
}

/// The number of elements, of all rows together, from which on teams leave long rows to others.
const POSTPONING: usize = 1 << 16;

/// The lengths from which on threads, eights, warps and blocks leave a row to others. Rows of warps have also
/// to be so many times as long as the average.
const LONG_FOR_THREAD: usize = 1 << 9;
const LONG_FOR_EIGHT: usize = 1 << 9;
const LONG_FOR_WARP: usize = 1 << 12;
const LONG_FOR_BLOCK: usize = 1 << 14;
const LONG_FOR_AVERAGE: usize = 2;

/// One of so many lanes may be postponed, if the rows of most are short.
const RARE: usize = 8;

/// Returns true if there are so many elements that some rows may be long. The cost of rows of unknown lengths
/// is a guess; the size of the arrays that the kernel reads is another one.
fn may_have_long_rows(launch: &Launch, count: usize, cost: usize) -> bool {
    count.saturating_mul(cost).max(launch.bytes() / size_of::<f32>()) >= POSTPONING
}

/// Computes each lane by a team that suits the average of them. Lanes whose rows are much longer are put on a
/// list, and blocks compute them afterwards, in as many parts as they are long and in so many launches. The
/// values take so many bytes for each block.
fn run_postponing(
    launch: &mut Launch,
    Lanes { code, entry }: Lanes,
    (launches, bytes): (usize, usize),
    (count, cost): (usize, usize),
    structure: &[u8],
) -> Result<()> {
    let (team, blocks) = team_of(code, count, cost);
    let (lanes, failed) = ((count as u64).to_ne_bytes(), launch.failed());
    let elements = count.saturating_mul(cost);
    let rare = count / RARE + 1;
    let (limit, most) = match team {
        Team::Block => (LONG_FOR_BLOCK, count),
        Team::Eight => (LONG_FOR_EIGHT, rare),
        Team::Warp => {
            (LONG_FOR_WARP.max(LONG_FOR_AVERAGE.saturating_mul(length_of(code, cost))), rare)
        }
        _ => (LONG_FOR_THREAD, rare),
    };
    // A lane has one part at least, and one more for so many elements. There are more only where the
    // guess is wrong: then blocks compute all lanes.
    let room = most + (elements / LENGTH_OF_PART).min(MOST_PARTS);
    let parts = match may_have_long_rows(launch, count, cost) {
        true => launch.memory_if_any(room * (PART_BYTES + bytes))?,
        false => None,
    };
    let Some(parts) = parts else {
        let nothing = postponed_lanes(0, 0, 0, usize::MAX);
        return launch.spread(code, entry(team), blocks, &[structure, &lanes, &nothing, &failed]);
    };
    let values = (parts + (room * PART_BYTES) as u64).to_ne_bytes();
    let counter = launch.zeros(size_of::<u64>())?;
    let postponed = postponed_lanes(parts, counter, room, limit);
    launch.spread(code, entry(team), blocks, &[structure, &lanes, &postponed, &failed])?;
    let blocks = BLOCKS_OF_MULTIPROCESSOR * launch.check(driver::multiprocessors())?;
    for phase in 0..launches {
        let phase = (phase as u32).to_ne_bytes();
        let parameters: [&[u8]; 6] = [structure, &lanes, &postponed, &phase, &values, &failed];
        launch.run(code, entry(Team::Postponed), blocks, &parameters)?;
    }
    Ok(())
}

/// The largest number of parts of lanes that there is room for, besides one for each lane.
const MOST_PARTS: usize = 1 << 22;

/// Returns the device's description of the lanes that teams leave to others: the list of their parts and the
/// counter of it, the number of parts there is room for, and the length from which on a row is too long.
fn postponed_lanes(parts: u64, counter: u64, room: usize, limit: usize) -> [u8; POSTPONED_BYTES] {
    let words = [parts, counter, room as u64, limit as u64].map(u64::to_ne_bytes);
    let mut bytes = [0; POSTPONED_BYTES];
    bytes.as_chunks_mut().0.copy_from_slice(&words);
    bytes
}
