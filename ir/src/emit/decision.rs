//! Reductions that some value decides, whatever the others are: `any` and `all`.

use crate::core::operation::Operation;
use crate::core::{Output, ScalarType, Soac, Variables};
use crate::passes::{Component, components};

/// The value that decides a SOAC which only asks for `any` or `all`, if its lanes cannot fail: those that
/// are left need not be looked at then.
pub fn decision_of(soac: &Soac, variables: &Variables) -> Option<bool> {
    let [Output::Reduce { operator, when: None, initial: Some(_), .. }] = &soac.outputs[..] else {
        return None;
    };
    let fails = soac.body.iter().any(|statement| statement.expression.may_fail());
    if fails || soac.space.len() != 1 {
        return None;
    }
    match components(operator, variables)?[..] {
        [Component::Operation(Operation::Or, ScalarType::Bool)] => Some(true),
        [Component::Operation(Operation::And, ScalarType::Bool)] => Some(false),
        _ => None,
    }
}
