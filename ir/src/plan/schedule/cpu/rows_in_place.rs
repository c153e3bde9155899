//! The rows of a lane that a nested SOAC writes where they belong, as it computes them.

use crate::core::visit::{each_use, outputs_with_binds};
use crate::core::{Atom, Expression, If, Output, Soac, Statement, Var, VarMap, VarSet, Variables};
use crate::plan::InPlace;

/// The rows that the outputs of a kernel store and that its lanes write where they belong.
pub(crate) fn rows_in_place(soac: &Soac, variables: &Variables) -> VarSet {
    let mut uses: VarMap<u32> = VarMap::default();
    each_use(&Expression::Soac(Box::new(soac.clone())), |var| *uses.or_default(var) += 1);
    let used_once = |array| uses.get(&array) == Some(&1);
    let in_place = InPlace::of(&soac.body, variables);
    let rows = soac.outputs.iter().filter_map(|output| match output {
        Output::Store(Atom::Var(row))
        | Output::Columns(Atom::Var(row))
        | Output::Segment { row: Atom::Var(row), .. } => Some(*row),
        _ => None,
    });
    let rows = rows.filter(|row| !variables.ty(*row).is_scalar());
    rows.filter(|row| is_stored_for_one_use(*row, &soac.body, &used_once, &in_place)).collect()
}

/// Returns true if a nested SOAC of a body stores an array, a literal is one, or an arm of a branch gives it, and
/// it is used once.
pub(crate) fn is_stored_for_one_use(
    array: Var,
    body: &[Statement],
    used_once: &dyn Fn(Var) -> bool,
    in_place: &InPlace,
) -> bool {
    let arm_stores = |branch: &If, position: usize| {
        [&branch.then, &branch.otherwise].into_iter().any(|arm| {
            let result = arm.results[position].var();
            result
                .is_some_and(|row| is_stored_for_one_use(row, &arm.statements, used_once, in_place))
        })
    };
    let stores = |statement: &Statement| match &statement.expression {
        Expression::Array(_) => statement.binds == [array],
        Expression::Soac(soac) => outputs_with_binds(soac, &statement.binds)
            .any(|(output, own)| matches!(output, Output::Store(_)) && own[0] == array),
        Expression::If(branch) => {
            let own = statement.binds.iter().position(|bind| *bind == array);
            own.is_some_and(|own| arm_stores(branch, own)) && in_place.stays(array).is_none()
        }
        _ => false,
    };
    used_once(array) && body.iter().any(stores)
}
