//! Counts the work of a run, to hold plans to the work that the source promises.
//!
//! The counts are those of the code made from the program, not of the interpreter: a view, a row that is
//! fetched, an array that is handed on and an update in place cost the same as there.

use super::value::Value;

/// The work that was done. The numbers depend on the program and its input alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkCounter {
    /// Points of index spaces, and turns of loops.
    pub lanes: u64,
    /// Scalar operations, checks, and comparisons of sorts.
    pub operations: u64,
    /// Elements of arrays read one by one.
    pub reads: u64,
    /// Elements of arrays stored, appended, replaced, or moved by a copy or a sort.
    pub writes: u64,
}

impl WorkCounter {
    /// The sum of all counts.
    pub fn work(self) -> u64 {
        self.lanes + self.operations + self.reads + self.writes
    }

    /// Counts a sort of so many elements: n log n comparisons, whatever their order is.
    pub(super) fn sort(&mut self, elements: usize) {
        self.operations += elements as u64 * u64::from(elements.max(1).ilog2());
    }

    /// Counts a value that is written somewhere.
    pub(super) fn write(&mut self, value: &Value) {
        self.writes += value.elements() as u64;
    }
}
