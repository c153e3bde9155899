//! Operators tried on a few values: one that reduces must give the same from the left as from the right.
//!
//! ```text
//! |a, b| a - b          (1 - 2) - 3 = -4        1 - (2 - 3) = 2
//! ```
//!
//! Only operators on scalars are tried, whose bodies do arithmetic and choose; of others nothing is known. Values
//! that an operator captures stand for any. Floats may differ by rounding.

use std::sync::Arc;

use super::infer::{Meaning, Typed};
use super::ty::Ty;
use crate::syntax::tree::{
    BinaryOperator, Block, Closure, Expression, ExpressionKind, Literal, Name, PatternKind,
    Statement, UnaryOperator,
};

/// Three values of an operator, and its results from the left and from the right.
pub struct Counterexample {
    /// The values, in order.
    pub operands: [f64; 3],
    /// The result from the left.
    pub left: f64,
    /// The result from the right.
    pub right: f64,
}

/// Finds values for which a binary operator is not associative.
pub fn not_associative(closure: &Closure, typed: &Typed) -> Option<Counterexample> {
    let Some(Ty::Scalar(scalar)) = typed.types.get(&closure.body.id) else { return None };
    let samples: Vec<Value> = match scalar {
        scalar if scalar.is_float() => {
            [1.0, 2.0, 3.0, 0.25, 7.0].into_iter().map(Value::Float).collect()
        }
        scalar if scalar.is_integer() => [1, 2, 3, 5, 12].into_iter().map(Value::Integer).collect(),
        _ => return None,
    };
    let operator = Operator::of(closure, typed)?;
    // Three that differ make the best example.
    let first = [samples[0], samples[1], samples[2]];
    let all = samples
        .iter()
        .flat_map(|a| samples.iter().flat_map(|b| samples.iter().map(|c| [*a, *b, *c])));
    for [a, b, c] in std::iter::once(first).chain(all) {
        let left = operator.apply(operator.apply(a, b)?, c)?;
        let right = operator.apply(a, operator.apply(b, c)?)?;
        if !left.is_about(right) {
            let operands = [a.number()?, b.number()?, c.number()?];
            let (left, right) = (left.number()?, right.number()?);
            return Some(Counterexample { operands, left, right });
        }
    }
    None
}

/// A scalar in the range of small numbers, where no type wraps around.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Bool(bool),
    Integer(i128),
    Float(f64),
}

impl Value {
    fn number(self) -> Option<f64> {
        match self {
            Value::Bool(_) => None,
            Value::Integer(value) => Some(value as f64),
            Value::Float(value) => Some(value),
        }
    }

    fn is_about(self, other: Value) -> bool {
        match (self, other) {
            (Value::Float(a), Value::Float(b)) => {
                a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= 1e-6 * (a.abs() + b.abs())
            }
            _ => self == other,
        }
    }
}

/// A closure of two scalars.
struct Operator<'t> {
    parameters: [&'t Arc<str>; 2],
    body: &'t Expression,
    typed: &'t Typed,
}

/// The values of names, the latest one last.
type Scope<'t> = Vec<(&'t Arc<str>, Value)>;

impl<'t> Operator<'t> {
    fn of(closure: &'t Closure, typed: &'t Typed) -> Option<Operator<'t>> {
        let [a, b] = &closure.parameters[..] else { return None };
        let name = |kind: &'t PatternKind| match kind {
            PatternKind::Binding { name, subpattern: None, .. } => Some(&name.text),
            _ => None,
        };
        let parameters = [name(&a.0.kind)?, name(&b.0.kind)?];
        Some(Operator { parameters, body: &closure.body, typed })
    }

    /// The result for two values; none if the body does something that is not tried.
    fn apply(&self, a: Value, b: Value) -> Option<Value> {
        let mut scope = vec![(self.parameters[0], a), (self.parameters[1], b)];
        self.value(self.body, &mut scope)
    }

    fn value(&self, expression: &'t Expression, scope: &mut Scope<'t>) -> Option<Value> {
        match &expression.kind {
            ExpressionKind::Literal(literal) => self.literal(literal, expression),
            ExpressionKind::Path(names) => self.variable(names, expression, scope),
            ExpressionKind::Unary(operator, operand) => {
                match (operator, self.value(operand, scope)?) {
                    (UnaryOperator::Negate, Value::Integer(value)) => Some(Value::Integer(-value)),
                    (UnaryOperator::Negate, Value::Float(value)) => Some(Value::Float(-value)),
                    (UnaryOperator::Not, Value::Bool(value)) => Some(Value::Bool(!value)),
                    _ => None,
                }
            }
            ExpressionKind::Binary(operator, a, b) => {
                let (a, b) = (self.value(a, scope)?, self.value(b, scope)?);
                binary(*operator, a, b)
            }
            ExpressionKind::Method(receiver, name, arguments) => {
                let receiver = self.value(receiver, scope)?;
                let arguments: Option<Vec<Value>> =
                    arguments.iter().map(|argument| self.value(argument, scope)).collect();
                method(&name.text, receiver, &arguments?)
            }
            ExpressionKind::If(condition, then, Some(otherwise)) => {
                match self.value(condition, scope)? {
                    Value::Bool(true) => self.block(then, scope),
                    Value::Bool(false) => self.value(otherwise, scope),
                    _ => None,
                }
            }
            ExpressionKind::Block(block) => self.block(block, scope),
            _ => None,
        }
    }

    fn block(&self, block: &'t Block, scope: &mut Scope<'t>) -> Option<Value> {
        let before = scope.len();
        for statement in &block.statements {
            let Statement::Let(pattern, _, value) = statement else { return None };
            let PatternKind::Binding { name, mutable: false, subpattern: None } = &pattern.kind
            else {
                return None;
            };
            let value = self.value(value, scope)?;
            scope.push((&name.text, value));
        }
        let value = self.value(block.value.as_deref()?, scope);
        scope.truncate(before);
        value
    }

    fn literal(&self, literal: &Literal, expression: &Expression) -> Option<Value> {
        let is_float =
            matches!(self.typed.types.get(&expression.id), Some(Ty::Scalar(ty)) if ty.is_float());
        match literal {
            Literal::Bool(value) => Some(Value::Bool(*value)),
            Literal::Integer(value, _) if is_float => Some(Value::Float(*value as f64)),
            Literal::Integer(value, _) => i128::try_from(*value).ok().map(Value::Integer),
            Literal::Float(digits, _) => digits.parse().ok().map(Value::Float),
        }
    }

    fn variable(
        &self,
        names: &[Name],
        expression: &Expression,
        scope: &Scope<'t>,
    ) -> Option<Value> {
        let [name] = names else { return None };
        if let Some((_, value)) = scope.iter().rev().find(|(known, _)| **known == name.text) {
            return Some(*value);
        }
        // A captured variable may have any value: this is no special one.
        let Some(Meaning::Local(_)) = self.typed.meanings.get(&expression.id) else { return None };
        match self.typed.types.get(&expression.id)? {
            Ty::Scalar(scalar) if scalar.is_float() => Some(Value::Float(0.375)),
            Ty::Scalar(scalar) if scalar.is_integer() => Some(Value::Integer(3)),
            _ => None,
        }
    }
}

fn binary(operator: BinaryOperator, a: Value, b: Value) -> Option<Value> {
    use BinaryOperator::*;
    let ordering = match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => a.partial_cmp(&b),
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(&b),
        (Value::Bool(a), Value::Bool(b)) => {
            return match operator {
                And | BitAnd => Some(Value::Bool(a & b)),
                Or | BitOr => Some(Value::Bool(a | b)),
                BitXor | NotEqual => Some(Value::Bool(a ^ b)),
                Equal => Some(Value::Bool(a == b)),
                _ => None,
            };
        }
        _ => return None,
    };
    if operator.is_comparison() {
        return Some(Value::Bool(match operator {
            Equal => ordering?.is_eq(),
            NotEqual => ordering?.is_ne(),
            Less => ordering?.is_lt(),
            LessEqual => ordering?.is_le(),
            Greater => ordering?.is_gt(),
            _ => ordering?.is_ge(),
        }));
    }
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => Some(Value::Integer(match operator {
            Add => a.checked_add(b)?,
            Subtract => a.checked_sub(b)?,
            Multiply => a.checked_mul(b)?,
            Divide => a.checked_div(b)?,
            Remainder => a.checked_rem(b)?,
            BitAnd => a & b,
            BitOr => a | b,
            BitXor => a ^ b,
            _ => return None,
        })),
        (Value::Float(a), Value::Float(b)) => Some(Value::Float(match operator {
            Add => a + b,
            Subtract => a - b,
            Multiply => a * b,
            Divide => a / b,
            Remainder => a % b,
            _ => return None,
        })),
        _ => None,
    }
}

fn method(name: &str, receiver: Value, arguments: &[Value]) -> Option<Value> {
    match (receiver, arguments) {
        (Value::Float(a), []) => Some(Value::Float(match name {
            "abs" => a.abs(),
            "sqrt" => a.sqrt(),
            "exp" => a.exp(),
            "ln" => a.ln(),
            "ln_1p" => a.ln_1p(),
            _ => return None,
        })),
        (Value::Float(a), [Value::Float(b)]) => Some(Value::Float(match name {
            "min" => a.min(*b),
            "max" => a.max(*b),
            "hypot" => a.hypot(*b),
            "powf" => a.powf(*b),
            _ => return None,
        })),
        (Value::Float(a), [Value::Integer(b)]) if name == "powi" => {
            Some(Value::Float(a.powi(i32::try_from(*b).ok()?)))
        }
        (Value::Integer(a), []) if name == "abs" => Some(Value::Integer(a.abs())),
        (Value::Integer(a), [Value::Integer(b)]) => Some(Value::Integer(match name {
            "min" => a.min(*b),
            "max" => a.max(*b),
            "wrapping_add" => a.checked_add(*b)?,
            "wrapping_sub" => a.checked_sub(*b)?,
            "wrapping_mul" => a.checked_mul(*b)?,
            _ => return None,
        })),
        _ => None,
    }
}
