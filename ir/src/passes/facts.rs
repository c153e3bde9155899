//! What is known about variables: how they were computed, and which indices are in bounds.

use crate::core::operation::Operation;
use crate::core::{
    Atom, Condition, Constant, Expression, Extent, LoopForm, Soac, Statement, Var, VarMap, VarSet,
    Variables, View,
};

/// How a variable was computed, as far as passes ask.
#[derive(Clone, Debug)]
pub enum Definition {
    /// An index of a SOAC, below this extent; there is a lane, so the extent is not 0.
    Lane(Atom),
    /// A scalar operation.
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
pub struct Facts {
    definitions: VarMap<Definition>,
}

impl Facts {
    /// The definitions of everything in a function.
    pub fn of(statements: &[Statement]) -> Facts {
        let mut facts = Facts::default();
        facts.learn(statements);
        facts
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

    /// How a variable was computed.
    pub fn get(&self, var: Var) -> Option<&Definition> {
        self.definitions.get(&var)
    }

    /// How an operand was computed.
    pub fn of_atom(&self, atom: Atom) -> Option<&Definition> {
        self.get(atom.var()?)
    }

    /// Remembers what a statement binds, and the indices of a SOAC or loop.
    pub fn add_statement(&mut self, statement: &Statement) {
        let definition = match &statement.expression {
            Expression::Scalar(operation, operands) => {
                Definition::Scalar(*operation, operands.clone())
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

    /// Whether an array is stored, densely and in row-major order: it is not a view, nor a row.
    /// Under other extents it still is.
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

    /// Whether an array is stored, or is a part of one that is: its elements lie next to each
    /// other in row-major order.
    pub fn is_in_one_piece(&self, array: Atom) -> bool {
        match self.part_of(array) {
            Some(whole) => self.is_in_one_piece(whole),
            None => self.is_stored(array),
        }
    }

    /// Whether an array is one of these, or a part of one.
    pub fn is_part_of(&self, array: Atom, arrays: &VarSet) -> bool {
        match self.part_of(array) {
            Some(whole) => self.is_part_of(whole, arrays),
            None => array.var().is_some_and(|var| arrays.contains(&var)),
        }
    }

    /// Whether an index is below an extent, wherever it is in scope.
    pub fn in_bounds(&self, index: Atom, extent: Atom, variables: &Variables) -> bool {
        if let (Some(index), Some(extent)) = (index.known_size(), extent.known_size()) {
            return index < extent;
        }
        if let Some(extent) = extent.known_size()
            && let Some((_, high)) = self.range(index, variables, 4)
            && high < extent as i128
        {
            return true;
        }
        match self.of_atom(index) {
            Some(Definition::Lane(own)) => *own == extent,
            Some(Definition::Check(Condition::Index(_), operands)) => operands[1] == extent,
            Some(Definition::Scalar(Operation::Boundary(..), operands)) => {
                operands[1] == extent && self.in_bounds(operands[0], extent, variables)
            }
            // A remainder is below its divisor, which was checked not to be zero.
            Some(Definition::Scalar(Operation::Remainder, operands)) => {
                match self.of_atom(operands[1]) {
                    Some(Definition::Check(Condition::NotZero(_), checked)) => checked[0] == extent,
                    _ => false,
                }
            }
            Some(Definition::Select([_, then, otherwise])) => {
                self.in_bounds(*then, extent, variables)
                    && self.in_bounds(*otherwise, extent, variables)
            }
            _ => false,
        }
    }

    /// The smallest and largest value that an integer can have, where both are known: from how it
    /// was computed, or because its type is small.
    pub fn range(&self, atom: Atom, variables: &Variables, depth: usize) -> Option<(i128, i128)> {
        let ty = variables.element(atom);
        let small = ty.is_integer() && ty.maximum() <= i128::from(u16::MAX);
        let all = small.then(|| (ty.minimum(), ty.maximum()));
        self.computed_range(atom, variables, depth).or(all)
    }

    fn computed_range(
        &self,
        atom: Atom,
        variables: &Variables,
        depth: usize,
    ) -> Option<(i128, i128)> {
        if let Atom::Constant(constant) = atom {
            return constant.integer().map(|value| (value, value));
        }
        let ty = variables.element(atom);
        if depth == 0 || !ty.is_integer() {
            return None;
        }
        let fits = |range: (i128, i128)| {
            (ty.minimum() <= range.0 && range.1 <= ty.maximum()).then_some(range)
        };
        let range = |atom: Atom| self.range(atom, variables, depth - 1);
        match self.of_atom(atom)? {
            Definition::Lane(extent) => {
                extent.known_size().map(|extent| (0, (extent as i128 - 1).max(0)))
            }
            Definition::Cast(inner) => match range(*inner) {
                Some(inner) => fits(inner),
                None => {
                    let from = variables.element(*inner);
                    let all = (from.minimum(), from.maximum());
                    if from.is_integer() { fits(all) } else { None }
                }
            },
            Definition::Check(Condition::Index(_), operands) => {
                let extent = operands[1].known_size()? as i128;
                Some((0, extent - 1))
            }
            Definition::Check(_, operands) => range(operands[0]).and_then(fits),
            Definition::Select([_, then, otherwise]) => {
                let (a, b) = (range(*then)?, range(*otherwise)?);
                Some((a.0.min(b.0), a.1.max(b.1)))
            }
            Definition::Scalar(operation, operands) => {
                let a = range(operands[0]);
                let b = operands.get(1).and_then(|b| range(*b));
                match (operation, a, b) {
                    (Operation::Add, Some(a), Some(b)) => fits((a.0 + b.0, a.1 + b.1)),
                    (Operation::Subtract, Some(a), Some(b)) => fits((a.0 - b.1, a.1 - b.0)),
                    (Operation::Multiply, Some(a), Some(b)) if a.0 >= 0 && b.0 >= 0 => {
                        fits((a.0 * b.0, a.1.checked_mul(b.1)?))
                    }
                    (Operation::Divide, Some(a), Some(b)) if a.0 >= 0 && b.0 > 0 => {
                        Some((a.0 / b.1, a.1 / b.0))
                    }
                    (Operation::Remainder, a, Some((low, high))) if low > 0 => match a {
                        Some(a) if a.0 >= 0 => Some((0, a.1.min(high - 1))),
                        _ if ty.is_unsigned() => Some((0, high - 1)),
                        _ => Some((1 - high, high - 1)),
                    },
                    (Operation::And, a, b) if ty.is_unsigned() || a.is_some_and(|a| a.0 >= 0) => {
                        let high = a.map_or(ty.maximum(), |a| a.1);
                        let other = match b {
                            Some(b) if b.0 >= 0 => b.1,
                            _ => high,
                        };
                        Some((0, high.min(other)))
                    }
                    (Operation::ShiftRight, Some(a), Some(b))
                        if a.0 >= 0 && 0 <= b.0 && b.1 < 64 =>
                    {
                        Some((a.0 >> b.1, a.1 >> b.0))
                    }
                    (Operation::Function(function), a, b) => match (function.name, a, b) {
                        ("min", Some(a), Some(b)) => Some((a.0.min(b.0), a.1.min(b.1))),
                        ("max", Some(a), Some(b)) => Some((a.0.max(b.0), a.1.max(b.1))),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether everything in the statements can be evaluated early: nothing fails, every index
    /// is in bounds wherever its operands are known, and every loop ends.
    pub fn is_speculative(&self, statement: &Statement, variables: &Variables) -> bool {
        match &statement.expression {
            Expression::Check(_) | Expression::Coerce(..) | Expression::Call(..) => false,
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

    fn operators(&self, soac: &Soac, variables: &Variables) -> bool {
        soac.outputs.iter().all(|output| match output {
            crate::core::Output::Reduce { operator, .. } => {
                self.body(&operator.body.statements, variables)
            }
            _ => true,
        })
    }

    /// What the count of the elements under some extents is a product of: a number, and operands in
    /// order. Nothing if rows may differ.
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

    /// As [`Facts::is_speculative`] for the body of a SOAC, in which scans are at home.
    fn body(&self, statements: &[Statement], variables: &Variables) -> bool {
        statements.iter().all(|statement| match &statement.expression {
            Expression::Scan(scan) => self.body(&scan.operator.body.statements, variables),
            _ => self.is_speculative(statement, variables),
        })
    }

    fn all(&self, expression: &Expression, variables: &Variables) -> bool {
        expression
            .bodies()
            .iter()
            .all(|body| body.iter().all(|statement| self.is_speculative(statement, variables)))
    }
}

/// Whether a scalar is this number.
pub fn is_number(atom: Atom, number: i128) -> bool {
    atom.constant().is_some_and(|constant| constant.is_number(number))
}

/// Whether a scalar is this truth value.
pub fn is_truth(atom: Atom, value: bool) -> bool {
    atom == Atom::Constant(Constant::Bool(value))
}
