//! How statements are written, beyond what they say: it depends on where in a kernel they stand.

use crate::plan::schedule::DeviceSchedule;
use crate::plan::schedule::device::{Distribution, RowsAhead};

/// How the statements at hand are written. It is handed on by value: who writes statements in another way makes
/// a context of its own for them.
#[derive(Clone, Copy, Default)]
pub(super) struct Context<'a> {
    /// Whether arrays are read at once with what other lanes, or other elements, need.
    pub(super) reads_at_once: bool,
    /// The flag that says whether all checks have held so far, where they do not end the lane at once.
    pub(super) sound: Option<&'a str>,
    /// The rows that threads share, where a team of threads computes the lane.
    pub(super) distribution: Option<&'a Distribution>,
    /// The rows that the lane finds in memory, if they have been computed ahead.
    pub(super) rows_ahead: Option<&'a RowsAhead>,
    /// Whether arrays that are made here outlive the arm of a branch that they are made in, since the branch
    /// gives them.
    pub(super) outlives_arm: bool,
}

impl<'a> Context<'a> {
    /// Of lanes that a thread computes each, by itself.
    pub(super) fn of_lanes(schedule: &'a DeviceSchedule) -> Context<'a> {
        Context { rows_ahead: schedule.rows_ahead.as_ref(), ..Context::default() }
    }

    /// The same, where reads are made at once with those of others, or not.
    pub(super) fn reading_at_once(self, reads_at_once: bool) -> Context<'a> {
        Context { reads_at_once, ..self }
    }
}
