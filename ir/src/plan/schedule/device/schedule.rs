//! The schedule of a kernel on a device.

use accel_abi::constants::THREADS;

use super::combining::Combining;
use super::distribution::{Distribution, Shares};
use super::precomputed_rows::PrecomputedRows;
use super::staging::Staging;
use crate::core::VarSet;

/// The way in which the lanes of a kernel run on a device.
#[derive(Clone, Debug)]
pub struct DeviceSchedule {
    /// True if lanes check something, or take memory, and so may fail.
    pub checked: bool,
    /// The arrays of a lane that it takes from a heap.
    pub from_heap: VarSet,
    /// The number of lanes that a thread computes at once.
    pub unroll_factor: usize,
    /// The number of lanes that follow each other that a thread has, if blocks work on tiles of lanes.
    pub lanes_of_thread: Option<u32>,
    /// True if the checks of a lane wait for its end.
    pub defers: bool,
    /// The way in which teams of threads can compute the lanes: eight threads of a warp, a warp, or a block.
    pub teams: Option<Teams>,
    /// Rows of the lanes that teams can compute before them.
    pub precomputed_rows: Option<PrecomputedRows>,
    /// The way in which blocks stage the elements that lanes read.
    pub staging: Option<Staging>,
    /// The way in which lanes combine values into places.
    pub combining: Option<Combining>,
    /// True if lanes claim places before they write there.
    pub claims: bool,
}

/// The way in which teams of threads compute the lanes of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Teams {
    /// True if the rows of lanes lie across the order of lanes, so that threads beside each other read
    /// elements that lie side by side.
    pub across: bool,
    /// The rows that the threads of a team share.
    pub distribution: Distribution,
}

impl Default for DeviceSchedule {
    /// A thread computes each lane.
    fn default() -> DeviceSchedule {
        DeviceSchedule {
            checked: false,
            from_heap: VarSet::new(),
            unroll_factor: 1,
            lanes_of_thread: None,
            defers: false,
            teams: None,
            precomputed_rows: None,
            staging: None,
            combining: None,
            claims: false,
        }
    }
}

impl DeviceSchedule {
    /// Returns true if lanes take arrays of their own from a heap.
    pub fn has_heap(&self) -> bool {
        !self.from_heap.is_empty()
    }

    /// The number of lanes of a tile, if blocks work on tiles of lanes that follow each other.
    pub fn lanes_of_tile(&self) -> Option<usize> {
        self.lanes_of_thread.map(|lanes| THREADS * lanes as usize)
    }

    /// Returns the way in which several blocks compute a lane, if they can.
    pub fn shares(&self) -> Option<Shares> {
        let shares = self.teams.as_ref()?.distribution.shares;
        (shares.phases > 0 || shares.uneven).then_some(shares)
    }

    /// Returns true if several blocks can compute the rows of a lane.
    pub fn is_shared(&self) -> bool {
        self.shares().is_some() || self.precomputed_rows.is_some()
    }

    /// Returns, in words, the ways in which the lanes can be computed besides by a thread each.
    pub fn forms(&self) -> Vec<&'static str> {
        let mut forms = Vec::new();
        if self.teams.is_some() {
            forms.extend(["by eights", "by warps", "by blocks"]);
        }
        match &self.precomputed_rows {
            Some(_) if self.teams.is_some() => forms.push("lengths of rows precomputed"),
            Some(_) => forms.extend(["rows precomputed", "by eights", "by warps", "by blocks"]),
            None => {}
        }
        let of_precomputed_rows =
            self.precomputed_rows.as_ref().map(|rows| rows.distribution.shares);
        match self.shares().or(of_precomputed_rows) {
            Some(Shares { uneven: true, .. }) => forms.push("long rows by several blocks"),
            Some(_) => forms.push("by several blocks"),
            None => {}
        }
        if self.has_heap() {
            forms.push("with a heap");
        }
        match self.combining {
            Some(Combining::InAnyOrder { bins: true }) => forms.push("with bins in shared memory"),
            Some(Combining::InOrder) => forms.push("in the order of lanes"),
            _ => {}
        }
        match &self.staging {
            Some(Staging::TiledNest { large: true, .. }) => {
                forms.extend(["in tiles of 64 × 64", "in tiles of 128 × 128"]);
            }
            Some(Staging::TiledNest { .. }) => forms.push("in tiles of 64 × 64"),
            Some(Staging::Transposed { .. }) => forms.push("transposed through shared memory"),
            Some(Staging::Stencil { .. }) => forms.push("with windows in shared memory"),
            None => {}
        }
        if self.teams.as_ref().is_some_and(|teams| teams.across) {
            forms.push("threads across the lanes");
        }
        forms
    }
}
