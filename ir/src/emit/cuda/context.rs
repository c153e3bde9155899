//! The context of statements: the facts of their place in a kernel that decide how they are written.

use crate::plan::schedule::DeviceSchedule;
use crate::plan::schedule::device::{Distribution, PrecomputedRows};

/// The context of the statements at hand. It is handed on by value: a caller that has statements written in
/// another way makes a context of its own for them.
#[derive(Clone, Copy, Default)]
pub(super) struct Context<'a> {
    /// True if arrays are read at once for several lanes, or for several elements.
    pub(super) batched_reads: bool,
    /// The flag that tells if all checks have held so far, for lanes that do not end at a failed check.
    pub(super) sound: Option<&'a str>,
    /// The rows that threads share, where a team of threads computes the lane.
    pub(super) distribution: Option<&'a Distribution>,
    /// The rows that the lane finds in memory, if they have been precomputed.
    pub(super) precomputed_rows: Option<&'a PrecomputedRows>,
    /// True if arrays that are made here outlive the arm of a branch that they are made in, since they are
    /// results of the branch.
    pub(super) outlives_arm: bool,
}

impl<'a> Context<'a> {
    /// Of lanes that a thread computes each, by itself.
    pub(super) fn of_lanes(schedule: &'a DeviceSchedule) -> Context<'a> {
        Context { precomputed_rows: schedule.precomputed_rows.as_ref(), ..Context::default() }
    }

    /// The same, where reads are made at once with those of others, or not.
    pub(super) fn with_batched_reads(self, batched_reads: bool) -> Context<'a> {
        Context { batched_reads, ..self }
    }
}
