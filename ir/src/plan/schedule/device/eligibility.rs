//! Kernels that can run on a device, pattern by pattern: their operators cannot fail, their values are scalars
//! that blocks have room for, and there is memory for the arrays of their lanes.

use super::combining::shares_places;
use super::context::Context;
use super::lane_memory::LaneMemory;
use super::layout::struct_bytes;
use super::placed_rows::computed_for_one_use;
use super::placed_rows::{Placed, place_rows};
use super::precomputed_rows::{PrecomputedRows, counted_only};
use super::reason::Reason;
use super::slices::scanned_bytes;
use super::slices::{prefix_slice, scanned_values, suffix_slice};
use crate::core::visit::scans_of;
use crate::core::{Atom, Output, ScalarType, Soac, Statement, VarSet};
use crate::plan::Pattern;
use crate::plan::schedule::Unscheduled;

type Found<T = ()> = Result<T, Reason>;

/// The arrays that the lanes of a kernel take from a heap, or why it cannot run on a device.
pub(super) fn arrays_from_heap(
    kernel: Unscheduled,
    memory: LaneMemory,
    precomputed_rows: Option<&PrecomputedRows>,
    in_order: bool,
) -> Found<VarSet> {
    let (soac, context) = (kernel.soac, memory.context);
    let mut check = Check { soac, in_order, memory };
    match kernel.pattern {
        Pattern::Combine if in_order => check.combine_in_order()?,
        Pattern::Map | Pattern::Combine => check.lane(&soac.body)?,
        Pattern::Reduce => check.reduce()?,
        Pattern::Scan => check.scan()?,
        Pattern::Compact => check.compact()?,
        Pattern::Append => check.append()?,
    }
    check.claim()?;
    if let Some(rows) = precomputed_rows {
        let body = rows.body(soac, context.variables);
        check.memory.placed = counted_only(&body, context.variables);
        check.memory.distribution = Some(&rows.distribution);
        check.memory.statements(&body)?;
    }
    Ok(check.memory.from_heap)
}

/// Returns the number of bytes that the values of reductions take together. A reduction that leaves lanes out
/// has a flag first.
fn reduced_bytes(soac: &Soac, context: Context) -> usize {
    let mut types = Vec::new();
    for output in &soac.outputs {
        let Output::Reduce { values, when, .. } = output else { continue };
        types.extend(when.map(|_| ScalarType::Bool));
        types.extend(values.iter().map(|value| context.variables.element(*value)));
    }
    struct_bytes(&types)
}

struct Check<'a> {
    soac: &'a Soac,
    in_order: bool,
    memory: LaneMemory<'a>,
}

impl Check<'_> {
    /// The body of a lane, and the outputs that write anywhere.
    fn lane(&mut self, body: &[Statement]) -> Found {
        for output in &self.soac.outputs {
            place_rows(output, self.soac, &mut self.memory.placed);
        }
        self.memory.lane(body)?;
        for output in &self.soac.outputs {
            let (Output::Scatter { values, .. } | Output::Combine { values, .. }) = output else {
                continue;
            };
            if !self.are_scalars(values) {
                return Err(Reason::RowsScattered);
            }
            if let Output::Combine { operator, .. } = output
                && !self.in_order
            {
                if operator.may_fail() {
                    return Err(Reason::CombiningCanFail);
                }
                self.memory.operator(operator)?;
            }
        }
        Ok(())
    }

    /// The statements of a lane that give these values.
    fn lane_prefix(&mut self, needed: &[Atom]) -> Found {
        let body = &self.soac.body;
        let prefix = prefix_slice(body, self.memory.context.variables, needed);
        for (position, statement) in body.iter().enumerate() {
            if prefix.contains(&position) {
                self.memory.lane(std::slice::from_ref(statement))?;
            }
        }
        Ok(())
    }

    fn are_scalars(&self, values: &[Atom]) -> bool {
        let variables = self.memory.context.variables;
        values.iter().all(|value| variables.atom_type(*value).is_scalar())
    }

    fn reductions(&mut self) -> Found {
        for output in &self.soac.outputs {
            let Output::Reduce { operator, .. } = output else { continue };
            if operator.may_fail() {
                return Err(Reason::ReductionCanFail);
            }
            self.memory.operator(operator)?;
        }
        Ok(())
    }

    fn reduce(&mut self) -> Found {
        self.reductions()?;
        self.lane(&self.soac.body)
    }

    fn combine_in_order(&mut self) -> Found {
        let [Output::Combine { index, values, when, operator, .. }] = &self.soac.outputs[..] else {
            unreachable!("lanes combine into one array");
        };
        if operator.may_fail() {
            return Err(Reason::CombiningCanFail);
        }
        if !self.are_scalars(values) {
            return Err(Reason::RowsScattered);
        }
        self.memory.operator(operator)?;
        let needed: Vec<Atom> = when.iter().chain([index]).copied().collect();
        self.lane_prefix(&needed)?;
        self.lane(&self.soac.body)
    }

    fn scan(&mut self) -> Found {
        let Context { variables, limits } = self.memory.context;
        let scans = scans_of(self.soac);
        let values = scanned_values(&scans);
        if !self.are_scalars(&values) {
            return Err(Reason::RowsCombined);
        }
        let scanned = scanned_bytes(&scans, 0, variables);
        let reduced = reduced_bytes(self.soac, self.memory.context);
        if scanned > limits.scanned_bytes || reduced > limits.scanned_bytes {
            return Err(Reason::WideScan);
        }
        self.reductions()?;
        self.lane_prefix(&values)?;
        for (scan, _) in &scans {
            if scan.operator.may_fail() {
                return Err(Reason::ScanCanFail);
            }
            self.memory.operator(&scan.operator)?;
        }
        self.lane(&suffix_slice(self.soac, &scans, variables))
    }

    fn compact(&mut self) -> Found {
        let context = self.memory.context;
        if reduced_bytes(self.soac, context) > context.limits.reduced_bytes {
            return Err(Reason::WideReduction);
        }
        self.reductions()?;
        for output in &self.soac.outputs {
            let Output::Compact { values, .. } = output else { continue };
            if !self.are_scalars(values) {
                return Err(Reason::RowsKept);
            }
        }
        self.lane(&self.soac.body)
    }

    fn append(&mut self) -> Found {
        let groups: Vec<(&[Atom], Atom)> = self
            .soac
            .outputs
            .iter()
            .filter_map(|output| match output {
                Output::Append { rows, length, .. } => Some((&rows[..], *length)),
                _ => None,
            })
            .collect();
        if groups.len() > self.memory.context.limits.appended_arrays {
            return Err(Reason::ManyArraysAppended);
        }
        let rows = groups.iter().flat_map(|(rows, _)| rows.iter().filter_map(|row| row.var()));
        for row in rows.filter(|row| computed_for_one_use(*row, self.soac)) {
            self.memory.placed.insert(row, false);
        }
        let lengths: Vec<Atom> = groups.iter().map(|(_, length)| *length).collect();
        // A team computes no lengths: those are of precomputed rows.
        let distribution = self.memory.distribution.take();
        self.lane_prefix(&lengths)?;
        self.memory.distribution = distribution;
        self.memory.placed = Placed::default();
        self.reduce()
    }

    /// The places that lanes claim before they write there.
    fn claim(&mut self) -> Found {
        let shared = self.soac.outputs.iter().filter(|output| shares_places(output));
        let needed: Vec<Atom> = shared
            .flat_map(|output| match output {
                Output::Scatter { index, when, .. } => {
                    when.iter().chain([index]).copied().collect()
                }
                _ => Vec::new(),
            })
            .collect();
        if needed.is_empty() { Ok(()) } else { self.lane_prefix(&needed) }
    }
}
