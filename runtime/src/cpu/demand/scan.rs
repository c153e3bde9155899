//! Scans on demand.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::{Failed, Grain, Leave, Places, Slots, Stretch, for_lanes, go_on};
use crate::cores::scan_block::Finish;
use crate::failure::Result;
use crate::isa;
use crate::kernel::base::{Combines, Kernel};
use crate::kernel::lane_value::LaneValue;
use crate::kernel::scan::Scan;

/// Scans of whose lanes only the run tells how long they take: their work before and after values are
/// combined is done on demand.
pub(in crate::cores) struct OnDemand<K: Scan> {
    pub(in crate::cores) site: u32,
    pub(in crate::cores) kernel: K,
    pub(in crate::cores) raw: <K::Stored as LaneValue>::ColumnPtrs,
}

/// Memory in which each lane leaves its results before they are combined.
pub(in crate::cores) type PlacesOf<K> = Places<(<K as Scan>::Saved, <K as Combines>::Value)>;

impl<K: Scan> OnDemand<K> {
    /// Runs all lanes as one block.
    ///
    /// # Errors
    /// If the user's program fails there, or memory is short.
    pub(in crate::cores) fn alone(
        &self,
        lanes: Range<usize>,
        state: K::Value,
    ) -> Result<K::Reduced> {
        let mut slots = Slots::new(self.site, &lanes)?;
        let values = slots.places();
        let done = self.begin(lanes.clone(), values);
        go_on(done, lanes, |lanes| self.finish(lanes, state, values))
    }

    /// Computes lanes up to their values.
    ///
    /// # Errors
    /// If the user's program fails there.
    pub(in crate::cores) fn begin(
        &self,
        lanes: Range<usize>,
        values: PlacesOf<K>,
    ) -> std::result::Result<(), Failed> {
        let leave = Computed { kernel: self.kernel, values, states: None };
        let step = |lanes: Range<usize>, wanted: &AtomicBool| {
            isa::run(Stretch { leave, space: [usize::MAX], lanes, wanted })
        };
        for_lanes::<K>(lanes.clone(), Grain::of(lanes.len(), false), &step)
    }

    /// Combines the values, and computes the rest of the lanes.
    ///
    /// # Errors
    /// If the user's program fails there, or memory is short.
    pub(in crate::cores) fn finish(
        &self,
        lanes: Range<usize>,
        state: K::Value,
        values: PlacesOf<K>,
    ) -> Result<K::Reduced> {
        let OnDemand { site, kernel, raw } = *self;
        let mut slots = Slots::new(site, &lanes)?;
        let states = slots.places();
        let computed = Computed { kernel, values, states: Some(states) };
        let block = lanes.clone();
        isa::run(Finish { kernel: computed, raw: (), lanes: block, state, values: &[] })?;
        let mut slots = Slots::new(site, &lanes)?;
        let reduced = slots.places();
        let leave = After { kernel, raw, values, states, reduced };
        let step = |lanes: Range<usize>, wanted: &AtomicBool| {
            isa::run(Stretch { leave, space: [usize::MAX], lanes, wanted })
        };
        let done = for_lanes::<After<K>>(lanes.clone(), Grain::of(lanes.len(), false), &step);
        go_on(done, lanes, |mut lanes| {
            // SAFETY: the lanes are done, and have left their results.
            let value = |lane| unsafe { reduced.at(lane) };
            let Some(first) = lanes.next() else { unreachable!("a block has lanes") };
            lanes.try_fold(value(first), |total, lane| kernel.reduce(total, value(lane)))
        })
    }
}

/// Memory of the totals before each lane, and with it.
type StatesOf<K> = Places<(<K as Combines>::Value, <K as Combines>::Value)>;

/// Lanes that leave their values, those reduced and those kept; and a scan that finds the values there, and
/// leaves its states if they are wanted.
pub(in crate::cores) struct Computed<K: Scan> {
    pub(in crate::cores) kernel: K,
    pub(in crate::cores) values: PlacesOf<K>,
    pub(in crate::cores) states: Option<StatesOf<K>>,
}

impl<K: Scan> Clone for Computed<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Scan> Copy for Computed<K> {}

impl<K: Scan> Leave<1> for Computed<K> {
    #[inline(always)]
    fn lane(self, [at]: [usize; 1], _: usize) -> Result<()> {
        let value = attempt!(self.kernel.before(at));
        // SAFETY: a lane writes at its own place only.
        unsafe { self.values.put(at, value) };
        Ok(())
    }
}

impl<K: Scan> Kernel for Computed<K> {
    fn cost(self) -> usize {
        1
    }
}

impl<K: Scan> Combines for Computed<K> {
    type Value = K::Value;

    #[inline(always)]
    fn combine(self, a: K::Value, b: K::Value) -> Result<K::Value> {
        self.kernel.combine(a, b)
    }
}

impl<K: Scan> Scan for Computed<K> {
    type Saved = ();
    type Stored = ();
    type Reduced = ();
    const COMMUTATIVE: bool = K::COMMUTATIVE;
    const TILED: bool = K::TILED;

    #[inline(always)]
    fn before(self, at: usize) -> Result<((), K::Value)> {
        // SAFETY: the lanes have left their values before these are combined.
        Ok(((), unsafe { self.values.at(at) }.1))
    }

    #[inline(always)]
    fn after(self, at: usize, (): (), before: K::Value, with: K::Value) -> Result<((), ())> {
        if let Some(states) = self.states {
            // SAFETY: no other thread looks at the states.
            unsafe { states.put(at, (before, with)) };
        }
        Ok(((), ()))
    }

    #[inline(always)]
    fn reduce(self, (): (), (): ()) -> Result<()> {
        Ok(())
    }
}

/// Lanes after they are combined.
struct After<K: Scan> {
    kernel: K,
    raw: <K::Stored as LaneValue>::ColumnPtrs,
    values: PlacesOf<K>,
    states: StatesOf<K>,
    reduced: Places<K::Reduced>,
}

impl<K: Scan> Clone for After<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Scan> Copy for After<K> {}

impl<K: Scan> Leave<1> for After<K> {
    #[inline(always)]
    fn lane(self, [at]: [usize; 1], _: usize) -> Result<()> {
        // SAFETY: the lanes have been begun, and their values combined; each writes at its own places only.
        unsafe {
            let ((kept, _), (before, with)) = (self.values.at(at), self.states.at(at));
            let (stored, given) = attempt!(self.kernel.after(at, kept, before, with));
            stored.write(self.raw, at);
            self.reduced.put(at, given);
        }
        Ok(())
    }
}
