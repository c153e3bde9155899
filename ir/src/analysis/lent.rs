//! Finds the arrays that an `if` may lend: those from outside of it, or parts of them, that are only read.
//!
//! ```text
//! row = if c { a = index xs [i]; (a) } else { b = index ys [i]; (b) }
//! x   = index row [j]
//! ```
//!
//! Neither arm makes an array, so none has to be copied: the work is that of the elements read. An arm
//! may also make one, beside another that lends: it outlives the arm then.

use super::definitions::Definitions;
use crate::core::visit::bound_in;
use crate::core::{
    Atom, Block, Expression, If, LoopForm, Output, Statement, Var, VarMap, VarSet, Variables,
};

/// The variables that an `if` lends, each with the arrays that it may be a part of.
pub(crate) fn lent(
    body: &Block,
    definitions: &Definitions,
    variables: &Variables,
) -> VarMap<Vec<Atom>> {
    let mut finder =
        Finder { definitions, variables, taken: VarSet::new(), lent: VarMap::default() };
    finder.take_all(&body.results);
    finder.statements(&body.statements);
    finder.lent
}

struct Finder<'a> {
    definitions: &'a Definitions,
    variables: &'a Variables,
    /// Arrays that are taken over somewhere: written to, or given away.
    taken: VarSet,
    lent: VarMap<Vec<Atom>>,
}

impl Finder<'_> {
    fn take(&mut self, array: Atom) {
        self.taken.extend(self.definitions.whole(array).var().as_slice());
    }

    fn take_all(&mut self, arrays: &[Atom]) {
        for array in arrays {
            self.take(*array);
        }
    }

    /// From the last statement to the first: the uses of a variable are known when it is bound.
    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements.iter().rev() {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.expression {
            Expression::If(branch) => return self.branch(branch, &statement.binds),
            Expression::Update { array, .. } => self.take(*array),
            Expression::Loop(repetition) => {
                for (_, initial) in &repetition.carried {
                    self.take(*initial);
                }
                self.take_all(&repetition.body.results);
                if let LoopForm::While(condition) = &repetition.form {
                    self.statements(&condition.statements);
                }
                self.statements(&repetition.body.statements);
                return;
            }
            Expression::Soac(soac) => {
                for output in &soac.outputs {
                    match output {
                        Output::Scatter { destinations, .. } => self.take_all(destinations),
                        Output::Combine { destinations, operator, .. } => {
                            self.take_all(destinations);
                            self.take_all(&operator.body.results);
                        }
                        Output::Reduce { operator, values, initial, .. } => {
                            self.take_all(values);
                            self.take_all(initial.as_deref().unwrap_or_default());
                            self.take_all(&operator.body.results);
                        }
                        _ => {}
                    }
                }
            }
            Expression::Scan(scan) => self.take_all(&scan.operator.body.results),
            _ => {}
        }
        for body in statement.expression.bodies() {
            self.statements(body);
        }
    }

    fn branch(&mut self, branch: &If, binds: &[Var]) {
        let arms = [&branch.then, &branch.otherwise];
        for (position, bind) in binds.iter().enumerate() {
            let results = arms.map(|arm| arm.results[position]);
            let lends = |arm: &&Block| self.lends(arm.results[position], arm);
            let gives = |arm: &&Block| lends(arm) || self.makes(arm.results[position], arm);
            let lent = !self.variables.ty(*bind).is_scalar()
                && !self.taken.contains(bind)
                && arms.iter().any(lends)
                && arms.iter().all(gives);
            if lent {
                self.lent.insert(*bind, results.to_vec());
            } else {
                self.take_all(&results);
            }
        }
        for arm in arms {
            self.statements(&arm.statements);
        }
    }

    /// Returns true if the result of an arm is an array that it makes, other than a small one, which lanes
    /// copy as fast as they choose.
    fn makes(&self, result: Atom, arm: &Block) -> bool {
        let known = self
            .variables
            .atom_type(result)
            .extents()
            .iter()
            .all(|extent| extent.size().is_some_and(|size| size.known_size().is_some()));
        let whole = self.definitions.whole(result);
        !known && made_in(whole, arm)
    }

    /// Returns true if the result of an arm is an array from outside, or a part of one.
    fn lends(&self, result: Atom, arm: &Block) -> bool {
        let inside = bound_in(&arm.statements);
        self.comes_from_outside(result, &arm.statements, &inside)
    }

    fn comes_from_outside(&self, array: Atom, body: &[Statement], inside: &VarSet) -> bool {
        let bound =
            |statement: &&Statement| array.var().is_some_and(|var| statement.binds.contains(&var));
        let Some(Statement { binds, expression: Expression::If(branch), .. }) =
            body.iter().find(bound)
        else {
            return self.definitions.is_in_one_piece(array)
                && !self.definitions.is_part_of(array, inside);
        };
        let position = binds.iter().position(|bind| Some(*bind) == array.var()).unwrap_or(0);
        [&branch.then, &branch.otherwise]
            .into_iter()
            .all(|arm| self.comes_from_outside(arm.results[position], &arm.statements, inside))
    }
}

/// Returns true if statements of an arm itself make an array.
pub(crate) fn made_in(array: Atom, arm: &Block) -> bool {
    arm.statements.iter().any(|statement| {
        let makes = matches!(
            statement.expression,
            Expression::Soac(_) | Expression::Array(_) | Expression::Sort(_) | Expression::Loop(_)
        );
        makes && array.var().is_some_and(|var| statement.binds.contains(&var))
    })
}
