//! A kernel in CUDA C++, as its code for the CPU knows it.

use crate::core::Var;

/// A kernel in CUDA C++.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The name of its `__global__` function. Its other entries, which the schedule tells, have suffixes
    /// behind the name.
    pub name: String,
    /// The variables that it needs from outside. The fields of its struct are these, then the arrays whose
    /// rows the lanes store, those that they write anywhere, those of the scalars that they store, and those
    /// of the values that they keep; where rows are appended, then those of the offsets of their groups and
    /// those of the rows; where rows are computed ahead, at last their values.
    pub captures: Vec<Var>,
}
