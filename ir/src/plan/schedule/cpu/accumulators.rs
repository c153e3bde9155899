//! The reductions in lanes that have several accumulators.
//!
//! Reductions whose operator has an identity element, and nothing else in the way, get several accumulators, so that
//! they vectorise; how many there are is fixed, and so are the bits. What would stop a group of lanes half-way, an
//! index out of bounds, is looked for in all of them before.

use crate::analysis::{identity_of, statements_for};
use crate::core::{
    Atom, Check, Condition, Constant, Expression, Output, Soac, Statement, Variables,
};

/// A reduction that may have several accumulators.
pub(crate) struct Accumulated {
    /// The values with which the accumulators of each output begin: none for one that is stored.
    pub(crate) identities: Vec<Vec<Constant>>,
    /// The statements that the checks of a lane need.
    pub(crate) statements: Vec<Statement>,
    /// The indices that the lane checks, and the lengths that they must be below.
    pub(crate) checks: Vec<[Atom; 2]>,
}

impl Accumulated {
    /// A SOAC as such a reduction, if it is of the kind that vectorises.
    pub(crate) fn of(soac: &Soac, variables: &Variables) -> Option<Accumulated> {
        let [_] = soac.space[..] else { return None };
        let (statements, checks) = checks_ahead(&soac.body, variables)?;
        let mut identities = Vec::new();
        for output in &soac.outputs {
            match output {
                Output::Store(_) => identities.push(Vec::new()),
                Output::Reduce { operator, when: None, commutative: true, .. } => {
                    identities.push(identity_of(operator, variables)?);
                }
                _ => return None,
            }
        }
        let reduces = identities.iter().any(|identities| !identities.is_empty());
        reduces.then_some(Accumulated { identities, statements, checks })
    }
}

/// Returns true if a SOAC over a row has lanes for `count` accumulators and more, as far as that is known.
pub(super) fn is_long_enough(soac: &Soac, count: usize) -> bool {
    soac.space.iter().all(|lane| lane.extent.known_size().is_none_or(|size| size >= 2 * count))
}

/// The checks of a lane, and the statements that they need, if they need nothing from each other and nothing else
/// can fail, and the lane has no inner computations.
fn checks_ahead(
    body: &[Statement],
    variables: &Variables,
) -> Option<(Vec<Statement>, Vec<[Atom; 2]>)> {
    let mut checks = Vec::new();
    for statement in body {
        match &statement.expression {
            Expression::Check(Check { condition: Condition::Index(_), operands, when: None }) => {
                checks.push([operands[0], operands[1]]);
            }
            Expression::Update { .. } | Expression::Scan(_) => return None,
            other if other.may_fail() || !other.bodies().is_empty() => return None,
            _ => {}
        }
    }
    let needed = checks.iter().flatten().copied();
    let statements: Vec<Statement> = statements_for(body, variables, needed).cloned().collect();
    if statements.iter().any(|statement| statement.expression.may_fail()) {
        return None;
    }
    Some((statements, checks))
}
