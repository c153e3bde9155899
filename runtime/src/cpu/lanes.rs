//! Maps and reductions: lanes that store at their own places, and values combined over all of
//! them.

use std::ops::Range;

use super::blocks::{for_blocks, for_rows};
use super::level;
use super::stored::Stored;
use crate::failure::Failure;

/// How many neighbouring lanes are computed in one loop.
pub const TILE: usize = 64;

/// A kernel whose lanes store.
pub trait Map<const R: usize>: Copy + Sync {
    /// What a lane stores.
    type Stored: Stored;
    /// What a lane costs, in additions.
    fn cost(self) -> usize;
    /// Computes a lane.
    ///
    /// # Errors
    /// If the user's program fails there.
    fn lane(self, at: [usize; R]) -> Result<Self::Stored, Failure>;
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
    /// Computes a lane.
    ///
    /// # Errors
    /// If the user's program fails there.
    fn lane(self, at: [usize; R]) -> Result<(Self::Stored, Self::Value), Failure>;
    /// Combines two values, the left one first.
    ///
    /// # Errors
    /// If the user's operator fails.
    fn combine(self, a: Self::Value, b: Self::Value) -> Result<Self::Value, Failure>;
}

/// A map is a reduction of nothing.
#[derive(Clone, Copy)]
struct Mapped<K>(K);

impl<const R: usize, K: Map<R>> Reduce<R> for Mapped<K> {
    type Stored = K::Stored;
    type Value = ();
    const COMMUTATIVE: bool = true;

    fn cost(self) -> usize {
        self.0.cost()
    }

    #[inline(always)]
    fn lane(self, at: [usize; R]) -> Result<(K::Stored, ()), Failure> {
        Ok((self.0.lane(at)?, ()))
    }

    #[inline(always)]
    fn combine(self, (): (), (): ()) -> Result<(), Failure> {
        Ok(())
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
    site: u32,
    space: [usize; R],
    kernel: K,
) -> Result<Buffers<K::Stored>, Failure> {
    Ok(reduce(site, space, (), Mapped(kernel))?.0)
}

/// Runs a reduction over an index space: what the lanes store, and their values combined, after
/// an initial value.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn reduce<const R: usize, K: Reduce<R>>(
    site: u32,
    space: [usize; R],
    initial: K::Value,
    kernel: K,
) -> Result<Reduced<R, K>, Failure> {
    let count = crate::buffer::count(site, &space)?;
    let mut buffers = K::Stored::reserve(site, count)?;
    let raw = K::Stored::spare(&mut buffers);
    let value = for_blocks(
        count,
        kernel.cost(),
        &|lanes| level::run(Block { kernel, space, lanes, raw }),
        &|a, b| kernel.combine(a, b),
    )?;
    // SAFETY: every lane of every block has stored at its own place.
    unsafe { K::Stored::filled(&mut buffers, count) };
    let value = match value {
        Some(value) => kernel.combine(initial, value)?,
        None => initial,
    };
    Ok((buffers, value))
}

/// A block of lanes.
struct Block<const R: usize, K: Reduce<R>> {
    kernel: K,
    space: [usize; R],
    lanes: Range<usize>,
    raw: <K::Stored as Stored>::Raw,
}

impl<const R: usize, K: Reduce<R>> level::Task for Block<R, K> {
    type Output = Result<K::Value, Failure>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Block { kernel, space, lanes, raw } = self;
        if size_of::<K::Value>() > 0 && K::COMMUTATIVE && lanes.len() >= 2 * TILE {
            return in_lanes(kernel, space, lanes, raw);
        }
        in_order(kernel, space, lanes, raw)
    }
}

/// Combines values in the order of the lanes.
#[inline(always)]
fn in_order<const R: usize, K: Reduce<R>>(
    kernel: K,
    space: [usize; R],
    lanes: Range<usize>,
    raw: <K::Stored as Stored>::Raw,
) -> Result<K::Value, Failure> {
    let mut position = lanes.start;
    let mut total = None;
    for_rows(space, lanes, |first, length| {
        let mut at = first;
        let mut lane = 0;
        if size_of::<K::Value>() == 0 {
            // Nothing is combined: tiles of independent lanes.
            while lane + TILE <= length {
                let mut tile = K::Stored::tile();
                for offset in 0..TILE {
                    at[R - 1] = first[R - 1] + lane + offset;
                    let (stored, value) = kernel.lane(at)?;
                    stored.put(&mut tile, offset);
                    total = Some(value);
                }
                // SAFETY: a block writes at its own lanes only.
                unsafe { K::Stored::flush(&tile, raw, position + lane) };
                lane += TILE;
            }
        }
        while lane < length {
            at[R - 1] = first[R - 1] + lane;
            let (stored, value) = kernel.lane(at)?;
            // SAFETY: a block writes at its own lanes only.
            unsafe { stored.write(raw, position + lane) };
            total = Some(match total {
                None => value,
                Some(total) => kernel.combine(total, value)?,
            });
            lane += 1;
        }
        position += length;
        Ok(())
    })?;
    match total {
        Some(total) => Ok(total),
        None => unreachable!("a block has lanes"),
    }
}

/// Combines values in several accumulators, one for each lane of a tile, so that the loop over a
/// tile has no chain through it; then the accumulators, as a tree.
#[inline(always)]
fn in_lanes<const R: usize, K: Reduce<R>>(
    kernel: K,
    space: [usize; R],
    lanes: Range<usize>,
    raw: <K::Stored as Stored>::Raw,
) -> Result<K::Value, Failure> {
    let mut position = lanes.start;
    let mut accumulators: Option<<K::Value as Stored>::Tile> = None;
    let mut rest: Option<K::Value> = None;
    for_rows(space, lanes, |first, length| {
        let mut at = first;
        let mut lane = 0;
        if accumulators.is_none() && length >= TILE {
            let mut tile = K::Stored::tile();
            let mut values = K::Value::tile();
            for offset in 0..TILE {
                at[R - 1] = first[R - 1] + offset;
                let (stored, value) = kernel.lane(at)?;
                stored.put(&mut tile, offset);
                value.put(&mut values, offset);
            }
            // SAFETY: a block writes at its own lanes only.
            unsafe { K::Stored::flush(&tile, raw, position) };
            accumulators = Some(values);
            lane = TILE;
        }
        if let Some(values) = &mut accumulators {
            while lane + TILE <= length {
                let mut tile = K::Stored::tile();
                for offset in 0..TILE {
                    at[R - 1] = first[R - 1] + lane + offset;
                    let (stored, value) = kernel.lane(at)?;
                    stored.put(&mut tile, offset);
                    // SAFETY: the first tile has put a value there.
                    let total = unsafe { K::Value::take(values, offset) };
                    kernel.combine(total, value)?.put(values, offset);
                }
                // SAFETY: a block writes at its own lanes only.
                unsafe { K::Stored::flush(&tile, raw, position + lane) };
                lane += TILE;
            }
        }
        while lane < length {
            at[R - 1] = first[R - 1] + lane;
            let (stored, value) = kernel.lane(at)?;
            // SAFETY: a block writes at its own lanes only.
            unsafe { stored.write(raw, position + lane) };
            rest = Some(match rest {
                None => value,
                Some(rest) => kernel.combine(rest, value)?,
            });
            lane += 1;
        }
        position += length;
        Ok(())
    })?;
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

/// The values of a full tile, combined: the second half into the first, again and again.
#[inline(always)]
fn folded<const R: usize, K: Reduce<R>>(
    kernel: K,
    mut values: <K::Value as Stored>::Tile,
) -> Result<K::Value, Failure> {
    let mut width = TILE / 2;
    while width > 0 {
        for offset in 0..width {
            // SAFETY: the tile is full.
            let (a, b) = unsafe {
                (K::Value::take(&values, offset), K::Value::take(&values, offset + width))
            };
            kernel.combine(a, b)?.put(&mut values, offset);
        }
        width /= 2;
    }
    // SAFETY: the tile is full.
    Ok(unsafe { K::Value::take(&values, 0) })
}
