//! Finds the reads of an array: the reading statement, the place, and the indices.

use crate::core::visit::each_use;
use crate::core::{Atom, Expression, LoopForm, Output, Soac, Statement, Var};

/// A read of an element or row of an array.
#[derive(Clone, Debug)]
pub struct Read {
    /// At which indices.
    pub indices: Vec<Atom>,
    /// The lanes around it, outermost first, inside the statement looked at.
    pub lanes: Vec<Var>,
    /// True if the read lies in a loop or an operator, and so may happen again and again.
    pub repeated: bool,
    /// True if the read lies in one `for` loop, and in nothing else that repeats it but lanes.
    pub in_turns: bool,
    /// True if the read lies in a branch, and so may not happen.
    pub conditional: bool,
}

/// The reads of an array in a statement, and how often it is used otherwise.
pub fn reads_of(statement: &Statement, array: Var) -> (Vec<Read>, usize) {
    let mut finder = Finder {
        array,
        reads: Vec::new(),
        others: 0,
        lanes: Vec::new(),
        repeated: false,
        in_turns: false,
        conditional: false,
    };
    finder.statement(statement);
    (finder.reads, finder.others)
}

struct Finder {
    array: Var,
    reads: Vec<Read>,
    others: usize,
    lanes: Vec<Var>,
    repeated: bool,
    in_turns: bool,
    conditional: bool,
}

impl Finder {
    fn atom(&mut self, atom: Atom) {
        self.others += usize::from(atom == Atom::Var(self.array));
    }

    fn atoms(&mut self, atoms: &[Atom]) {
        for atom in atoms {
            self.atom(*atom);
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn repeatedly(&mut self, f: impl FnOnce(&mut Self)) {
        let outer = (self.repeated, self.in_turns);
        (self.repeated, self.in_turns) = (true, false);
        f(self);
        (self.repeated, self.in_turns) = outer;
    }

    fn conditionally(&mut self, f: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.conditional, true);
        f(self);
        self.conditional = outer;
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.expression {
            Expression::Index(array, indices) if *array == Atom::Var(self.array) => {
                self.atoms(indices);
                self.reads.push(Read {
                    indices: indices.clone(),
                    lanes: self.lanes.clone(),
                    repeated: self.repeated,
                    in_turns: self.in_turns,
                    conditional: self.conditional,
                });
            }
            Expression::If(branch) => {
                self.atom(branch.condition);
                for block in [&branch.then, &branch.otherwise] {
                    self.conditionally(|this| {
                        this.statements(&block.statements);
                        this.atoms(&block.results);
                    });
                }
            }
            Expression::Loop(repetition) => {
                for (_, initial) in &repetition.carried {
                    self.atom(*initial);
                }
                if let LoopForm::For(_, count) = &repetition.form {
                    self.atom(*count);
                }
                let is_outermost = !self.repeated;
                self.repeatedly(|this| {
                    this.in_turns = is_outermost && matches!(repetition.form, LoopForm::For(..));
                    if let LoopForm::While(condition) = &repetition.form {
                        this.statements(&condition.statements);
                        this.atoms(&condition.results);
                    }
                    this.statements(&repetition.body.statements);
                    this.atoms(&repetition.body.results);
                });
            }
            Expression::Soac(soac) => self.soac(soac),
            Expression::Scan(scan) => {
                self.atoms(&scan.values);
                self.atoms(&scan.initial);
                self.repeatedly(|this| {
                    this.statements(&scan.operator.body.statements);
                    this.atoms(&scan.operator.body.results);
                });
            }
            other => each_use(other, |var| self.atom(Atom::Var(var))),
        }
    }

    fn soac(&mut self, soac: &Soac) {
        for lane in &soac.space {
            self.atom(lane.extent);
        }
        let outer = self.lanes.len();
        self.lanes.extend(soac.space.iter().map(|lane| lane.index));
        self.statements(&soac.body);
        for output in &soac.outputs {
            self.output(output);
        }
        self.lanes.truncate(outer);
    }

    fn output(&mut self, output: &Output) {
        match output {
            Output::Store(value) | Output::Columns(value) => self.atom(*value),
            Output::Segment { row, start } => self.atoms(&[*row, *start]),
            Output::Append { rows, length, offsets } => {
                self.atoms(rows);
                self.atom(*length);
                self.atom(*offsets);
            }
            Output::Reduce { values, initial, operator, when, .. } => {
                self.atoms(values);
                initial.iter().for_each(|initial| self.atoms(initial));
                self.atoms(when.as_slice());
                self.repeatedly(|this| {
                    this.statements(&operator.body.statements);
                    this.atoms(&operator.body.results);
                });
            }
            Output::Compact { values, when } => {
                self.atoms(values);
                self.atom(*when);
            }
            Output::Scatter { destinations, index, values, when } => {
                self.atoms(destinations);
                self.atom(*index);
                self.atoms(values);
                self.atoms(when.as_slice());
            }
            Output::Combine { destinations, index, values, operator, when } => {
                self.atoms(destinations);
                self.atom(*index);
                self.atoms(values);
                self.atoms(when.as_slice());
                self.repeatedly(|this| {
                    this.statements(&operator.body.statements);
                    this.atoms(&operator.body.results);
                });
            }
        }
    }
}

/// The arrays that a statement writes to.
pub fn destinations(statement: &Statement) -> Vec<Var> {
    let Expression::Soac(soac) = &statement.expression else { return Vec::new() };
    soac.outputs.iter().flat_map(Output::destinations).filter_map(|atom| atom.var()).collect()
}

/// Rewrites every read of an array, at any depth: `f` makes the statement in its place.
pub fn replace_reads(
    statements: &mut Vec<Statement>,
    array: Var,
    f: &mut dyn FnMut(&Statement, &[Atom]) -> Vec<Statement>,
) {
    let mut result = Vec::with_capacity(statements.len());
    for mut statement in std::mem::take(statements) {
        if let Expression::Index(read, indices) = &statement.expression
            && *read == Atom::Var(array)
        {
            result.extend(f(&statement, indices));
            continue;
        }
        for body in statement.expression.bodies_mut() {
            replace_reads(body, array, f);
        }
        result.push(statement);
    }
    *statements = result;
}
