//! Hoisting: code that does not depend on the lanes or turns leaves the SOAC or loop.
//!
//! ```text
//! ys = soac [i < n] {                      w = ln h
//!   w = ln h                         ─▶    ys = soac [i < n] {
//!   x = index xs [i]                         x = index xs [i]
//!   y = mul x w                              y = mul x w
//! } store y                                } store y
//! ```
//!
//! Code that can be evaluated early leaves lanes as it is ([`Definitions::can_speculate`]). Code that can
//! fail, or need not end, leaves under the condition that there is a lane at all, or an inner one in any of
//! several lanes ([`any_lane`]). Values that do not depend on their context are thereby computed once.

mod any_lane;

use rustc_hash::FxHashMap;

use crate::analysis::definitions::Definitions;
use crate::core::operation::Operation;
use crate::core::visit::{free_variables, outputs_with_binds};
use crate::core::{
    Atom, Axis, Block, Expression, Function, If, Lambda, LoopForm, Origin, Output, Renaming, Soac,
    Statement, Statements, Type, Var, VarSet, Variables,
};

/// Hoists whatever can leave the body it stands in.
pub fn hoist(function: &mut Function) {
    let definitions = Definitions::of(&function.body.statements);
    let variables = &mut function.variables;
    let (conditional, counts, guarded) = (FxHashMap::default(), VarSet::new(), VarSet::new());
    let mut hoister = Hoister { variables, definitions, conditional, counts, guarded, lanes: 0 };
    hoister.statements(&mut function.body.statements);
}

struct Hoister<'a> {
    variables: &'a mut Variables,
    definitions: Definitions,
    /// The variables that are only known where a condition holds, with that condition: checks that left
    /// under it, and values computed from them.
    conditional: FxHashMap<Var, Atom>,
    /// The counts of filters: code that uses a count keeps its filter from being fused into the next SOAC.
    counts: VarSet,
    /// The variables that left lanes under the condition that there are some: outside of those lanes
    /// nothing reads them.
    guarded: VarSet,
    /// The number of SOACs that surround the current statements.
    lanes: usize,
}

impl Hoister<'_> {
    /// Hoists inside each statement; the code that leaves it comes before it.
    fn statements(&mut self, statements: &mut Vec<Statement>) {
        let mut result = Vec::with_capacity(statements.len());
        for mut statement in std::mem::take(statements) {
            let mut left = Vec::new();
            self.statement(&mut statement, &mut left);
            result.append(&mut left);
            if let Expression::Soac(soac) = &statement.expression {
                for (output, own) in outputs_with_binds(soac, &statement.binds) {
                    if let Output::Compact { .. } = output {
                        self.counts.insert(own[0]);
                    }
                }
            }
            // An empty SOAC that is left was there for its checks alone.
            let empty = matches!(&statement.expression, Expression::Soac(soac)
                if soac.outputs.is_empty() && soac.body.iter().all(is_fill));
            if !empty {
                result.push(statement);
            }
        }
        *statements = result;
    }

    fn statement(&mut self, statement: &mut Statement, left: &mut Vec<Statement>) {
        match &mut statement.expression {
            Expression::If(branch) => {
                self.statements(&mut branch.then.statements);
                self.statements(&mut branch.otherwise.statements);
            }
            Expression::Soac(soac) => {
                self.lanes += 1;
                self.statements(&mut soac.body);
                self.lanes -= 1;
                let lanes: Vec<Var> = soac.space.iter().map(|lane| lane.index).collect();
                let extents: Vec<Atom> = soac.space.iter().map(|lane| lane.extent).collect();
                // Lanes that never run need no hoisting.
                if extents.iter().all(|extent| extent.known_size() != Some(0)) {
                    self.leave(&mut soac.body, &lanes, Some(&extents), left);
                    if self.lanes == 0 && !self.are_counts(&extents) {
                        self.leave_for_any(soac, left);
                    }
                }
                for output in &mut soac.outputs {
                    if let Output::Reduce { operator, .. } | Output::Combine { operator, .. } =
                        output
                    {
                        self.lambda(operator, left);
                    }
                }
            }
            Expression::Loop(repetition) => {
                self.statements(&mut repetition.body.statements);
                let mut inside: Vec<Var> =
                    repetition.carried.iter().map(|carried| carried.0).collect();
                match &mut repetition.form {
                    LoopForm::For(index, count) => {
                        inside.push(*index);
                        let body = &mut repetition.body.statements;
                        self.leave(body, &inside, Some(&[*count]), left);
                    }
                    LoopForm::While(condition) => {
                        self.statements(&mut condition.statements);
                        self.leave(&mut condition.statements, &inside, None, left);
                        self.leave(&mut repetition.body.statements, &inside, None, left);
                    }
                }
            }
            Expression::Scan(scan) => self.lambda(&mut scan.operator, left),
            _ => {}
        }
    }

    fn lambda(&mut self, lambda: &mut Lambda, left: &mut Vec<Statement>) {
        self.statements(&mut lambda.body.statements);
        let parameters = lambda.parameters.clone();
        self.leave(&mut lambda.body.statements, &parameters, None, left);
    }

    /// Moves the statements of a body that depend on nothing bound inside to `left`. Checks
    /// leave if it is known when the body runs: whenever all `extents` are positive.
    fn leave(
        &mut self,
        body: &mut Vec<Statement>,
        bound: &[Var],
        extents: Option<&[Atom]>,
        left: &mut Vec<Statement>,
    ) {
        let mut inside: VarSet = bound.iter().copied().collect();
        // The fills inside, which could stand anywhere.
        let mut fills: Vec<Statement> = Vec::new();
        let mut kept = Vec::with_capacity(body.len());
        // True if a statement stays that has to fail before the next ones.
        let mut may_fail = false;
        for mut statement in std::mem::take(body) {
            let free = free_variables(&statement, self.variables);
            let filled = |fill: &&Statement| fill.binds.iter().any(|bind| free.contains(bind));
            let filled: Vec<Statement> = fills.iter().filter(filled).cloned().collect();
            let but_for_fills = !free.meets(&inside);
            let invariant = but_for_fills && filled.is_empty();
            if invariant
                && !is_fill(&statement)
                && self.definitions.can_speculate(&statement, self.variables)
                && !(free.meets(&self.guarded) && places_rows(&statement))
            {
                match self.under_conditions(statement, &free) {
                    Ok(leaving) => {
                        left.push(leaving);
                        continue;
                    }
                    Err(staying) => statement = staying,
                }
            }
            if invariant
                && let (Expression::Check(check), Some(extents)) =
                    (&mut statement.expression, extents)
                && (check.when.is_none() || !self.are_counts(extents))
            {
                check.when = match (self.positive(extents, left), check.when) {
                    (Some(some), Some(when)) => {
                        Some(self.after(left).scalar(Operation::And, &[some, when]))
                    }
                    (some, when) => some.or(when),
                };
                if let Some(when) = check.when {
                    self.conditional.extend(statement.binds.iter().map(|bind| (*bind, when)));
                }
                left.push(statement);
                continue;
            }
            if but_for_fills
                && let Some(extents) = extents
                && !self.are_counts(extents)
                && self.may_leave(&statement)
                && (!may_fail || self.definitions.is_in_bounds(&statement, self.variables))
            {
                self.leave_under(extents, filled, statement, left);
                continue;
            }
            may_fail |= statement.expression.fails_by_itself();
            if invariant && is_fill(&statement) {
                fills.push(statement.clone());
            } else {
                inside.extend(statement.binds.iter().copied());
            }
            kept.push(statement);
        }
        *body = kept;
    }

    /// Returns true if a statement may leave lanes that are known to run: the types of its results must be
    /// known outside. Arrays do not leave lanes for other lanes, in which they would be made one by one.
    fn may_leave(&self, statement: &Statement) -> bool {
        let computes = matches!(
            statement.expression,
            Expression::If(_) | Expression::Loop(_) | Expression::Soac(_) | Expression::Call(..)
        );
        let is_known = |bind: &Var| {
            let ty = self.variables.ty(*bind);
            let own = |size: Atom| size.var().is_some_and(|size| statement.binds.contains(&size));
            ty.is_scalar()
                || self.lanes == 0
                    && ty.extents().iter().all(|e| e.size().is_some_and(|size| !own(size)))
        };
        let binds = &statement.binds;
        computes && !is_fill(statement) && !binds.is_empty() && binds.iter().all(is_known)
    }

    /// Moves a statement, and copies of the fills that it needs, to `left`: into an arm of an `if`, unless
    /// all extents are certain to be positive.
    fn leave_under(
        &mut self,
        extents: &[Atom],
        filled: Vec<Statement>,
        mut statement: Statement,
        left: &mut Vec<Statement>,
    ) {
        let condition = self.positive(extents, left);
        let mut renaming = Renaming::new();
        let filled = Block { statements: filled, results: Vec::new() };
        let mut statements = renaming.block(&filled, self.variables).statements;
        renaming.replace_in_statements(std::slice::from_mut(&mut statement));
        let Some(condition) = condition else {
            statements.push(statement);
            left.append(&mut statements);
            return;
        };
        self.guarded.extend(&statement.binds);
        left.push(self.only_where(condition, statements, statement));
    }

    /// A statement, and those before it that it needs, in an arm of an `if`. The other arm gives zeros,
    /// which nobody reads.
    fn only_where(
        &mut self,
        condition: Atom,
        mut before: Vec<Statement>,
        statement: Statement,
    ) -> Statement {
        let Statement { binds, expression, span } = statement;
        let own: Vec<Var> = binds.iter().map(|bind| self.variables.copy(*bind)).collect();
        let results = own.iter().map(|bind| Atom::Var(*bind)).collect();
        before.push(Statement { binds: own, expression, span });
        let then = Block { statements: before, results };
        let mut otherwise = Block { statements: Vec::new(), results: Vec::new() };
        for bind in &binds {
            let zero = Atom::Constant(self.variables.ty(*bind).element().zero());
            if self.variables.ty(*bind).is_scalar() {
                otherwise.results.push(zero);
                continue;
            }
            let array = self.variables.copy(*bind);
            let extents = self.variables.ty(array).extents().to_vec();
            let lane = |extent| Axis { index: self.variables.add(None, Type::USIZE), extent };
            let space = extents.iter().filter_map(|extent| extent.size()).map(lane).collect();
            let (outputs, origins) = (vec![Output::Store(zero)], vec![Origin::new("fill", span)]);
            let fill = Soac { space, body: Vec::new(), outputs, origins };
            let expression = Expression::Soac(Box::new(fill));
            otherwise.statements.push(Statement { binds: vec![array], expression, span });
            otherwise.results.push(Atom::Var(array));
        }
        let branch = If { condition, then, otherwise };
        Statement { binds, expression: Expression::If(Box::new(branch)), span }
    }

    /// A statement as it may leave a body, given the variables that it uses: an element at an index that
    /// was only checked under a condition is only read under that condition. An error is a statement that
    /// has to stay.
    fn under_conditions(
        &mut self,
        statement: Statement,
        free: &VarSet,
    ) -> Result<Statement, Statement> {
        let mut conditions = free.iter().filter_map(|var| self.conditional.get(&var).copied());
        let Some(condition) = conditions.next() else { return Ok(statement) };
        if conditions.any(|other| other != condition) {
            return Err(statement);
        }
        let [bind] = statement.binds[..] else { return Err(statement) };
        match &statement.expression {
            Expression::Scalar(..) | Expression::Cast(_) | Expression::Select(_) => {
                self.conditional.insert(bind, condition);
                Ok(statement)
            }
            Expression::Index(..) if self.variables.ty(bind).is_scalar() => {
                Ok(self.only_where(condition, Vec::new(), statement))
            }
            _ => Err(statement),
        }
    }

    /// Returns true if one of these extents is the count of a filter.
    fn are_counts(&self, extents: &[Atom]) -> bool {
        extents.iter().filter_map(|extent| extent.var()).any(|extent| self.counts.contains(&extent))
    }

    /// Returns the condition that all extents are positive; `None` if that is certain.
    fn positive(&mut self, extents: &[Atom], left: &mut Vec<Statement>) -> Option<Atom> {
        let mut all = None;
        for extent in extents {
            if extent.known_size().is_some_and(|extent| extent > 0) {
                continue;
            }
            let one = self.after(left).scalar(Operation::Less, &[Atom::size(0), *extent]);
            all = Some(match all {
                None => one,
                Some(all) => self.after(left).scalar(Operation::And, &[all, one]),
            });
        }
        all
    }

    /// Adds statements behind those that have left, at the place of the last one.
    fn after<'b>(&'b mut self, left: &'b mut Vec<Statement>) -> Statements<'b> {
        let span = left.last().map_or(crate::source::Span::NONE, |statement| statement.span);
        Statements::new(self.variables, span, left)
    }
}

/// Returns true if a statement places rows by offsets: these have to be right.
fn places_rows(statement: &Statement) -> bool {
    let here = matches!(&statement.expression, Expression::Soac(soac)
        if soac.outputs.iter().any(|output| matches!(output, Output::Segment { .. })));
    here || statement.expression.bodies().iter().any(|body| body.iter().any(places_rows))
}

/// Returns true if a statement stores an array that is as cheap to compute again as to read: one level of a
/// nest that fills or copies.
fn is_fill(statement: &Statement) -> bool {
    let Expression::Soac(soac) = &statement.expression else { return false };
    let stores = soac.outputs.iter().all(|output| matches!(output, Output::Store(_)));
    let cheap = match soac.body.as_slice() {
        [] => true,
        [one] => is_fill(one) || matches!(one.expression, Expression::Index(..)),
        _ => false,
    };
    stores && cheap
}
