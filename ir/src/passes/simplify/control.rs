//! `if` and loops.

use super::{Simplifier, is_truth};
use crate::analysis::cost;
use crate::core::{Atom, Block, Expression, If, Loop, LoopForm, Var};

impl Simplifier {
    pub(super) fn branch(&mut self, binds: Vec<Var>, branch: If) {
        let condition = self.atom(branch.condition);
        if let Atom::Constant(constant) = condition {
            let block = if constant.truth() { branch.then } else { branch.otherwise };
            return self.inline(&binds, block);
        }
        let span = self.span;
        let then = self.arm(condition, true, branch.then);
        let otherwise = self.arm(condition, false, branch.otherwise);
        self.span = span;
        if self.cheap(&then) && self.cheap(&otherwise) && self.scalars(&binds) {
            return self.select(&binds, condition, then, otherwise);
        }
        // A result that both arms give alike is no result of the `if`.
        let mut kept = Vec::new();
        let (mut then_results, mut else_results) = (Vec::new(), Vec::new());
        let inside: Vec<Var> = then
            .statements
            .iter()
            .chain(&otherwise.statements)
            .flat_map(|statement| statement.binds.iter().copied())
            .collect();
        let mut same = Vec::new();
        for (position, bind) in binds.iter().enumerate() {
            let (a, b) = (then.results[position], otherwise.results[position]);
            if a == b && a.var().is_none_or(|var| !inside.contains(&var)) {
                same.push((*bind, a));
            } else {
                kept.push(*bind);
                then_results.push(a);
                else_results.push(b);
            }
        }
        for (bind, atom) in same {
            self.replace(bind, atom);
        }
        for bind in &kept {
            self.settle(*bind);
        }
        for (bind, (a, b)) in kept.iter().zip(then_results.iter().zip(&else_results)) {
            if is_truth(*b, false) {
                self.narrower.insert(*bind, (true, condition));
            } else if is_truth(*a, true) {
                self.narrower.insert(*bind, (false, condition));
            }
        }
        let then = Block { statements: then.statements, results: then_results };
        let otherwise = Block { statements: otherwise.statements, results: else_results };
        self.push(kept, Expression::If(Box::new(If { condition, then, otherwise })));
    }

    /// An arm, in which it is known how the condition came out.
    fn arm(&mut self, condition: Atom, holds: bool, arm: Block) -> Block {
        let known = (self.below.len(), self.at_most.len());
        let mut condition = Some(condition);
        while let Some(wider) = condition {
            self.definitions.below_where(wider, holds, &self.variables, &mut self.below);
            self.definitions.at_most_where(wider, holds, &mut self.at_most);
            let narrower = wider.var().and_then(|var| self.narrower.get(&var));
            condition = narrower.filter(|(known, _)| *known == holds).map(|(_, wider)| *wider);
        }
        let arm = self.block(arm);
        self.below.truncate(known.0);
        self.at_most.truncate(known.1);
        arm
    }

    /// The statements of a block in the present scope, its results under other names.
    fn inline(&mut self, binds: &[Var], block: Block) {
        self.statements(block.statements);
        for (bind, result) in binds.iter().zip(block.results) {
            let result = self.atom(result);
            self.replace(*bind, result);
        }
    }

    fn scalars(&self, binds: &[Var]) -> bool {
        binds.iter().all(|var| self.variables.ty(*var).is_scalar())
    }

    /// Returns true if a block can be evaluated also where it is not needed.
    fn cheap(&self, block: &Block) -> bool {
        let mut cost = 0;
        for statement in &block.statements {
            cost += match &statement.expression {
                Expression::Scalar(operation, operands) => {
                    operation.cost(self.element(operands[0]))
                }
                Expression::Cast(_) | Expression::Select(_) => 1,
                // The condition may be the reason why an array has the element that is read.
                Expression::View(_)
                    if self.definitions.can_speculate(statement, &self.variables) =>
                {
                    1
                }
                Expression::Index(..)
                    if self.definitions.can_speculate(statement, &self.variables) =>
                {
                    2
                }
                _ => return false,
            };
        }
        cost <= cost::BOTH_ARMS
    }

    /// Both arms, then a selection for each result.
    fn select(&mut self, binds: &[Var], condition: Atom, then: Block, otherwise: Block) {
        // The statements are simplified already; the variables that they bind are entered anew in this
        // scope.
        self.statements(then.statements);
        self.statements(otherwise.statements);
        for (position, bind) in binds.iter().enumerate() {
            let then = self.atom(then.results[position]);
            let otherwise = self.atom(otherwise.results[position]);
            match self.flat(*bind, Expression::Select([condition, then, otherwise])) {
                Ok(atom) => self.replace(*bind, atom),
                Err(expression) => self.emit(*bind, expression),
            }
        }
    }

    pub(super) fn repetition(&mut self, binds: Vec<Var>, mut repetition: Loop) {
        if let LoopForm::For(_, count) = &mut repetition.form {
            *count = self.atom(*count);
            if count.known_size() == Some(0) {
                for (bind, (_, initial)) in binds.iter().zip(&repetition.carried) {
                    let initial = self.atom(*initial);
                    self.replace(*bind, initial);
                }
                return;
            }
        }
        let binds = self.steady(binds, &mut repetition);
        for (var, initial) in &mut repetition.carried {
            *initial = self.atom(*initial);
            self.settle(*var);
        }
        if let LoopForm::For(index, count) = repetition.form {
            self.definitions.set(index, super::Definition::Lane(count));
        }
        let span = self.span;
        if let LoopForm::While(condition) = repetition.form {
            let condition = self.block(condition);
            if condition.results.first().is_some_and(|result| is_truth(*result, false)) {
                for (bind, (var, initial)) in binds.iter().zip(&repetition.carried) {
                    self.replace(*bind, *initial);
                    self.replace(*var, *initial);
                }
                // It is computed once, and may fail.
                self.statements(condition.statements);
                return;
            }
            repetition.form = LoopForm::While(condition);
        }
        repetition.body = self.block(repetition.body);
        self.span = span;
        for bind in &binds {
            self.settle(*bind);
        }
        self.push(binds, Expression::Loop(Box::new(repetition)));
    }

    /// Drops the carried variables that each turn leaves as they are, or as they were at the start.
    fn steady(&mut self, binds: Vec<Var>, repetition: &mut Loop) -> Vec<Var> {
        let mut kept: Vec<usize> = (0..binds.len()).collect();
        loop {
            let before = kept.len();
            kept.retain(|position| {
                let (var, initial) = repetition.carried[*position];
                let initial = self.atom(initial);
                let next = self.atom(repetition.body.results[*position]);
                let steady = next == Atom::Var(var) || next == initial;
                if steady {
                    self.replace(var, initial);
                    self.replace(binds[*position], initial);
                }
                !steady
            });
            if kept.len() == before {
                break;
            }
        }
        repetition.carried = kept.iter().map(|position| repetition.carried[*position]).collect();
        repetition.body.results =
            kept.iter().map(|position| repetition.body.results[*position]).collect();
        kept.into_iter().map(|position| binds[position]).collect()
    }
}
