//! Facts about variables: how they were computed, and which statements can be evaluated early.

use crate::core::operation::Operation;
use crate::core::{
    Atom, Condition, Constant, Expression, Extent, LoopForm, Soac, Statement, Var, VarMap, VarSet,
    Variables, View,
};

/// The definition of a variable, as far as passes ask.
#[derive(Clone, Debug)]
pub enum Definition {
    /// An index of a SOAC, below this extent; there is a lane, so the extent is not 0.
    Lane(Atom),
    /// A scalar operation; the length of a row is the difference that it is.
    Scalar(Operation, Vec<Atom>),
    /// A cast.
    Cast(Atom),
    /// A selection.
    Select([Atom; 3]),
    /// A check that was made in any case.
    Check(Condition, Vec<Atom>),
    /// An array under other extents that it is known to have.
    Coerce(Atom),
    /// An element or row.
    Index(Atom, Vec<Atom>),
    /// A view.
    View(View),
    /// An array literal.
    Array(Vec<Atom>),
    /// An array with an element replaced.
    Update(Atom, Vec<Atom>, Atom),
}

/// The definitions of the variables of a function, collected while walking it.
#[derive(Default)]
pub struct Definitions {
    definitions: VarMap<Definition>,
}

impl Definitions {
    /// The definitions of everything in a function.
    pub fn of(statements: &[Statement]) -> Definitions {
        let mut definitions = Definitions::default();
        definitions.learn(statements);
        definitions
    }

    /// Remembers everything in statements, at any depth.
    pub fn learn(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.add_statement(statement);
            for body in statement.expression.bodies() {
                self.learn(body);
            }
        }
    }

    /// Remembers how a variable was computed.
    pub fn set(&mut self, var: Var, definition: Definition) {
        self.definitions.insert(var, definition);
    }

    /// Returns the definition of a variable.
    pub fn get(&self, var: Var) -> Option<&Definition> {
        self.definitions.get(&var)
    }

    /// Returns the definition of an operand.
    pub fn of_atom(&self, atom: Atom) -> Option<&Definition> {
        self.get(atom.var()?)
    }

    /// Remembers the variables that a statement binds, and the indices of a SOAC or loop.
    pub fn add_statement(&mut self, statement: &Statement) {
        let definition = match &statement.expression {
            Expression::Scalar(operation, operands) => {
                Definition::Scalar(operation.arithmetic(), operands.clone())
            }
            Expression::Cast(atom) => Definition::Cast(*atom),
            Expression::Select(operands) => Definition::Select(*operands),
            Expression::Check(check) if check.when.is_none() => {
                Definition::Check(check.condition.clone(), check.operands.clone())
            }
            Expression::Coerce(array, _) => Definition::Coerce(*array),
            Expression::Index(array, indices) => Definition::Index(*array, indices.clone()),
            Expression::View(View::Flatten(_) | View::Segments(..)) => return,
            Expression::View(view) => Definition::View(view.clone()),
            Expression::Array(elements) => Definition::Array(elements.clone()),
            Expression::Update { array, indices, value } => {
                Definition::Update(*array, indices.clone(), *value)
            }
            Expression::Soac(soac) => return self.add_lanes(soac),
            Expression::Loop(repetition) => {
                if let LoopForm::For(index, count) = repetition.form {
                    self.set(index, Definition::Lane(count));
                }
                return;
            }
            _ => return,
        };
        if let [var] = statement.binds.as_slice() {
            self.set(*var, definition);
        }
    }

    /// Remembers the indices of a SOAC.
    pub fn add_lanes(&mut self, soac: &Soac) {
        for lane in &soac.space {
            self.set(lane.index, Definition::Lane(lane.extent));
        }
    }

    /// Returns true if an array is stored, densely and in row-major order: it is not a view, nor a row. Under
    /// other extents it still is.
    pub fn is_stored(&self, array: Atom) -> bool {
        let definition = self.of_atom(self.whole(array));
        !matches!(definition, Some(Definition::View(_) | Definition::Index(..)))
    }

    /// The array that one is under other extents; itself if it is none.
    pub fn whole(&self, array: Atom) -> Atom {
        match self.of_atom(array) {
            Some(Definition::View(View::Reshape(inner)) | Definition::Coerce(inner)) => {
                self.whole(*inner)
            }
            _ => array,
        }
    }

    /// The array that an operand is a part of, or the same under other extents: a row, or
    /// neighbouring rows.
    pub fn part_of(&self, array: Atom) -> Option<Atom> {
        match self.of_atom(array)? {
            Definition::View(View::Reshape(inner) | View::Slice(inner, _))
            | Definition::Coerce(inner)
            | Definition::Index(inner, _) => Some(*inner),
            _ => None,
        }
    }

    /// Returns true if an array is stored, or is a part of one that is: its elements lie next to each other
    /// in row-major order.
    pub fn is_in_one_piece(&self, array: Atom) -> bool {
        match self.part_of(array) {
            Some(whole) => self.is_in_one_piece(whole),
            None => self.is_stored(array),
        }
    }

    /// Returns true if an array is one of these, or a part of one.
    pub fn is_part_of(&self, array: Atom, arrays: &VarSet) -> bool {
        match self.part_of(array) {
            Some(whole) => self.is_part_of(whole, arrays),
            None => array.var().is_some_and(|var| arrays.contains(&var)),
        }
    }

    /// Returns true if everything in the statement can be evaluated early: nothing fails, every index is in
    /// bounds wherever its operands are known, and every loop ends.
    pub fn can_speculate(&self, statement: &Statement, variables: &Variables) -> bool {
        match &statement.expression {
            expression if expression.fails_by_itself() => false,
            // The bounds of a slice, and the lengths of rows, are checked before it.
            Expression::Scan(_) | Expression::View(View::Slice(..) | View::Segments(..)) => false,
            Expression::View(View::Reshape(array)) => {
                let whole = self.factors(variables.atom_type(*array).extents());
                let parts = self.factors(variables.ty(statement.binds[0]).extents());
                whole.is_some() && whole == parts
            }
            Expression::Index(array, indices) => {
                let ty = variables.atom_type(*array);
                indices.iter().zip(ty.extents()).all(|(index, extent)| {
                    extent.size().is_some_and(|extent| self.in_bounds(*index, extent, variables))
                })
            }
            Expression::Update { array, indices, value } => {
                let ty = variables.atom_type(*array);
                !variables.updates_several(*array, indices, *value)
                    && indices.iter().zip(ty.extents()).all(|(index, extent)| {
                        extent
                            .size()
                            .is_some_and(|extent| self.in_bounds(*index, extent, variables))
                    })
            }
            Expression::Loop(repetition) => {
                !matches!(repetition.form, LoopForm::While(_))
                    && self.all(&statement.expression, variables)
            }
            // A scatter writes where an index says, which only its check makes safe.
            Expression::Soac(soac) => {
                let stores = soac.outputs.iter().all(|output| {
                    use crate::core::Output::*;
                    matches!(
                        output,
                        Store(_)
                            | Columns(_)
                            | Segment { .. }
                            | Append { .. }
                            | Reduce { .. }
                            | Compact { .. }
                    )
                });
                stores && self.body(&soac.body, variables) && self.operators(soac, variables)
            }
            other => self.all(other, variables),
        }
    }

    /// Returns true if every index in a statement is known to be in bounds by its own operands, and not
    /// because a statement before would have failed otherwise: an array that was coerced is read under its
    /// old extents.
    pub fn is_in_bounds(&self, statement: &Statement, variables: &Variables) -> bool {
        match &statement.expression {
            Expression::Index(..) | Expression::Update { .. } | Expression::View(_) => {
                self.can_speculate(statement, variables)
            }
            other => other
                .bodies()
                .iter()
                .all(|body| body.iter().all(|statement| self.is_in_bounds(statement, variables))),
        }
    }

    fn operators(&self, soac: &Soac, variables: &Variables) -> bool {
        soac.outputs.iter().all(|output| match output {
            crate::core::Output::Reduce { operator, .. } => {
                self.body(&operator.body.statements, variables)
            }
            _ => true,
        })
    }

    /// Returns the factors of the number of elements under some extents: a number, and operands in order.
    /// Nothing if rows may differ.
    fn factors(&self, extents: &[Extent]) -> Option<(usize, Vec<Atom>)> {
        let mut open = Vec::new();
        for extent in extents {
            open.push(extent.size()?);
        }
        let (mut number, mut factors) = (1usize, Vec::new());
        while let Some(factor) = open.pop() {
            match (factor.known_size(), self.of_atom(factor)) {
                (Some(size), _) => number = number.checked_mul(size)?,
                (None, Some(Definition::Scalar(Operation::Multiply, operands))) => {
                    open.extend(operands);
                }
                _ => factors.push(factor),
            }
        }
        factors.sort_unstable_by_key(|factor| factor.var());
        Some((number, factors))
    }

    /// As [`Definitions::can_speculate`] for the body of a SOAC, in which scans are at home.
    fn body(&self, statements: &[Statement], variables: &Variables) -> bool {
        statements.iter().all(|statement| match &statement.expression {
            Expression::Scan(scan) => self.body(&scan.operator.body.statements, variables),
            _ => self.can_speculate(statement, variables),
        })
    }

    fn all(&self, expression: &Expression, variables: &Variables) -> bool {
        expression
            .bodies()
            .iter()
            .all(|body| body.iter().all(|statement| self.can_speculate(statement, variables)))
    }
}

/// Returns true if a scalar is this number.
pub fn is_number(atom: Atom, number: i128) -> bool {
    atom.constant().is_some_and(|constant| constant.is_number(number))
}

/// Returns true if a scalar is this truth value.
pub fn is_truth(atom: Atom, value: bool) -> bool {
    atom == Atom::Constant(Constant::Bool(value))
}
