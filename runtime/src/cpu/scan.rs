//! Scans: values combined from lane to lane.

use std::ops::Range;

use super::blocks::block_size;
use super::chain::{self, Chain};
use super::demand::Slots;
use super::demand::scan::{Computed, OnDemand};
use super::scan_block::{Finish, SaveValues, Total};
use crate::failure::Result;
use crate::isa;
use crate::kernel::base::Combines;
use crate::kernel::lane_value::LaneValue;
use crate::kernel::scan::{Scan, Scanned};
use crate::proven::Proven;

/// Up to this cost a lane is computed again, rather than kept, for the second part of its block.
const AGAIN: usize = 24;

/// Runs a scan over `count` lanes, from an initial state: returns the values that the lanes store, and those
/// that are reduced, combined after an initial value.
///
/// # Errors
/// If the user's program fails, or memory is short.
pub fn scan<K: Scan>(
    proven: Proven,
    site: u32,
    count: usize,
    state: K::Value,
    initial: K::Reduced,
    kernel: K,
) -> Result<Scanned<K>> {
    let mut buffers = K::Stored::reserve(proven, site, count)?;
    let raw = K::Stored::spare(&mut buffers);
    let cost = kernel.cost() + 4;
    let total = if count == 0 {
        initial
    } else if count <= block_size(count, cost) {
        // A single block needs no totals.
        let reduced = match const { K::GUESSED } {
            true => OnDemand { site, kernel, raw }.alone(0..count, state)?,
            false => isa::run(Finish { kernel, raw, lanes: 0..count, state, values: &[] })?,
        };
        kernel.start_reduction(initial, reduced)?
    } else {
        let scanning = Scanning { site, kernel, raw, keep: cost > AGAIN };
        let offsets = kernel.offsets();
        let (_, reduced) = chain::run(site, count, cost, K::GUESSED, offsets, state, &scanning)?;
        chain::total(
            initial,
            &reduced,
            |initial, value| kernel.start_reduction(initial, value),
            |a, b| kernel.reduce(a, b),
        )?
    };
    // SAFETY: every lane of every block has stored at its own place.
    unsafe { K::Stored::filled(&mut buffers, count) };
    Ok((buffers, total))
}

/// A scan as a chain: blocks combine their values to a total, wait for the state before them, and then run
/// through their values once more.
struct Scanning<K: Scan> {
    site: u32,
    kernel: K,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    /// True if values are kept for the second part.
    keep: bool,
}

/// The results of the first part of a block.
struct Values<T, V> {
    /// The results of the lanes, if they are kept.
    lanes: Vec<(T, V)>,
    /// The same, if the lanes run on demand.
    slots: Option<Slots<(T, V)>>,
    total: Option<V>,
}

type ValuesOf<K> = Values<<K as Scan>::Saved, <K as Combines>::Value>;

impl<K: Scan> Chain for Scanning<K> {
    type State = K::Value;
    type Scratch = ValuesOf<K>;
    type Output = K::Reduced;

    fn scratch(&self) -> ValuesOf<K> {
        Values { lanes: Vec::new(), slots: None, total: None }
    }

    fn begin(&self, lanes: Range<usize>, values: &mut ValuesOf<K>) -> Result<()> {
        if const { K::GUESSED } {
            let Scanning { site, kernel, raw, .. } = *self;
            let mut slots = Slots::new(site, &lanes)?;
            let places = slots.places();
            let on_demand = OnDemand { site, kernel, raw };
            on_demand.begin(lanes.clone(), places).map_err(|(_, failure)| failure)?;
            let kernel = Computed { kernel, values: places, states: None };
            values.total = match self.keep {
                true => isa::run(SaveValues { site, kernel, lanes, kept: &mut Vec::new() })?,
                false => isa::run(Total { kernel, lanes })?,
            };
            values.slots = Some(slots);
            return Ok(());
        }
        values.total = if self.keep {
            isa::run(SaveValues {
                site: self.site,
                kernel: self.kernel,
                lanes,
                kept: &mut values.lanes,
            })?
        } else {
            isa::run(Total { kernel: self.kernel, lanes })?
        };
        Ok(())
    }

    fn pass(&self, state: K::Value, values: &ValuesOf<K>) -> Result<K::Value> {
        match values.total {
            Some(total) => self.kernel.combine(state, total),
            None => Ok(state),
        }
    }

    fn finish(
        &self,
        lanes: Range<usize>,
        state: K::Value,
        values: &mut ValuesOf<K>,
    ) -> Result<K::Reduced> {
        let Scanning { site, kernel, raw, .. } = *self;
        if const { K::GUESSED } {
            let Some(mut slots) = values.slots.take() else {
                unreachable!("a block is begun before it is finished")
            };
            return OnDemand { site, kernel, raw }.finish(lanes, state, slots.places());
        }
        isa::run(Finish { kernel, raw, lanes, state, values: &values.lanes })
    }
}
