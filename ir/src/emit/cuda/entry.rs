//! A kernel in CUDA C++, as its code for the CPU knows it.

use crate::core::Var;

/// A kernel in CUDA C++.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its symbol: the name of its first `__global__` function. [`EntryKind`](accel_abi::EntryKind) makes
    /// those of the others, which the schedule tells, of it.
    pub name: String,
    /// The variables that it needs from outside. The fields of its struct are these, then the arrays whose
    /// rows the lanes store, those that they write anywhere, those of the scalars that they store, and those
    /// of the values that they keep; where rows are appended, then those of the offsets of their groups and
    /// those of the rows; where rows are precomputed, at last their values.
    pub captures: Vec<Var>,
}
