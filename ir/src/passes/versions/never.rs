//! Versions of a nest for sizes that cannot be: they are not compiled.
//!
//! ```text
//! k = min w 100                                       k = min w 100
//! long = le 131072 k                            ─▶    s = soac [i < n] { … }
//! s = if long { … } else { soac [i < n] { … } }
//! ```
//!
//! Sizes are known by more than constants: by the types that they are cast from, by `min` and the
//! remainder, by the arms of a branch. Each integer of host code has a least and a greatest value that
//! it can have, and a condition is a number from 0 to 1.

use crate::core::operation::Operation;
use crate::core::{
    Atom, Check, Constant, Expression, Function, LoopForm, ScalarType, Statement, Var, VarMap,
    Variables,
};
use crate::passes::remove_dead;
use crate::version::Choice;

/// Drops the versions of nests whose conditions never hold.
pub(crate) fn never(function: &mut Function, choices: &mut VarMap<Choice>) {
    let mut host = Host {
        variables: &function.variables,
        choices,
        ranges: VarMap::default(),
        comparisons: VarMap::default(),
        dropped: false,
    };
    host.statements(&mut function.body.statements);
    if host.dropped {
        remove_dead(function);
    }
}

/// The least and the greatest value that a scalar can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    least: i128,
    greatest: i128,
}

struct Host<'a> {
    variables: &'a Variables,
    choices: &'a mut VarMap<Choice>,
    ranges: VarMap<Range>,
    /// `a < b` or `a <= b`: a flag, true if equal numbers make the comparison true, and the two numbers.
    comparisons: VarMap<(bool, Atom, Atom)>,
    dropped: bool,
}

impl Host<'_> {
    fn statements(&mut self, list: &mut [Statement]) {
        for statement in list {
            if self.drop_version(statement) {
                self.dropped = true;
            }
            let Statement { binds, expression, .. } = statement;
            match expression {
                Expression::If(branch) => {
                    self.statements(&mut branch.then.statements);
                    self.statements(&mut branch.otherwise.statements);
                    let results = branch.then.results.iter().zip(&branch.otherwise.results);
                    for (bind, (then, otherwise)) in binds.iter().zip(results) {
                        let either = self.of(*then).or(self.of(*otherwise));
                        self.ranges.insert(*bind, either);
                    }
                }
                Expression::Loop(repetition) => {
                    match &mut repetition.form {
                        LoopForm::For(index, count) => {
                            let greatest = (self.of(*count).greatest - 1).max(0);
                            self.ranges.insert(*index, Range { least: 0, greatest });
                        }
                        LoopForm::While(condition) => self.statements(&mut condition.statements),
                    }
                    self.statements(&mut repetition.body.statements);
                }
                _ => {
                    if let [bind] = binds[..]
                        && let Some(range) = self.value(bind, expression)
                    {
                        self.ranges.insert(bind, range);
                    }
                }
            }
        }
    }

    /// Replaces a choice that is always for the usual version by that version.
    fn drop_version(&mut self, statement: &mut Statement) -> bool {
        let Expression::If(branch) = &mut statement.expression else { return false };
        let Some(condition) = branch.condition.var() else { return false };
        if !self.choices.contains_key(&condition) || self.of(branch.condition).greatest > 0 {
            return false;
        }
        let results = branch.otherwise.results.iter().map(|result| result.var());
        let [usual] = &mut branch.otherwise.statements[..] else { return false };
        if !results.eq(usual.binds.iter().map(|bind| Some(*bind))) {
            return false;
        }
        statement.expression = usual.expression.clone();
        self.choices.remove(&condition);
        true
    }

    fn of(&self, atom: Atom) -> Range {
        match atom {
            Atom::Constant(constant) => {
                let value = match constant {
                    Constant::Bool(value) => Some(i128::from(value)),
                    constant => constant.integer(),
                };
                value.map_or(Range::of_type(constant.ty()), |value| Range::new(value, value))
            }
            Atom::Var(var) => {
                let any = || Range::of_type(self.variables.ty(var).element());
                self.ranges.get(&var).copied().unwrap_or_else(any)
            }
        }
    }

    /// The range of a scalar, if it is smaller than that of its type.
    fn value(&mut self, bind: Var, expression: &Expression) -> Option<Range> {
        let ty = self.variables.ty(bind).element();
        if ty.is_float() || !self.variables.ty(bind).is_scalar() {
            return None;
        }
        let found = match expression {
            Expression::Copy(atom) | Expression::Cast(atom) => {
                let of_float = self.variables.element(*atom).is_float();
                (!of_float).then(|| self.of(*atom))?
            }
            Expression::Check(Check { operands, when, .. }) => {
                // It does not hold of a number that the type of the result does not have.
                let range = self.of(operands[0]).clamped(ty);
                if when.is_some() { range.or(Range::new(0, 0)) } else { range }
            }
            Expression::Select([condition, then, otherwise]) => {
                let (then, otherwise) = self.chosen(*condition, *then, *otherwise);
                match self.of(*condition) {
                    Range { greatest: 0, .. } => otherwise,
                    Range { least: 1, .. } => then,
                    _ => then.or(otherwise),
                }
            }
            Expression::Scalar(operation, operands) => {
                let is_float = operands.iter().any(|atom| self.variables.element(*atom).is_float());
                if let (Operation::Less | Operation::LessEqual, [a, b]) = (operation, &operands[..])
                {
                    let or_equal = *operation == Operation::LessEqual;
                    self.comparisons.insert(bind, (or_equal, *a, *b));
                }
                let operands: Vec<Range> = operands.iter().map(|atom| self.of(*atom)).collect();
                (!is_float).then(|| result(*operation, &operands, ty))??
            }
            _ => return None,
        };
        Some(found.within(Range::of_type(ty)))
    }

    /// The ranges of the two sides of a selection, each where it is chosen.
    fn chosen(&self, condition: Atom, then: Atom, otherwise: Atom) -> (Range, Range) {
        let (mut first, mut second) = (self.of(then), self.of(otherwise));
        let comparison = condition.var().and_then(|var| self.comparisons.get(&var));
        if let Some((or_equal, a, b)) = comparison.copied() {
            // If the comparison holds, `a` is below `b` by so much; if it fails, `b` is below `a`.
            let (holds, fails) = if or_equal { (0, 1) } else { (1, 0) };
            let (low, high) = (self.of(a), self.of(b));
            let below =
                |range: Range, limit: i128| Range { greatest: range.greatest.min(limit), ..range };
            let above =
                |range: Range, limit: i128| Range { least: range.least.max(limit), ..range };
            if then == a {
                first = below(first, high.greatest - holds);
            }
            if then == b {
                first = above(first, low.least + holds);
            }
            if otherwise == a {
                second = above(second, high.least + fails);
            }
            if otherwise == b {
                second = below(second, low.greatest - fails);
            }
        }
        (first, second)
    }
}

/// The result of an operation on integers or truths, if these tell something of it.
fn result(operation: Operation, operands: &[Range], ty: ScalarType) -> Option<Range> {
    let natural = operands.iter().all(|range| range.least >= 0);
    let range = match (operation, operands) {
        (Operation::Add, [a, b]) => a.sum(*b)?,
        (Operation::Subtract | Operation::RowLength, [a, b]) => a.sum(b.negative())?,
        (Operation::Multiply, [a, b]) => a.product(*b)?,
        (Operation::Divide, [a, b]) if natural && b.least > 0 => {
            Range::new(a.least / b.greatest, a.greatest / b.least)
        }
        (Operation::Remainder, [a, b]) if natural && b.least > 0 => {
            Range::new(0, a.greatest.min(b.greatest - 1))
        }
        (Operation::And, [a, b]) if ty == ScalarType::Bool => {
            Range::new(a.least.min(b.least), a.greatest.min(b.greatest))
        }
        (Operation::And, [a, b]) if natural => Range::new(0, a.greatest.min(b.greatest)),
        (Operation::Or, [a, b]) if ty == ScalarType::Bool => {
            Range::new(a.least.max(b.least), a.greatest.max(b.greatest))
        }
        (Operation::ShiftRight, [a, _]) if natural => Range::new(0, a.greatest),
        (Operation::Not, [a]) if ty == ScalarType::Bool => Range::new(1 - a.greatest, 1 - a.least),
        (Operation::Less, [a, b]) => {
            Range::new((a.greatest < b.least).into(), (a.least < b.greatest).into())
        }
        (Operation::LessEqual, [a, b]) => {
            Range::new((a.greatest <= b.least).into(), (a.least <= b.greatest).into())
        }
        (Operation::Function(function), _) => match (function.name, operands) {
            ("min", [a, b]) => Range::new(a.least.min(b.least), a.greatest.min(b.greatest)),
            ("max", [a, b]) => Range::new(a.least.max(b.least), a.greatest.max(b.greatest)),
            ("clamp", [_, low, high]) => Range::new(low.least, high.greatest),
            ("saturating_add", [a, b]) => return Some(a.sum(*b)?.clamped(ty)),
            ("saturating_sub", [a, b]) => return Some(a.sum(b.negative())?.clamped(ty)),
            ("saturating_mul", [a, b]) => return Some(a.product(*b)?.clamped(ty)),
            _ => return None,
        },
        _ => return None,
    };
    Some(range)
}

impl Range {
    fn new(least: i128, greatest: i128) -> Range {
        Range { least, greatest }
    }

    /// All that a type has; of floats, nothing is known, and nobody asks.
    fn of_type(ty: ScalarType) -> Range {
        match ty {
            ScalarType::Bool => Range::new(0, 1),
            ty if ty.is_float() => Range::new(i128::MIN, i128::MAX),
            ty => Range::new(ty.minimum(), ty.maximum()),
        }
    }

    fn or(self, other: Range) -> Range {
        Range::new(self.least.min(other.least), self.greatest.max(other.greatest))
    }

    /// The range itself if it is a part of another one; a value that may have wrapped around can be
    /// anything in the other.
    fn within(self, all: Range) -> Range {
        if all.least <= self.least && self.greatest <= all.greatest { self } else { all }
    }

    fn clamped(self, ty: ScalarType) -> Range {
        let clamp = |value: i128| value.clamp(ty.minimum(), ty.maximum());
        Range::new(clamp(self.least), clamp(self.greatest))
    }

    fn negative(self) -> Range {
        Range::new(-self.greatest, -self.least)
    }

    fn sum(self, other: Range) -> Option<Range> {
        let least = self.least.checked_add(other.least)?;
        Some(Range::new(least, self.greatest.checked_add(other.greatest)?))
    }

    fn product(self, other: Range) -> Option<Range> {
        let products = [
            self.least.checked_mul(other.least)?,
            self.least.checked_mul(other.greatest)?,
            self.greatest.checked_mul(other.least)?,
            self.greatest.checked_mul(other.greatest)?,
        ];
        Some(Range::new(*products.iter().min()?, *products.iter().max()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::operation::Function;

    const OPERATIONS: [Operation; 10] = [
        Operation::Add,
        Operation::Subtract,
        Operation::Multiply,
        Operation::Divide,
        Operation::Remainder,
        Operation::And,
        Operation::Or,
        Operation::ShiftRight,
        Operation::Less,
        Operation::LessEqual,
    ];
    const METHODS: [&str; 5] = ["min", "max", "saturating_add", "saturating_sub", "saturating_mul"];

    /// All ranges between some values of a type, and the results of any two values of two of them.
    #[test]
    fn what_an_operation_gives_is_in_its_range() {
        for ty in [ScalarType::U8, ScalarType::I8, ScalarType::Usize] {
            let (least, greatest) = (ty.minimum(), ty.maximum());
            let mut values = vec![least, least + 1, 0, 1, 3, 100, greatest - 1, greatest];
            values.extend((least < 0).then_some(-7));
            values.sort_unstable();
            values.dedup();
            let ranges: Vec<Range> = values
                .iter()
                .flat_map(|low| values.iter().map(|high| Range::new(*low, *high)))
                .filter(|range| range.least <= range.greatest)
                .collect();
            let methods = METHODS.iter().filter_map(|name| Function::find(name, ty));
            for operation in OPERATIONS.into_iter().chain(methods.map(Operation::Function)) {
                let is_truth = matches!(operation, Operation::Less | Operation::LessEqual);
                let result_type = if is_truth { ScalarType::Bool } else { ty };
                for (a, b) in ranges.iter().flat_map(|a| ranges.iter().map(move |b| (*a, *b))) {
                    let Some(found) = result(operation, &[a, b], result_type) else { continue };
                    let found = found.within(Range::of_type(result_type));
                    let inside = |range: Range| {
                        let is_inside =
                            move |value: &i128| range.least <= *value && *value <= range.greatest;
                        values.iter().copied().filter(is_inside)
                    };
                    for (x, y) in inside(a).flat_map(|x| inside(b).map(move |y| (x, y))) {
                        if y == 0 && matches!(operation, Operation::Divide | Operation::Remainder) {
                            continue;
                        }
                        let operands = [x, y].map(|value| Constant::from_integer(ty, value));
                        let value = match operation.evaluate(&operands) {
                            Constant::Bool(value) => value.into(),
                            constant => constant.integer().expect("an integer"),
                        };
                        assert!(
                            found.least <= value && value <= found.greatest,
                            "{operation:?} of {x} and {y} gives {value}, not in {found:?}"
                        );
                    }
                }
            }
        }
    }
}
