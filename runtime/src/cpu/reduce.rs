//! Reductions: lanes that store at their own places, and values combined over all of them.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::balanced_cuts::BalancedCuts;
use super::blocks::{block_size, for_blocks, for_blocks_of};
use super::demand;
use super::ending::Ending;
use super::reduce_block::{Block, little};
use crate::failure::Result;
use crate::isa;
use crate::kernel::lane_value::LaneValue;
use crate::kernel::reduce::{Reduce, Reduced};
use crate::kernel::sizes::{SMALL_TILE, TILE};
use crate::proven::Proven;

/// The cost of the lanes, in additions, that run between two questions if they have decided.
const STEP: usize = 1 << 16;

/// Lanes that cost less together, in additions, run without a choice of instructions, which would take too
/// long.
const LITTLE: usize = 1 << 10;

/// Runs a reduction over an index space: returns the values that the lanes store, and their values combined,
/// after an initial value.
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
    let count = crate::buffer::count(site, &space)?;
    let mut buffers = K::Stored::reserve(proven, site, count)?;
    let raw = K::Stored::spare(&mut buffers);
    let value = if count == 0 {
        None
    } else if !K::GUESSED && count < 2 * TILE && count.saturating_mul(kernel.cost()) < LITTLE {
        Some(little(kernel, space, count, raw)?)
    } else if const { K::SHORT_CIRCUIT != 0 && !K::GUESSED } {
        until_decided(kernel, space, count, raw)?
    } else if const { K::SHORT_CIRCUIT != 0 } {
        demand::lanes::until_decided(kernel, space, count, raw)?
    } else {
        let level = isa::for_gathers(kernel.gather_bytes());
        let elements = BalancedCuts::new(kernel.offsets(), count, kernel.cost());
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
                        false => isa::run_at(level, block),
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

/// The values of the lanes combined, as far as they are needed to know the result of all.
fn until_decided<const R: usize, K: Reduce<R>>(
    kernel: K,
    space: [usize; R],
    count: usize,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
) -> Result<Option<K::Value>> {
    let decided = AtomicUsize::new(0);
    let level = isa::for_gathers(kernel.gather_bytes());
    let step = (STEP / kernel.cost().max(1)).max(1);
    let both = |a: Option<K::Value>, b: Option<K::Value>| match (a, b) {
        (Some(a), Some(b)) => kernel.combine(a, b).map(Some),
        (a, b) => Ok(a.or(b)),
    };
    let run = |block: Range<usize>| {
        let mut total = None;
        for start in block.clone().step_by(step) {
            if decided.load(Ordering::Relaxed) == K::SHORT_CIRCUIT {
                break;
            }
            let lanes = start..block.end.min(start + step);
            let value = isa::run_at(level, Block { kernel, space, lanes, raw })?;
            decided.fetch_or(K::decided(value), Ordering::Relaxed);
            total = both(total, Some(value))?;
        }
        Ok(total)
    };
    Ok(for_blocks(count, kernel.cost(), &run, &both)?.flatten())
}
