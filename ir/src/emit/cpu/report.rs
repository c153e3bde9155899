//! Enters facts about lanes, as their code is written, into the report on them.

use std::sync::Arc;

use proc_macro2::TokenStream;

use super::context::Context;
use super::destination::Making;
use super::lane_report::{Allocation, Reason};
use super::writer::Writer;
use crate::Limits;
use crate::core::{Atom, Soac, Var};
use crate::plan::schedule::cpu::Cost;

impl Writer<'_, '_> {
    /// The cost of a lane of a kernel is told.
    pub(super) fn report_cost(&mut self, kernel: &Arc<str>, soac: &Soac) {
        let cost = Cost::of_lane(soac, self.variables);
        let costs = &mut self.sites.lanes.costs;
        if costs.iter().all(|(name, _)| name != kernel) {
            costs.push((kernel.clone(), cost));
        }
    }

    /// The site at which memory is needed for an array of host code or of a lane. `grows` says that its length
    /// is known when it is complete.
    pub(super) fn memory_of(
        &mut self,
        bind: Var,
        making: Making,
        grows: bool,
        context: Context,
    ) -> TokenStream {
        self.report_memory(bind, making, grows, context);
        self.sites.memory(making.operation, making.span)
    }

    /// That an array has memory of its own is told, if it is one of a lane.
    fn report_memory(&mut self, bind: Var, making: Making, grows: bool, context: Context) {
        let Making { operation, span, .. } = making;
        if let Some(lanes) = context.lanes.cloned() {
            let extents = self.variables.ty(bind).extents().to_vec();
            let known = extents.iter().map(|extent| extent.size().and_then(Atom::known_size));
            let reason = match known.product::<Option<usize>>() {
                _ if grows => Reason::Length,
                None => Reason::Size,
                Some(count) if count > Limits::MEASURED.cpu.elements_of_local => Reason::Large,
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
