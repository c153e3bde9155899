//! Combinations into arrays: histograms and their relatives.
//!
//! Where the destination is small, blocks combine into copies of their own, which start empty,
//! and the copies are combined in order; otherwise the lanes run one after the other. Which it
//! is depends on the sizes alone, and so do the bits.

use std::ops::Range;

use super::blocks::for_blocks;
use super::level;
use super::stored::Stored;
use crate::failure::Failure;

/// A kernel whose lanes combine values into the places of an array.
pub trait Combine: Copy + Sync {
    /// What is combined.
    type Value: Stored;
    /// What a lane costs, in additions.
    fn cost(self) -> usize;
    /// Computes a lane: where it combines, and what; `None` if it does not.
    ///
    /// # Errors
    /// If the user's program fails there.
    fn lane(self, at: usize) -> Result<Option<(usize, Self::Value)>, Failure>;
    /// Combines two values, the old one first.
    ///
    /// # Errors
    /// If the user's operator fails.
    fn combine(self, a: Self::Value, b: Self::Value) -> Result<Self::Value, Failure>;
}

/// How many times more lanes than places there must be for blocks to have copies of their own.
const SHARE: usize = 8;

/// The largest destination that is copied for each block.
const COPIED: usize = 1 << 16;

/// Combines the values of `count` lanes into a destination of `length` places.
///
/// # Errors
/// If the user's program fails.
pub fn combine<K: Combine>(
    count: usize,
    destination: &mut <K::Value as Stored>::Buffers,
    length: usize,
    kernel: K,
) -> Result<(), Failure> {
    let raw = K::Value::raw(destination);
    let cost = kernel.cost() + 4;
    let block = super::blocks::block_size(count, cost);
    let copied = length <= COPIED && block >= SHARE * length && count > block;
    if !copied {
        return level::run(Direct { kernel, lanes: 0..count, raw, length });
    }
    let total = for_blocks(
        count,
        cost,
        &|lanes| level::run(Copied { kernel, lanes, length }),
        &|mut a: Vec<Option<K::Value>>, b: Vec<Option<K::Value>>| {
            for (a, b) in a.iter_mut().zip(b) {
                *a = match (*a, b) {
                    (Some(a), Some(b)) => Some(kernel.combine(a, b)?),
                    (a, b) => a.or(b),
                };
            }
            Ok(a)
        },
    )?;
    for (place, value) in total.into_iter().flatten().enumerate() {
        if let Some(value) = value {
            // SAFETY: there are as many copies as places, and no other thread runs.
            unsafe {
                let old = K::Value::read(raw, place);
                kernel.combine(old, value)?.write(raw, place);
            }
        }
    }
    Ok(())
}

/// Combines into the destination itself.
struct Direct<K: Combine> {
    kernel: K,
    lanes: Range<usize>,
    raw: <K::Value as Stored>::Raw,
    length: usize,
}

impl<K: Combine> level::Task for Direct<K> {
    type Output = Result<(), Failure>;

    #[inline(always)]
    fn run(self) -> Result<(), Failure> {
        let Direct { kernel, lanes, raw, length } = self;
        for at in lanes {
            if let Some((place, value)) = kernel.lane(at)? {
                debug_assert!(place < length, "place {place} of {length}");
                // SAFETY: generated code checks its places, and no other thread runs.
                unsafe {
                    let old = K::Value::read(raw, place);
                    kernel.combine(old, value)?.write(raw, place);
                }
            }
        }
        Ok(())
    }
}

/// Combines into a copy that starts empty.
struct Copied<K: Combine> {
    kernel: K,
    lanes: Range<usize>,
    length: usize,
}

impl<K: Combine> level::Task for Copied<K> {
    type Output = Result<Vec<Option<K::Value>>, Failure>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Copied { kernel, lanes, length } = self;
        let mut copy = vec![None; length];
        for at in lanes {
            if let Some((place, value)) = kernel.lane(at)? {
                let slot = &mut copy[place];
                *slot = Some(match *slot {
                    None => value,
                    Some(old) => kernel.combine(old, value)?,
                });
            }
        }
        Ok(copy)
    }
}
