//! Rows of lengths of their own, one after the other.
//!
//! The lengths of the rows are known only when the rows are there. So each block of lanes puts its rows
//! behind each other, and the blocks are put together as they come ([`collect`]).

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::demand::{self, Failed, Grain, Places, Slots};
use super::ordered_blocks::lock;
use super::{chain, collect};
use crate::failure::Result;
use crate::isa;
use crate::kernel::append::{Append, AppendColumns, Appended};
use crate::kernel::block_outputs::BlockOutputs;
use crate::kernel::lane_value::LaneValue;
use crate::memory::push;
use crate::proven::Proven;

/// Runs `count` lanes that append rows; their values are combined after an initial value.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn append<K: Append>(
    proven: Proven,
    site: u32,
    count: usize,
    initial: K::Value,
    kernel: K,
) -> Result<Appended<K>> {
    let mut stored = K::Stored::reserve(proven, site, count)?;
    let raw = K::Stored::spare(&mut stored);
    let cost = kernel.cost() + 8;
    let (whole, values) = collect::collect(
        site,
        count,
        cost,
        K::GUESSED,
        kernel.offsets(),
        &|lanes, groups: &mut K::Rows| {
            groups.reserve(site, lanes.len())?;
            match const { K::GUESSED } {
                true => on_demand(site, kernel, raw, lanes, groups),
                false => isa::run(Collect { kernel, stored: raw, groups, lanes }),
            }
        },
    )?;
    let total = chain::total(
        initial,
        &values,
        |initial, value| kernel.start(initial, value),
        |a, b| kernel.combine(a, b),
    )?;
    // SAFETY: every lane has stored at its own place.
    unsafe { K::Stored::filled(&mut stored, count) };
    Ok((stored, whole, total))
}

/// Runs a block of lanes of which only the run tells how long they take. Lanes that follow the rows in
/// `groups` append their rows there, others to groups of their own, which are put behind it in the end.
fn on_demand<K: Append>(
    site: u32,
    kernel: K,
    stored: <K::Stored as LaneValue>::ColumnPtrs,
    lanes: Range<usize>,
    groups: &mut K::Rows,
) -> Result<K::Value> {
    let mut slots = Slots::new(site, &lanes)?;
    let values: Places<K::Value> = slots.places();
    let first = Mutex::new((lanes.start, groups));
    let later = Mutex::new(Vec::new());
    let step = |lanes: Range<usize>, wanted: &AtomicBool| {
        let (start, count) = (lanes.start, lanes.len());
        let run = |groups: &mut K::Rows| {
            isa::run(Stretch { kernel, stored, values, groups, lanes, wanted })
        };
        if let Ok(mut first) = first.try_lock()
            && first.0 == start
        {
            first.0 = run(&mut *first.1)?;
            return Ok(first.0);
        }
        let short = |failure| (start, failure);
        let mut groups = K::Rows::empty(Proven::HERE);
        groups.reserve(site, count).map_err(short)?;
        let reached = run(&mut groups)?;
        push(&mut lock(&later), site, (start, groups)).map_err(short)?;
        Ok(reached)
    };
    let given = demand::for_lanes::<K>(lanes.clone(), Grain::of(lanes.len(), false), &step);
    let combined = |mut lanes: Range<usize>| {
        // SAFETY: the lanes are done, and have left their values.
        let value = |lane| unsafe { values.at(lane) };
        let Some(first) = lanes.next() else { unreachable!("a block has lanes") };
        lanes.try_fold(value(first), |total, lane| kernel.combine(total, value(lane)))
    };
    if given.is_ok() {
        let (_, groups) = first.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut later = later.into_inner().unwrap_or_else(PoisonError::into_inner);
        later.sort_unstable_by_key(|(start, _)| *start);
        for (_, part) in later {
            groups.join(site, part)?;
        }
    }
    demand::go_on(given, lanes, combined)
}

/// Neighbouring lanes, which append their rows and leave their values.
struct Stretch<'a, K: Append> {
    kernel: K,
    stored: <K::Stored as LaneValue>::ColumnPtrs,
    values: Places<K::Value>,
    groups: &'a mut K::Rows,
    lanes: Range<usize>,
    wanted: &'a AtomicBool,
}

impl<K: Append> isa::Task for Stretch<'_, K> {
    type Output = std::result::Result<usize, Failed>;

    #[inline(always)]
    fn run(self, _: isa::Level) -> Self::Output {
        let Stretch { kernel, stored: raw, values, groups, lanes, wanted } = self;
        for at in lanes.clone() {
            match kernel.lane(at, groups) {
                // SAFETY: a lane writes at its own places only.
                Ok((stored, value)) => unsafe {
                    stored.write(raw, at);
                    values.put(at, value);
                },
                Err(failure) => return Err((at, failure)),
            }
            if wanted.load(Ordering::Relaxed) {
                return Ok(at + 1);
            }
        }
        Ok(lanes.end)
    }
}

/// A block, which appends its rows to those that are there.
struct Collect<'a, K: Append> {
    kernel: K,
    stored: <K::Stored as LaneValue>::ColumnPtrs,
    groups: &'a mut K::Rows,
    lanes: Range<usize>,
}

impl<K: Append> isa::Task for Collect<'_, K> {
    type Output = Result<K::Value>;

    #[inline(always)]
    fn run(self, _: isa::Level) -> Self::Output {
        let Collect { kernel, stored: raw, groups, lanes } = self;
        let mut total = None;
        for at in lanes {
            let (stored, value) = attempt!(kernel.lane(at, groups));
            // SAFETY: a block writes at its own lanes only.
            unsafe { stored.write(raw, at) };
            total = Some(match total {
                None => value,
                Some(total) => attempt!(kernel.combine(total, value)),
            });
        }
        match total {
            Some(total) => Ok(total),
            None => unreachable!("a block has lanes"),
        }
    }
}
