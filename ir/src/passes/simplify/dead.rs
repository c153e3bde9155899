//! Dead code: statements whose results nobody needs and that cannot fail.

use crate::core::visit::{Visitor, each_size, read};
use crate::core::{
    Atom, Block, Expression, Function, Lambda, LoopForm, Output, Statement, Var, VarSet, Variables,
};

/// Removes the statements, results and outputs of a function that are not needed.
pub(crate) fn remove(function: &mut Function) {
    let mut remover = Remover { variables: &function.variables, live: VarSet::new() };
    for var in &function.results {
        remover.sizes(*var);
    }
    remover.block(&mut function.body);
}

struct Remover<'a> {
    variables: &'a Variables,
    live: VarSet,
}

impl Remover<'_> {
    fn need(&mut self, atom: Atom) {
        if let Atom::Var(var) = atom {
            self.live.insert(var);
        }
    }

    /// The sizes in the type of a variable are needed with it.
    fn sizes(&mut self, var: Var) {
        each_size(self.variables.ty(var).extents(), |size| {
            self.live.insert(size);
        });
    }

    fn is_live(&self, var: Var) -> bool {
        self.live.contains(&var)
    }

    fn block(&mut self, block: &mut Block) {
        for result in &block.results {
            self.need(*result);
        }
        self.statements(&mut block.statements);
    }

    fn lambda(&mut self, lambda: &mut Lambda) {
        self.block(&mut lambda.body);
        for var in &lambda.parameters {
            self.sizes(*var);
        }
    }

    fn statements(&mut self, statements: &mut Vec<Statement>) {
        let mut kept = Vec::with_capacity(statements.len());
        for mut statement in std::mem::take(statements).into_iter().rev() {
            if self.statement(&mut statement) {
                kept.push(statement);
            }
        }
        kept.reverse();
        *statements = kept;
    }

    /// Trims a statement. Returns true if it stays.
    fn statement(&mut self, statement: &mut Statement) -> bool {
        let used = statement.binds.iter().any(|var| self.is_live(*var));
        if !used && !statement.expression.may_fail() && ends(&statement.expression) {
            return false;
        }
        match &mut statement.expression {
            Expression::If(branch) => {
                self.keep_results(
                    &mut statement.binds,
                    &mut [&mut branch.then, &mut branch.otherwise],
                );
                self.block(&mut branch.then);
                self.block(&mut branch.otherwise);
                self.need(branch.condition);
            }
            Expression::Loop(repetition) => self.repetition(&mut statement.binds, repetition),
            Expression::Soac(soac) => {
                let mut binds = Vec::new();
                let mut rest = statement.binds.as_slice();
                let mut outputs = Vec::new();
                for mut output in std::mem::take(&mut soac.outputs) {
                    let (own, after) = rest.split_at(output.binds());
                    rest = after;
                    if self.output(&mut output, own, &mut binds) {
                        outputs.push(output);
                    }
                }
                soac.outputs = outputs;
                statement.binds = binds;
                self.statements(&mut soac.body);
                if soac.outputs.is_empty() && soac.body.is_empty() {
                    return false;
                }
                for lane in &soac.space {
                    self.need(lane.extent);
                }
            }
            Expression::Scan(scan) => {
                for atom in scan.values.iter().chain(&scan.initial) {
                    self.need(*atom);
                }
                self.lambda(&mut scan.operator);
            }
            other => read::expression(other, self),
        }
        for var in &statement.binds {
            each_size(self.variables.ty(*var).extents(), |size| {
                self.live.insert(size);
            });
        }
        true
    }

    /// Drops the results of blocks that nobody needs. A size is needed by the arrays it measures.
    fn keep_results(&mut self, binds: &mut Vec<Var>, blocks: &mut [&mut Block]) {
        for var in binds.iter() {
            if self.is_live(*var) {
                self.sizes(*var);
            }
        }
        let keep: Vec<bool> = binds.iter().map(|var| self.is_live(*var)).collect();
        retain(binds, &keep);
        for block in blocks {
            retain(&mut block.results, &keep);
        }
    }

    /// Notes the variables that statements need, at any depth, without trimming the statements.
    fn mark(&mut self, statements: &[Statement], results: &[Atom]) {
        for result in results {
            self.need(*result);
        }
        for statement in statements.iter().rev() {
            let expression = &statement.expression;
            let used = statement.binds.iter().any(|var| self.is_live(*var));
            if used || expression.may_fail() || !ends(expression) {
                read::statement(statement, self);
            }
        }
    }

    /// A carried variable is needed if it is needed after the loop, or to compute one that is.
    fn repetition(&mut self, binds: &mut Vec<Var>, repetition: &mut crate::core::Loop) {
        for var in binds.iter() {
            if self.is_live(*var) {
                self.sizes(*var);
            }
        }
        let mut keep: Vec<bool> = binds.iter().map(|var| self.is_live(*var)).collect();
        loop {
            // The variables that the kept ones, the condition and everything that can fail need.
            let mut inside = Remover { variables: self.variables, live: VarSet::new() };
            if let LoopForm::While(condition) = &repetition.form {
                inside.mark(&condition.statements, &condition.results);
            }
            for (position, (var, _)) in repetition.carried.iter().enumerate() {
                if keep[position] {
                    inside.need(repetition.body.results[position]);
                    inside.sizes(*var);
                }
            }
            inside.mark(&repetition.body.statements, &[]);
            let mut changed = false;
            for (position, (var, _)) in repetition.carried.iter().enumerate() {
                if !keep[position] && inside.is_live(*var) {
                    keep[position] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        retain(binds, &keep);
        retain(&mut repetition.carried, &keep);
        retain(&mut repetition.body.results, &keep);
        self.block(&mut repetition.body);
        if let LoopForm::While(condition) = &mut repetition.form {
            self.block(condition);
        }
        if let LoopForm::For(_, count) = &repetition.form {
            self.need(*count);
        }
        for (var, initial) in &repetition.carried {
            self.need(*initial);
            self.sizes(*var);
        }
    }

    /// Trims an output, and notes the variables it needs. Returns true if it stays.
    fn output(&mut self, output: &mut Output, own: &[Var], binds: &mut Vec<Var>) -> bool {
        // To combine values may fail.
        let used = own.iter().any(|var| self.is_live(*var))
            || matches!(
                output,
                Output::Reduce { operator, .. } | Output::Combine { operator, .. } if operator.may_fail()
            );
        match output {
            _ if !used => return false,
            Output::Store(value) | Output::Columns(value) => self.need(*value),
            Output::Segment { row, start } => {
                self.need(*row);
                self.need(*start);
            }
            Output::Append { rows, length, offsets } => {
                self.need(*length);
                self.need(*offsets);
                let keep: Vec<bool> = own[2..].iter().map(|var| self.is_live(*var)).collect();
                retain(rows, &keep);
                for row in rows.iter() {
                    self.need(*row);
                }
                binds.extend(&own[..2]);
                binds
                    .extend(own[2..].iter().zip(&keep).filter(|(_, keep)| **keep).map(|(v, _)| *v));
                return true;
            }
            Output::Reduce { values, initial, operator, when, .. } => {
                for atom in values.iter().chain(initial.iter().flatten()).chain(when.iter()) {
                    self.need(*atom);
                }
                self.lambda(operator);
            }
            Output::Compact { values, when } => {
                self.need(*when);
                let keep: Vec<bool> = own[1..].iter().map(|var| self.is_live(*var)).collect();
                retain(values, &keep);
                for value in values.iter() {
                    self.need(*value);
                }
                binds.push(own[0]);
                binds
                    .extend(own[1..].iter().zip(&keep).filter(|(_, keep)| **keep).map(|(v, _)| *v));
                return true;
            }
            Output::Scatter { destinations, index, values, when } => {
                let keep: Vec<bool> = own.iter().map(|var| self.is_live(*var)).collect();
                retain(destinations, &keep);
                retain(values, &keep);
                let operands = destinations.iter().chain(values.iter()).chain(when.iter());
                for atom in operands {
                    self.need(*atom);
                }
                self.need(*index);
                binds.extend(own.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(v, _)| *v));
                return true;
            }
            Output::Combine { destinations, index, values, operator, when } => {
                let operands = destinations.iter().chain(values.iter()).chain(when.iter());
                for atom in operands {
                    self.need(*atom);
                }
                self.need(*index);
                self.lambda(operator);
            }
        }
        binds.extend_from_slice(own);
        true
    }
}

/// All that is used and in types, at any depth.
impl Visitor for Remover<'_> {
    fn atom(&mut self, atom: &Atom) {
        self.need(*atom);
    }

    fn bind(&mut self, var: &Var) {
        self.sizes(*var);
    }
}

/// Returns true if an expression is known to end: a loop that may go on for ever is not dropped.
fn ends(expression: &Expression) -> bool {
    if let Expression::Loop(repetition) = expression
        && matches!(repetition.form, LoopForm::While(_))
    {
        return false;
    }
    expression.bodies().iter().all(|body| body.iter().all(|statement| ends(&statement.expression)))
}

fn retain<T>(list: &mut Vec<T>, keep: &[bool]) {
    let mut flags = keep.iter();
    list.retain(|_| *flags.next().unwrap_or(&true));
}
