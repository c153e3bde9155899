//! What plans tell of lanes that is decided as their code is written: what they cost, and for which
//! arrays they allocate memory.

use std::sync::Arc;

use proc_macro2::TokenStream;

use super::cost::Cost;
use super::writer::Writer;
use crate::core::{Atom, Extent, Soac, Var};
use crate::plan::LOCAL;
use crate::source::Span;

/// What is known of the lanes of a function's kernels.
#[derive(Default)]
pub struct LaneReport {
    /// What a lane of each kernel costs, by the kernel's name.
    pub costs: Vec<(Arc<str>, Cost)>,
    /// Arrays that lanes allocate.
    pub allocations: Vec<Allocation>,
    /// Whose code is being written, if that is code of lanes.
    pub(super) writing: Option<Lanes>,
}

/// Code that lanes run.
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
    /// Where.
    pub lanes: Lanes,
    /// The operation that makes it.
    pub operation: String,
    /// Where that stands.
    pub span: Span,
    /// Its extents.
    pub extents: Vec<Extent>,
    /// Why.
    pub reason: Reason,
}

/// Why an array of a lane is not among its other values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// How many elements it gets is known when it is complete.
    Length,
    /// How many elements it has is known when the program runs.
    Size,
    /// It has more elements than a lane holds.
    Large,
    /// Something is done with the whole of it.
    Whole,
}

impl Writer<'_, '_> {
    /// What a lane of a kernel costs is told.
    pub(super) fn report_cost(&mut self, kernel: &Arc<str>, soac: &Soac) {
        let cost = Cost::of_lane(self, soac);
        let costs = &mut self.sites.lanes.costs;
        if costs.iter().all(|(name, _)| name != kernel) {
            costs.push((kernel.clone(), cost));
        }
    }

    /// The site at which memory is needed for an array of host code or of a lane.
    pub(super) fn memory_of(
        &mut self,
        bind: Var,
        operation: &str,
        grows: bool,
        span: Span,
    ) -> TokenStream {
        self.allocates(bind, operation, grows, span);
        self.sites.memory(operation, span)
    }

    /// That an array has memory of its own is told, if it is one of a lane. `grows` says that its length
    /// is known when it is complete.
    pub(super) fn allocates(&mut self, bind: Var, operation: &str, grows: bool, span: Span) {
        if let Some(lanes) = self.sites.lanes.writing.clone() {
            let extents = self.variables.ty(bind).extents().to_vec();
            let known = extents.iter().map(|extent| extent.size().and_then(Atom::known_size));
            let reason = match known.product::<Option<usize>>() {
                _ if grows => Reason::Length,
                None => Reason::Size,
                Some(count) if count > LOCAL => Reason::Large,
                Some(_) => Reason::Whole,
            };
            let operation = operation.to_owned();
            let allocation = Allocation { lanes, operation, span, extents, reason };
            let allocations = &mut self.sites.lanes.allocations;
            // A lane is written several times, and two components of an array stand in one place.
            let same = |other: &Allocation| {
                (&other.lanes, &other.operation, other.span)
                    == (&allocation.lanes, &allocation.operation, span)
            };
            if !allocations.iter().any(same) {
                allocations.push(allocation);
            }
        }
    }
}
