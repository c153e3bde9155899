//! Facts about plans for tests and people: the operations of a kernel, the arrays of host code.

use std::sync::Arc;

use super::allocations;
use super::program::Plan;
use crate::core::{Expression, Origin, Soac, Statement};

impl Plan {
    /// The source operations in a kernel, each once for each place in the source.
    pub fn fused(&self, kernel: usize) -> Vec<Arc<str>> {
        let mut seen = Vec::new();
        let mut list = Vec::new();
        collect_origins(&self.kernels[kernel].soac, &mut |origin| {
            if !seen.contains(origin) {
                seen.push(origin.clone());
                list.push(origin.operation.clone());
            }
        });
        list
    }

    /// Returns the number of arrays that the host allocates besides the results.
    pub fn intermediates(&self) -> usize {
        allocations::intermediates(self).len()
    }

    /// Returns the number of arrays that describe where the rows of ragged ones begin.
    pub fn descriptors(&self) -> usize {
        allocations::descriptors(self)
    }
}

fn collect_origins(soac: &Soac, f: &mut impl FnMut(&Origin)) {
    soac.origins.iter().for_each(&mut *f);
    collect_inner(&soac.body, f);
}

fn collect_inner(statements: &[Statement], f: &mut impl FnMut(&Origin)) {
    for statement in statements {
        match &statement.expression {
            Expression::Soac(inner) => collect_origins(inner, f),
            Expression::Sort(sort) => f(&sort.origin),
            expression => expression.bodies().into_iter().for_each(|body| collect_inner(body, f)),
        }
    }
}
