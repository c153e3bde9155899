//! Binding and testing patterns.

use super::{Lowerer, Value};
use crate::core::{Atom, Constant, Operation};
use crate::syntax::tree::{BinaryOperator, Pattern, PatternKind, RangeEnd};
use crate::types::ty::Ty;

impl<'a> Lowerer<'a, '_> {
    /// Binds the names of a pattern to the parts of a value.
    pub(super) fn bind_pattern(&mut self, pattern: &'a Pattern, value: Value, named: bool) {
        match &pattern.kind {
            PatternKind::Binding { name, subpattern, .. } => {
                let Some(local) = self.frame().typed.bindings.get(&name.span).copied() else {
                    return;
                };
                if let Some(inner) = subpattern {
                    self.bind_pattern(inner, value.clone(), named);
                }
                if named {
                    self.name_value(name, &value);
                } else {
                    for atom in &value.atoms {
                        self.builder.name(*atom, &name.text);
                    }
                }
                self.frame_mut().values[local] = Some(value);
            }
            PatternKind::Tuple(patterns) => {
                for (position, pattern) in patterns.positions(self.fields(&value.ty).len()) {
                    let field = self.field(&value, position);
                    self.bind_pattern(pattern, field, named);
                }
            }
            PatternKind::Struct(_, fields, _) => {
                let Ty::Struct(index) = value.ty else { return };
                for (name, pattern) in fields {
                    let declared = &self.structs()[index].fields;
                    let position = declared.iter().position(|field| field.0.text == name.text);
                    if let Some(position) = position {
                        let field = self.field(&value, position);
                        self.bind_pattern(pattern, field, named);
                    }
                }
            }
            PatternKind::Wildcard
            | PatternKind::Value(_)
            | PatternKind::Range(..)
            | PatternKind::Or(_)
            | PatternKind::Error => {}
        }
    }

    /// The condition that a value fits a pattern; `None` if every value does.
    pub(super) fn test_pattern(&mut self, pattern: &'a Pattern, value: &Value) -> Option<Atom> {
        match &pattern.kind {
            PatternKind::Wildcard | PatternKind::Error => None,
            PatternKind::Binding { name, subpattern, .. } => {
                if let Some(inner) = subpattern {
                    return self.test_pattern(inner, value);
                }
                if self.frame().typed.bindings.contains_key(&name.span) {
                    return None;
                }
                let constant = self.checked.context.constant(&name.text)?;
                let constant = self.constant(constant, &self.frame().typed.instance.clone());
                Some(self.compare(BinaryOperator::Equal, value, &constant))
            }
            PatternKind::Value(literal) => {
                let literal = self.expression(literal);
                Some(self.compare(BinaryOperator::Equal, value, &literal))
            }
            PatternKind::Range(start, end, limit) => {
                let low = start.as_ref().map(|start| {
                    let start = self.expression(start);
                    self.compare(BinaryOperator::LessEqual, &start, value)
                });
                let high = end.as_ref().map(|end| {
                    let end = self.expression(end);
                    let operator = match limit {
                        RangeEnd::Excluded => BinaryOperator::Less,
                        RangeEnd::Included => BinaryOperator::LessEqual,
                    };
                    self.compare(operator, value, &end)
                });
                self.both(low, high)
            }
            PatternKind::Tuple(patterns) => {
                let mut all = None;
                for (position, pattern) in patterns.positions(self.fields(&value.ty).len()) {
                    let field = self.field(value, position);
                    let test = self.test_pattern(pattern, &field);
                    all = self.both(all, test);
                }
                all
            }
            PatternKind::Struct(_, fields, _) => {
                let Ty::Struct(index) = value.ty else { return None };
                let mut all = None;
                for (name, pattern) in fields {
                    let declared = &self.structs()[index].fields;
                    let position = declared.iter().position(|field| field.0.text == name.text);
                    if let Some(position) = position {
                        let field = self.field(value, position);
                        let test = self.test_pattern(pattern, &field);
                        all = self.both(all, test);
                    }
                }
                all
            }
            PatternKind::Or(patterns) => {
                let tests = patterns.iter().map(|pattern| self.test_pattern(pattern, value));
                let tests: Vec<Atom> = tests.collect::<Option<_>>()?;
                Some(self.any(&tests))
            }
        }
    }

    /// The condition that one of some tests is true: a tree of `or`s that is as flat as can be.
    pub(super) fn any(&mut self, tests: &[Atom]) -> Atom {
        match tests {
            [] => Atom::Constant(Constant::Bool(false)),
            [test] => *test,
            _ => {
                let (a, b) = tests.split_at(tests.len() / 2);
                let either = [self.any(a), self.any(b)];
                self.builder.scalar(Operation::Or, &either)
            }
        }
    }

    fn both(&mut self, a: Option<Atom>, b: Option<Atom>) -> Option<Atom> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.builder.scalar(Operation::And, &[a, b])),
            (a, b) => a.or(b),
        }
    }
}
