//! Dependence on indices: for each variable, those of some indices that its value depends on.
//!
//! ```text
//! soac [i < n, j < m] {
//!     x = index a [i]        depends on `i`
//!     y = index b [j]        depends on `j`
//!     p = mul x y            depends on both
//!     z = index a [k]        depends on neither
//! }
//! ```
//!
//! A value that does not depend on `i` is the same for all lanes that differ in `i` alone. All results of a
//! branch, a SOAC or a scan depend on the indices that any part of it depends on, as each of them is computed
//! as a whole. The variables that a loop carries are told apart.

use crate::core::visit::each_use;
use crate::core::{
    Atom, Expression, Loop, LoopForm, Output, Scan, Soac, Statement, Var, VarMap, VarSet,
};

/// A set of indices: the caller gives each index a bit.
pub(crate) type Indices = u8;

/// For each variable, the indices that it depends on.
#[derive(Default)]
pub(crate) struct Dependence {
    indices: VarMap<Indices>,
    /// The variables that are known to depend on nothing, however they are computed.
    independent: VarSet,
    /// The number of times that a variable was found to depend on more than was known.
    changes: usize,
}

impl Dependence {
    /// Says that a variable depends on these indices, too; an index depends on itself.
    pub(crate) fn note(&mut self, var: Var, indices: Indices) {
        if indices == 0 || self.independent.contains(&var) {
            return;
        }
        let known = self.indices.or_default(var);
        if *known | indices != *known {
            *known |= indices;
            self.changes += 1;
        }
    }

    /// Says that a variable depends on nothing, however it is computed.
    pub(crate) fn note_independent(&mut self, var: Var) {
        self.independent.insert(var);
    }

    /// The indices that a variable depends on.
    pub(crate) fn of(&self, var: Var) -> Indices {
        self.indices.get(&var).copied().unwrap_or(0)
    }

    /// The indices that an operand depends on.
    pub(crate) fn of_atom(&self, atom: Atom) -> Indices {
        atom.var().map_or(0, |var| self.of(var))
    }

    /// The indices that some of these operands depend on.
    fn of_atoms(&self, atoms: &[Atom]) -> Indices {
        atoms.iter().fold(0, |all, atom| all | self.of_atom(*atom))
    }

    /// The indices that some operand of an expression depends on, at any depth.
    pub(crate) fn of_expression(&self, expression: &Expression) -> Indices {
        let mut all = 0;
        each_use(expression, |var| all |= self.of(var));
        all
    }

    /// Learns the dependence of all variables that statements bind, at any depth.
    pub(crate) fn learn(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.learn_statement(statement);
        }
    }

    /// Learns the dependence of all variables that a statement binds, at any depth.
    pub(crate) fn learn_statement(&mut self, statement: &Statement) {
        match &statement.expression {
            Expression::Loop(repetition) => self.learn_loop(repetition, &statement.binds),
            Expression::Soac(soac) => {
                self.learn(&soac.body);
                let all = self.of_expression(&statement.expression);
                self.note_all(&statement.binds, all);
                self.learn_combinations(soac, all);
            }
            Expression::Scan(scan) => {
                let all = self.of_expression(&statement.expression);
                self.learn_scan(scan, &statement.binds, all);
            }
            Expression::If(branch) => {
                self.learn(&branch.then.statements);
                self.learn(&branch.otherwise.statements);
                self.note_all(&statement.binds, self.of_expression(&statement.expression));
            }
            expression => self.note_all(&statement.binds, self.of_expression(expression)),
        }
    }

    fn note_all(&mut self, binds: &[Var], all: Indices) {
        binds.iter().for_each(|bind| self.note(*bind, all));
    }

    /// The scans and reductions of a SOAC whose operands depend on these indices, so that there is a running
    /// combination for each value of them.
    fn learn_combinations(&mut self, soac: &Soac, all: Indices) {
        if all == 0 {
            return;
        }
        let before = self.changes;
        for inner in &soac.body {
            if let Expression::Scan(scan) = &inner.expression {
                self.learn_scan(scan, &inner.binds, all);
            }
        }
        // Only where something is new: nests would be gone through twice for each level.
        if self.changes > before {
            self.learn(&soac.body);
        }
        for output in &soac.outputs {
            if let Output::Reduce { operator, .. } | Output::Combine { operator, .. } = output {
                self.note_all(&operator.parameters, all);
                self.learn(&operator.body.statements);
            }
        }
    }

    fn learn_scan(&mut self, scan: &Scan, binds: &[Var], all: Indices) {
        self.note_all(binds, all);
        self.note_all(&scan.operator.parameters, all);
        self.learn(&scan.operator.body.statements);
    }

    /// A carried value depends on all that its first or its next value depends on, and on all that tells when
    /// the loop stops.
    fn learn_loop(&mut self, repetition: &Loop, binds: &[Var]) {
        for (var, initial) in &repetition.carried {
            self.note(*var, self.of_atom(*initial));
        }
        loop {
            let before = self.changes;
            self.learn(&repetition.body.statements);
            let stops = match &repetition.form {
                LoopForm::For(_, count) => self.of_atom(*count),
                LoopForm::While(condition) => {
                    self.learn(&condition.statements);
                    self.of_atoms(&condition.results)
                }
            };
            for ((var, _), result) in repetition.carried.iter().zip(&repetition.body.results) {
                self.note(*var, stops | self.of_atom(*result));
            }
            if self.changes == before {
                break;
            }
        }
        for (bind, (var, _)) in binds.iter().zip(&repetition.carried) {
            self.note(*bind, self.of(*var));
        }
    }
}
