//! Maps and reductions: lanes that store at their own places, and values combined over all of
//! them.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::blocks::{RowPieces, Run, block_size, for_blocks, for_blocks_of};
use super::demand;
use super::elements::Elements;
use super::ending::Ending;
use super::guards::Held;
use super::level;
use super::sections::section_of;
use super::stored::Stored;
use super::tiles::{self, MapBlock, SMALL_TILE};
use crate::failure::Result;
use crate::launch::{Arguments, DeviceKernel};
use crate::proven::Proven;
use crate::view::View;

/// How many neighbouring lanes are computed in one loop.
pub const TILE: usize = 64;

/// How many lanes of a stack are computed in the time of one, about.
const TOGETHER: usize = 8;

/// How many rows of tiles a block should have, to use the data of a column again.
const ROWS_OF_TILES: usize = 16;

/// Into how many blocks tiles are at least cut.
const BLOCKS_OF_TILES: usize = 64;

/// What lanes cost together, in additions, before it is asked whether they have decided.
const STEP: usize = 1 << 16;

/// What lanes cost together, in additions, for which it takes too long to choose instructions.
const LITTLE: usize = 1 << 10;

/// A kernel whose lanes store.
pub trait Map<const R: usize>: Copy + Sync {
    /// What a lane stores.
    type Stored: Stored;
    /// What a lane costs, in additions.
    fn cost(self) -> usize;

    /// Whether only the run tells how long a lane takes: its cost is a guess.
    const GUESSED: bool = false;

    /// The bytes of the arrays of which neighbouring lanes read elements that lie apart, where lanes
    /// do little else.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gathered(self) -> usize {
        0
    }

    /// Where the row begins that each lane goes through, and behind them where the last one ends, if the
    /// rows follow each other.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn offsets(&self) -> Option<View<'_, usize>> {
        None
    }

    /// Computes a lane.
    ///
    /// # Errors
    /// If the user's program fails there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lane(self, at: [usize; R]) -> Result<Self::Stored> {
        self.lane_of(at, section_of(self, at))
    }

    /// How many times lanes choose by where they are: there is one section of lanes more, and no
    /// more than four.
    const CUTS: usize = 0;

    /// Along which dimension.
    const CUT: usize = 0;

    /// Where a section ends. It begins where the one before it ends, if it does not end there, too.
    fn cut(self, _section: usize) -> usize {
        usize::MAX
    }

    /// Computes a lane of a section. Kernels have either this or [`Map::lane`].
    ///
    /// # Errors
    /// If the user's program fails there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lane_of(self, at: [usize; R], _section: usize) -> Result<Self::Stored> {
        self.lane(at)
    }

    /// Its code for devices, if it has some.
    const DEVICE: Option<DeviceKernel> = None;

    /// What that code gets; the columns that the lanes store come after it.
    fn arguments(self, _arguments: &mut Arguments) {}

    /// Whether [`Map::tile`] is better than lanes one by one: its loops go over all lanes of the
    /// tile at once.
    const TILED: bool = false;

    /// Whether tiles are so small that what their lanes carry from round to round of a loop stays in
    /// registers.
    const NARROW: bool = false;

    /// Whether [`Map::tile`] may be used in the interior alone.
    const HAS_INTERIOR: bool = false;

    /// The lanes of a row whose neighbours are all inside of the arrays that they are read from. Lanes
    /// may go on where such an array has ended, so the interior depends on the sizes of these.
    fn interior(self) -> Range<usize> {
        0..usize::MAX
    }

    /// Whether guards let some lanes of a row through: tiles of these are better than tiles of both.
    const GUARDED: bool = false;

    /// Which of so many neighbouring lanes of a row they let through.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn held(self, _first: [usize; R], width: usize) -> Held {
        Held::all(width)
    }

    /// Computes `W` neighbouring lanes of a row and gives their values away.
    ///
    /// # Errors
    /// If the user's program fails there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tile<const W: usize>(
        self,
        first: [usize; R],
        mut put: impl FnMut(usize, Self::Stored),
    ) -> Result<()> {
        let mut at = first;
        for lane in 0..W {
            at[R - 1] = first[R - 1] + lane;
            put(lane, self.lane(at)?);
        }
        Ok(())
    }

    /// Whether lanes read across: what neighbours in a row read lies apart, and what neighbours in a column
    /// read does not.
    const ACROSS: bool = false;

    /// Whether a stack of tiles is better than tile after tile: what is read along a row serves all
    /// of them.
    const STACKED: bool = false;

    /// Computes `H` tiles of `W` lanes, which lie in neighbouring rows, and gives their values away.
    ///
    /// # Errors
    /// If the user's program fails there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stack<const H: usize, const W: usize>(
        self,
        first: [usize; R],
        mut put: impl FnMut(usize, usize, Self::Stored),
    ) -> Result<()> {
        let mut at = first;
        for tile in 0..H {
            at[R - 2] = first[R - 2] + tile;
            self.tile::<W>(at, |lane, stored| put(tile, lane, stored))?;
        }
        Ok(())
    }
}

/// A kernel whose lanes store and give values that are combined.
pub trait Reduce<const R: usize>: Copy + Sync {
    /// What a lane stores.
    type Stored: Stored;
    /// What a lane gives.
    type Value: Stored;
    /// Whether values may be combined in any order.
    const COMMUTATIVE: bool;
    /// What a lane costs, in additions.
    fn cost(self) -> usize;

    /// Whether only the run tells how long a lane takes: its cost is a guess.
    const GUESSED: bool = false;

    /// The bytes of the arrays of which neighbouring lanes read elements that lie apart, where lanes
    /// do little else.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gathered(self) -> usize {
        0
    }

    /// Where the row begins that each lane goes through, and behind them where the last one ends, if the
    /// rows follow each other.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn offsets(&self) -> Option<View<'_, usize>> {
        None
    }

    /// Computes a lane.
    ///
    /// # Errors
    /// If the user's program fails there.
    fn lane(self, at: [usize; R]) -> Result<(Self::Stored, Self::Value)>;

    /// Whether [`Reduce::tile`] is better than lanes one by one: its loops go over all lanes of the
    /// tile at once.
    const TILED: bool = false;

    /// Whether tiles are so small that what their lanes carry from round to round of a loop stays in
    /// registers.
    const NARROW: bool = false;

    /// Computes `W` neighbouring lanes of a row and gives away what they store and their values.
    ///
    /// # Errors
    /// If the user's program fails there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tile<const W: usize>(
        self,
        first: [usize; R],
        mut put: impl FnMut(usize, (Self::Stored, Self::Value)),
    ) -> Result<()> {
        let mut at = first;
        for lane in 0..W {
            at[R - 1] = first[R - 1] + lane;
            put(lane, self.lane(at)?);
        }
        Ok(())
    }

    /// Its code for devices, if it has some.
    const DEVICE: Option<DeviceKernel> = None;

    /// What that code gets; the columns that the lanes store come after it.
    fn arguments(self, _arguments: &mut Arguments) {}

    /// A bit for each reduction, if some values decide what all lanes give together, as those of `any` and
    /// `all` do. Lanes of such a kernel store nothing, and cannot fail.
    const DECIDES: usize = 0;

    /// The bits of those that this value decides.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decided(_value: Self::Value) -> usize {
        0
    }

    /// Combines two values, the left one first.
    ///
    /// # Errors
    /// If the user's operator fails.
    fn combine(self, a: Self::Value, b: Self::Value) -> Result<Self::Value>;

    /// Whether [`Reduce::follow`] is something else than [`Reduce::combine`], and needs lanes in their order.
    const FOLLOWS: bool = false;

    /// Combines the value of a lane and that of a later one.
    ///
    /// # Errors
    /// If the user's operator fails.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn follow(self, a: Self::Value, b: Self::Value) -> Result<Self::Value> {
        self.combine(a, b)
    }

    /// Combines what a reduction begins with and what its lanes gave.
    ///
    /// # Errors
    /// If the user's operator fails.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start(self, initial: Self::Value, value: Self::Value) -> Result<Self::Value> {
        self.combine(initial, value)
    }
}

type Buffers<S> = <S as Stored>::Buffers;

/// What a reduction gives: what its lanes stored, and their values combined.
pub type Reduced<const R: usize, K> = (Buffers<<K as Reduce<R>>::Stored>, <K as Reduce<R>>::Value);

/// Runs a map over an index space.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn map<const R: usize, K: Map<R>>(
    proven: Proven,
    site: u32,
    space: [usize; R],
    kernel: K,
) -> Result<Buffers<K::Stored>> {
    if let Some(buffers) = crate::cuda::lanes::map(site, space, kernel)? {
        return Ok(buffers);
    }
    let count = crate::buffer::count(site, &space)?;
    let mut buffers = K::Stored::reserve(proven, site, count)?;
    let raw = K::Stored::spare(&mut buffers);
    let level = level::for_gathers(kernel.gathered());
    if const { K::GUESSED } {
        demand::lanes::map(kernel, space, count, raw, level)?;
        // SAFETY: every lane has stored at its own place.
        unsafe { K::Stored::filled(&mut buffers, count) };
        return Ok(buffers);
    }
    let lanes = Lanes {
        count,
        cost: if K::STACKED { kernel.cost().div_ceil(TOGETHER) } else { kernel.cost() },
        row: ((K::TILED || K::ACROSS) && R > 1).then(|| space[R - 1]),
        narrow: K::NARROW && R == 1,
        offsets: kernel.offsets(),
    };
    lanes.map(&|lanes| level::run_at(level, MapBlock { kernel, space, lanes, raw }))?;
    // SAFETY: every lane of every block has stored at its own place.
    unsafe { K::Stored::filled(&mut buffers, count) };
    Ok(buffers)
}

/// The lanes of a map. What is here is compiled once, and not for each kernel.
struct Lanes<'a> {
    count: usize,
    /// What one costs, in additions.
    cost: usize,
    /// How many a row has, if they go in tiles that several rows follow.
    row: Option<usize>,
    /// Whether blocks have a tile at least.
    narrow: bool,
    offsets: Option<View<'a, usize>>,
}

impl Lanes<'_> {
    /// Runs them in blocks.
    fn map(self, run: Run<'_, ()>) -> Result<()> {
        let Lanes { count, cost, row, narrow, offsets } = self;
        let mut size = block_size(count, cost);
        if let Some(row) = row
            && size < count
        {
            // Whole rows, several of them: a column of tiles uses the same data.
            let rows = (count / row).div_ceil(BLOCKS_OF_TILES).min(ROWS_OF_TILES);
            size = size.div_ceil(row).max(rows) * row;
        }
        if narrow {
            size = size.max(tiles::least_size(count));
        }
        let elements = Elements::new(offsets, count, cost);
        let ending = Ending::new();
        let nothing = |(), ()| Ok(());
        let block = |lanes| elements.for_parts(lanes, &ending, run, &nothing);
        for_blocks_of(count, cost, size, &ending, &block, &nothing).map(|_| ())
    }
}

/// Runs a reduction over an index space: what the lanes store, and their values combined, after
/// an initial value.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn reduce<const R: usize, K: Reduce<R>>(
    proven: Proven,
    site: u32,
    space: [usize; R],
    initial: K::Value,
    kernel: K,
) -> Result<Reduced<R, K>> {
    if let Some(reduced) = crate::cuda::lanes::reduce(site, space, initial, kernel)? {
        return Ok(reduced);
    }
    let count = crate::buffer::count(site, &space)?;
    let mut buffers = K::Stored::reserve(proven, site, count)?;
    let raw = K::Stored::spare(&mut buffers);
    let value = if count == 0 {
        None
    } else if !K::GUESSED && count < 2 * TILE && count.saturating_mul(kernel.cost()) < LITTLE {
        Some(little(kernel, space, count, raw)?)
    } else if const { K::DECIDES != 0 && !K::GUESSED } {
        until_decided(kernel, space, count, raw)?
    } else if const { K::DECIDES != 0 } {
        demand::lanes::until_decided(kernel, space, count, raw)?
    } else {
        let level = level::for_gathers(kernel.gathered());
        let elements = Elements::new(kernel.offsets(), count, kernel.cost());
        let ending = Ending::new();
        let both = |a, b| kernel.combine(a, b);
        let size = block_size(count, kernel.cost());
        for_blocks_of(
            count,
            kernel.cost(),
            if K::TILED { size.max(SMALL_TILE) } else { size },
            &ending,
            &|lanes| {
                let run = |lanes| {
                    let block = Block { kernel, space, lanes, raw };
                    match const { K::GUESSED } {
                        true => demand::lanes::reduce(site, block, level),
                        false => level::run_at(level, block),
                    }
                };
                elements.for_parts(lanes, &ending, &run, &both)
            },
            &both,
        )?
    };
    // SAFETY: every lane of every block has stored at its own place; those that decide store nothing.
    unsafe { K::Stored::filled(&mut buffers, count) };
    let value = match value {
        Some(value) => kernel.start(initial, value)?,
        None => initial,
    };
    Ok((buffers, value))
}

/// The values of the lanes combined, as far as they are needed to know what all give.
fn until_decided<const R: usize, K: Reduce<R>>(
    kernel: K,
    space: [usize; R],
    count: usize,
    raw: <K::Stored as Stored>::Raw,
) -> Result<Option<K::Value>> {
    let decided = AtomicUsize::new(0);
    let level = level::for_gathers(kernel.gathered());
    let step = (STEP / kernel.cost().max(1)).max(1);
    let both = |a: Option<K::Value>, b: Option<K::Value>| match (a, b) {
        (Some(a), Some(b)) => kernel.combine(a, b).map(Some),
        (a, b) => Ok(a.or(b)),
    };
    let run = |block: Range<usize>| {
        let mut total = None;
        for start in block.clone().step_by(step) {
            if decided.load(Ordering::Relaxed) == K::DECIDES {
                break;
            }
            let lanes = start..block.end.min(start + step);
            let value = level::run_at(level, Block { kernel, space, lanes, raw })?;
            decided.fetch_or(K::decided(value), Ordering::Relaxed);
            total = both(total, Some(value))?;
        }
        Ok(total)
    };
    Ok(for_blocks(count, kernel.cost(), &run, &both)?.flatten())
}

/// A block of lanes.
pub(super) struct Block<const R: usize, K: Reduce<R>> {
    pub(super) kernel: K,
    pub(super) space: [usize; R],
    pub(super) lanes: Range<usize>,
    pub(super) raw: <K::Stored as Stored>::Raw,
}

impl<const R: usize, K: Reduce<R>> level::Task for Block<R, K> {
    type Output = Result<K::Value>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(self, _: level::Level) -> Self::Output {
        let Block { kernel, space, lanes, raw } = self;
        if const { K::COMMUTATIVE && !K::TILED } && lanes.len() >= 2 * TILE {
            return in_lanes(kernel, space, lanes, raw);
        }
        in_order(kernel, space, lanes, raw)
    }
}

/// Combines the values of a few lanes that have little to do.
#[inline(never)]
fn little<const R: usize, K: Reduce<R>>(
    kernel: K,
    space: [usize; R],
    count: usize,
    raw: <K::Stored as Stored>::Raw,
) -> Result<K::Value> {
    in_order(kernel, space, 0..count, raw)
}

/// Combines values in the order of the lanes, which are computed in tiles where these are better.
#[cfg_attr(not(debug_assertions), inline(always))]
fn in_order<const R: usize, K: Reduce<R>>(
    kernel: K,
    space: [usize; R],
    lanes: Range<usize>,
    raw: <K::Stored as Stored>::Raw,
) -> Result<K::Value> {
    let mut position = lanes.start;
    let mut total = None;
    for (first, length) in RowPieces::new(space, lanes) {
        let mut lane = 0;
        while const { K::TILED && !K::NARROW } && lane + TILE <= length {
            attempt!(tile_of::<TILE, R, K>(kernel, first, lane, raw, position, &mut total));
            lane += TILE;
        }
        while const { K::TILED } && lane + SMALL_TILE <= length {
            attempt!(tile_of::<SMALL_TILE, R, K>(kernel, first, lane, raw, position, &mut total));
            lane += SMALL_TILE;
        }
        attempt!(one_after_another(kernel, first, lane..length, raw, position, &mut total));
        position += length;
    }
    match total {
        Some(total) => Ok(total),
        None => unreachable!("a block has lanes"),
    }
}

/// A tile whose values are combined with what there is already, one after the other.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tile_of<const W: usize, const R: usize, K: Reduce<R>>(
    kernel: K,
    first: [usize; R],
    lane: usize,
    raw: <K::Stored as Stored>::Raw,
    position: usize,
    total: &mut Option<K::Value>,
) -> Result<()> {
    let (mut tile, mut values) = (K::Stored::tile(), K::Value::tile());
    let mut at = first;
    at[R - 1] += lane;
    attempt!(kernel.tile::<W>(at, |offset, (stored, value)| {
        stored.put(&mut tile, offset);
        value.put(&mut values, offset);
    }));
    // SAFETY: a block writes at its own lanes only, and a tile puts all its values.
    unsafe { K::Stored::flush(&tile, raw, position + lane, W) };
    for offset in 0..W {
        // SAFETY: the tile has put a value there.
        let value = unsafe { K::Value::take(&values, offset) };
        *total = Some(attempt!(added(kernel, *total, value)));
    }
    Ok(())
}

/// Neighbouring lanes whose values are combined with what there is already, one after the other.
#[cfg_attr(not(debug_assertions), inline(always))]
fn one_after_another<const R: usize, K: Reduce<R>>(
    kernel: K,
    first: [usize; R],
    lanes: Range<usize>,
    raw: <K::Stored as Stored>::Raw,
    position: usize,
    total: &mut Option<K::Value>,
) -> Result<()> {
    let mut at = first;
    for lane in lanes {
        at[R - 1] = first[R - 1] + lane;
        let (stored, value) = attempt!(kernel.lane(at));
        // SAFETY: a block writes at its own lanes only.
        unsafe { stored.write(raw, position + lane) };
        *total = Some(attempt!(added(kernel, *total, value)));
    }
    Ok(())
}

/// What lanes give, with what the next one gives.
#[cfg_attr(not(debug_assertions), inline(always))]
fn added<const R: usize, K: Reduce<R>>(
    kernel: K,
    total: Option<K::Value>,
    value: K::Value,
) -> Result<K::Value> {
    match total {
        None => Ok(value),
        Some(total) => kernel.combine(total, value),
    }
}

/// Combines values in several accumulators, one for each lane of a tile, so that the loop over a
/// tile has no chain through it; then the accumulators, as a tree.
#[cfg_attr(not(debug_assertions), inline(always))]
fn in_lanes<const R: usize, K: Reduce<R>>(
    kernel: K,
    space: [usize; R],
    lanes: Range<usize>,
    raw: <K::Stored as Stored>::Raw,
) -> Result<K::Value> {
    let mut position = lanes.start;
    let mut accumulators: Option<<K::Value as Stored>::Tile> = None;
    let mut rest: Option<K::Value> = None;
    for (first, length) in RowPieces::new(space, lanes) {
        let mut at = first;
        let mut lane = 0;
        if accumulators.is_none() && length >= TILE {
            let mut tile = K::Stored::tile();
            let mut values = K::Value::tile();
            for offset in 0..TILE {
                at[R - 1] = first[R - 1] + offset;
                let (stored, value) = attempt!(kernel.lane(at));
                stored.put(&mut tile, offset);
                value.put(&mut values, offset);
            }
            // SAFETY: a block writes at its own lanes only.
            unsafe { K::Stored::flush(&tile, raw, position, TILE) };
            accumulators = Some(values);
            lane = TILE;
        }
        if let Some(values) = &mut accumulators {
            // Two places at a time, unless an accumulator must have its lanes in their order.
            let half = if K::FOLLOWS { 0 } else { (length - lane) / (2 * TILE) * TILE };
            let end = lane + half;
            while lane < end {
                attempt!(one_more_tile(kernel, first, lane, raw, position, values));
                attempt!(one_more_tile(kernel, first, lane + half, raw, position, values));
                lane += TILE;
            }
            lane += half;
            while lane + TILE <= length {
                attempt!(one_more_tile(kernel, first, lane, raw, position, values));
                lane += TILE;
            }
        }
        attempt!(one_after_another(kernel, first, lane..length, raw, position, &mut rest));
        position += length;
    }
    let total = match accumulators {
        Some(values) => Some(folded(kernel, values)?),
        None => None,
    };
    match (total, rest) {
        (Some(total), Some(rest)) => kernel.combine(total, rest),
        (Some(total), None) | (None, Some(total)) => Ok(total),
        (None, None) => unreachable!("a block has lanes"),
    }
}

/// A tile whose values are combined with those of the tiles before.
#[cfg_attr(not(debug_assertions), inline(always))]
fn one_more_tile<const R: usize, K: Reduce<R>>(
    kernel: K,
    first: [usize; R],
    lane: usize,
    raw: <K::Stored as Stored>::Raw,
    position: usize,
    values: &mut <K::Value as Stored>::Tile,
) -> Result<()> {
    let mut at = first;
    let mut tile = K::Stored::tile();
    for offset in 0..TILE {
        at[R - 1] = first[R - 1] + lane + offset;
        let (stored, value) = attempt!(kernel.lane(at));
        stored.put(&mut tile, offset);
        // SAFETY: the first tile has put a value there.
        let total = unsafe { K::Value::take(values, offset) };
        attempt!(kernel.follow(total, value)).put(values, offset);
    }
    // SAFETY: a block writes at its own lanes only.
    unsafe { K::Stored::flush(&tile, raw, position + lane, TILE) };
    Ok(())
}

/// The values of a full tile, combined: the second half into the first, again and again.
#[cfg_attr(not(debug_assertions), inline(always))]
fn folded<const R: usize, K: Reduce<R>>(
    kernel: K,
    mut values: <K::Value as Stored>::Tile,
) -> Result<K::Value> {
    let mut width = TILE / 2;
    while width > 0 {
        for offset in 0..width {
            // SAFETY: the tile is full.
            let (a, b) = unsafe {
                (K::Value::take(&values, offset), K::Value::take(&values, offset + width))
            };
            attempt!(kernel.combine(a, b)).put(&mut values, offset);
        }
        width /= 2;
    }
    // SAFETY: the tile is full.
    Ok(unsafe { K::Value::take(&values, 0) })
}
