//! The report on lanes that plans tell people: the costs of lanes, and the arrays for which they allocate
//! memory.

use std::sync::Arc;

use crate::core::Extent;
use crate::plan::schedule::cpu::Cost;
use crate::source::Span;

/// The facts about the lanes of a function's kernels.
#[derive(Default)]
pub struct LaneReport {
    /// The cost of a lane of each kernel, by the kernel's name.
    pub costs: Vec<(Arc<str>, Cost)>,
    /// Arrays that lanes allocate.
    pub allocations: Vec<Allocation>,
}

/// RustExpression that lanes run.
#[derive(Clone, PartialEq, Eq)]
pub enum Lanes {
    /// The lanes of a kernel.
    Of(Arc<str>),
    /// A function that lanes call.
    Calling(Arc<str>),
}

/// An array of a lane that has memory of its own.
#[derive(Clone, PartialEq, Eq)]
pub struct Allocation {
    /// The lanes that allocate the array.
    pub lanes: Lanes,
    /// The operation that makes it.
    pub operation: String,
    /// The place in the source.
    pub span: Span,
    /// Its extents.
    pub extents: Vec<Extent>,
    /// The reason why the array is not among the other values of the lane.
    pub reason: Reason,
}

/// Why an array of a lane is not among its other values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The number of its elements is known when it is complete.
    Length,
    /// The number of its elements is known when the program runs.
    Size,
    /// It has more elements than a lane holds.
    Large,
    /// Something is done with the whole of it.
    Whole,
}
