//! Reductions that some value decides, whatever the others are: `any` and `all`.

use super::operators::{Component, components};
use crate::core::operation::Operation;
use crate::core::{Output, ScalarType, Soac, Variables};

/// The values that decide the outputs of a SOAC which asks for `any` and `all` only, if its lanes cannot
/// fail: those that are left need not be looked at when all have been decided.
pub fn decisions_of(soac: &Soac, variables: &Variables) -> Option<Vec<bool>> {
    let fails = soac.body.iter().any(|statement| statement.expression.may_fail());
    if fails || soac.space.len() != 1 || soac.outputs.is_empty() {
        return None;
    }
    soac.outputs.iter().map(|output| decision_of(output, variables)).collect()
}

fn decision_of(output: &Output, variables: &Variables) -> Option<bool> {
    let Output::Reduce { operator, when: None, initial: Some(_), .. } = output else { return None };
    match components(operator, variables)?[..] {
        [Component::Operation(Operation::Or, ScalarType::Bool)] => Some(true),
        [Component::Operation(Operation::And, ScalarType::Bool)] => Some(false),
        _ => None,
    }
}
