//! Kernels whose lanes combine values into the places of an array: in any order, by atomic operations, where
//! the order cannot change a bit, else in the order of the lanes.

use super::context::{Context, types_of};
use crate::analysis::{Component, components, identity_of};
use crate::core::{Atom, Lambda, Operation, Output, ScalarType, Soac, Var, Variables};

/// The ways in which lanes combine values into places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combining {
    /// In any order, by atomic operations.
    InAnyOrder {
        /// True if blocks can combine into bins of their own first, in shared memory.
        bins: bool,
    },
    /// In the order of the lanes: floats, whose bits another order could change, and products that are
    /// combined as a whole.
    InOrder,
}

impl Combining {
    /// Chooses how the lanes of a kernel combine, if they do.
    pub(super) fn of(
        soac: &Soac,
        binds: &[Var],
        heap: bool,
        context: Context,
    ) -> Option<Combining> {
        let [Output::Combine { values, operator, .. }] = &soac.outputs[..] else { return None };
        if !combines_in_any_order(values, operator, context.variables) {
            return Some(Combining::InOrder);
        }
        // The bins begin with the identity. Narrower elements are combined as parts of words.
        let wide = types_of(binds, context.variables).iter().all(|element| element.bytes() >= 4);
        let bins = !heap && identity_of(operator, context.variables).is_some() && wide;
        Some(Combining::InAnyOrder { bins })
    }
}

/// Returns true if the order in which values are combined cannot change a bit, and each of them is taken by
/// one operation.
fn combines_in_any_order(values: &[Atom], operator: &Lambda, variables: &Variables) -> bool {
    let known = components(operator, variables);
    let exact = |ty: ScalarType| match &known {
        _ if !ty.is_float() => true,
        // The order of `sort` tells all floats apart.
        Some(list) => list.iter().all(|known| !matches!(known, Component::Operation(..))),
        None => false,
    };
    let atomic = values.len() == 1 || atomic_operations(operator, variables).is_some();
    atomic && values.iter().all(|value| exact(variables.element(*value)))
}

/// The functions of the device header that combine into the places of columns by one instruction each, if
/// there are such for all components of an operator.
pub(crate) fn atomic_operations(
    operator: &Lambda,
    variables: &Variables,
) -> Option<Vec<&'static str>> {
    components(operator, variables)?.into_iter().map(atomic_operation).collect()
}

fn atomic_operation(component: Component) -> Option<&'static str> {
    let (name, ty) = match component {
        Component::Operation(operation, ty) => {
            let name = match operation {
                Operation::Add => "add_at",
                Operation::And => "and_at",
                Operation::Or => "or_at",
                Operation::Xor => "xor_at",
                Operation::Function(function) => match function.name {
                    "wrapping_add" => "add_at",
                    "min" => "min_at",
                    "max" => "max_at",
                    _ => return None,
                },
                _ => return None,
            };
            (name, ty)
        }
        Component::Smaller(ty) => ("min_at", ty),
        Component::Greater(ty) => ("max_at", ty),
    };
    (ty.is_integer() && ty.bytes() >= 4).then_some(name)
}

/// Returns true if lanes have to claim the places that they write to, before any of them does: an output
/// writes several columns at the same places.
pub(super) fn claims(soac: &Soac) -> bool {
    soac.outputs.iter().any(shares_places)
}

/// Returns true if an output writes several columns at the same places.
pub(crate) fn shares_places(output: &Output) -> bool {
    matches!(output, Output::Scatter { destinations, .. } if destinations.len() > 1)
}
