//! The values that differ between neighbouring lanes of a kernel.

use rustc_hash::FxHashMap;

use crate::core::visit::each_use;
use crate::core::{Atom, Block, Expression, Loop, LoopForm, Output, Scan, Statement, Var, VarSet};

/// The relation between the values that the lanes of a tile have of one variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Each lane one more than the lane before.
    Counts,
    /// All lanes the same.
    Same,
}

/// The values that differ between neighbouring lanes.
pub(crate) struct Varying {
    vars: VarSet,
    /// The indices that differ by themselves.
    counting: Vec<Var>,
    /// The values that have a shape in most tiles; other tiles go lane by lane.
    expected: FxHashMap<Var, Shape>,
    /// True if there are checks that all lanes have to pass.
    checks: bool,
}

impl Varying {
    /// The values that differ where these indices do and where others are as expected, which the first tile
    /// that is not so finds out. With `checks` there are checks that all lanes have to pass.
    pub(crate) fn with_expected(
        indices: &[Var],
        expected: FxHashMap<Var, Shape>,
        checks: bool,
    ) -> Varying {
        Varying { expected, checks, ..Varying::among(indices) }
    }

    /// The values that differ where these indices do: the indices alone.
    pub(crate) fn among(indices: &[Var]) -> Varying {
        let (vars, counting) = (indices.iter().copied().collect(), indices.to_vec());
        Varying { vars, counting, expected: FxHashMap::default(), checks: false }
    }

    /// The shape that a value has in most tiles.
    pub(crate) fn shape_of(&self, var: Var) -> Option<Shape> {
        self.expected.get(&var).copied()
    }

    /// Returns true if tiles may have to go lane by lane.
    pub(crate) fn expects(&self) -> bool {
        self.checks || !self.expected.is_empty()
    }

    /// Returns the index that counts neighbouring lanes.
    pub(crate) fn neighbours(&self) -> Var {
        self.counting[0]
    }

    /// Returns true if an operand counts lanes.
    pub(crate) fn counts(&self, atom: Atom) -> bool {
        atom.var().is_some_and(|var| self.counting.contains(&var))
    }

    /// Returns true if an operand differs between lanes.
    pub(crate) fn atom(&self, atom: Atom) -> bool {
        atom.var().is_some_and(|var| self.vars.contains(&var))
    }

    /// Returns true if a value that a statement binds differs between lanes.
    pub(crate) fn statement(&self, statement: &Statement) -> bool {
        statement.binds.iter().any(|bind| self.vars.contains(bind))
    }

    /// Returns true if the value of a block differs between lanes.
    pub(crate) fn block(&self, block: &Block) -> bool {
        block.results.iter().any(|result| self.atom(*result))
    }

    /// Returns true if a statement goes round, itself or in an arm.
    pub(crate) fn has_loop(&self, statement: &Statement) -> bool {
        let has_loop = |block: &Block| block.statements.iter().any(|inner| self.has_loop(inner));
        match &statement.expression {
            Expression::Soac(_) | Expression::Loop(_) => true,
            Expression::If(branch) => has_loop(&branch.then) || has_loop(&branch.otherwise),
            _ => false,
        }
    }

    /// Finds the variables that depend on the varying values so far.
    pub(crate) fn spread(&mut self, statements: &[Statement]) {
        for statement in statements {
            match &statement.expression {
                Expression::Loop(repetition) => self.spread_loop(repetition, &statement.binds),
                Expression::Soac(soac) => {
                    self.spread(&soac.body);
                    let varies = self.uses(&statement.expression);
                    if varies {
                        self.vars.extend(&statement.binds);
                        let before = self.vars.len();
                        // The loop has a running combination for each lane.
                        for inner in &soac.body {
                            if let Expression::Scan(scan) = &inner.expression {
                                self.spread_scan(scan, &inner.binds);
                            }
                        }
                        // Only where something is new: nests would be gone through twice for each level.
                        if self.vars.len() > before {
                            self.spread(&soac.body);
                        }
                        for output in &soac.outputs {
                            if let Output::Reduce { operator, .. } = output {
                                self.vars.extend(&operator.parameters);
                                self.spread(&operator.body.statements);
                            }
                        }
                    }
                }
                Expression::Scan(scan) => {
                    if self.uses(&statement.expression) {
                        self.spread_scan(scan, &statement.binds);
                    }
                }
                Expression::If(branch) => {
                    self.spread(&branch.then.statements);
                    self.spread(&branch.otherwise.statements);
                    if self.uses(&statement.expression) {
                        self.vars.extend(&statement.binds);
                    }
                }
                expression => {
                    let shape = statement.binds.first().and_then(|bind| self.shape_of(*bind));
                    if shape != Some(Shape::Same) && self.uses(expression) {
                        self.vars.extend(&statement.binds);
                    }
                    if shape == Some(Shape::Counts) && !self.counting.contains(&statement.binds[0])
                    {
                        self.counting.push(statement.binds[0]);
                    }
                }
            }
        }
    }

    /// A running combination differs between lanes.
    fn spread_scan(&mut self, scan: &Scan, binds: &[Var]) {
        self.vars.extend(binds);
        self.vars.extend(&scan.operator.parameters);
        self.spread(&scan.operator.body.statements);
    }

    /// A carried value varies if its first or its next value does, or if lanes stop at different times.
    fn spread_loop(&mut self, repetition: &Loop, binds: &[Var]) {
        for (var, initial) in &repetition.carried {
            if self.atom(*initial) {
                self.vars.insert(*var);
            }
        }
        loop {
            let before = self.vars.len();
            self.spread(&repetition.body.statements);
            let mut all = false;
            if let LoopForm::While(condition) = &repetition.form {
                self.spread(&condition.statements);
                all = self.block(condition);
            }
            for ((var, _), result) in repetition.carried.iter().zip(&repetition.body.results) {
                if all || self.atom(*result) {
                    self.vars.insert(*var);
                }
            }
            if self.vars.len() == before {
                break;
            }
        }
        for (bind, (var, _)) in binds.iter().zip(&repetition.carried) {
            if self.vars.contains(var) {
                self.vars.insert(*bind);
            }
        }
    }

    fn uses(&self, expression: &Expression) -> bool {
        let mut found = false;
        each_use(expression, |var| found |= self.vars.contains(&var));
        found
    }
}
