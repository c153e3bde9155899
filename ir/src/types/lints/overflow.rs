//! Arithmetic on constants that leaves the range of its type, and shifts by all bits of it
//! (`arithmetic_overflow`).
//!
//! Integers of accel wrap, so such code has a meaning, unlike in Rust; hardly anybody means it. What is known here are
//! literals, constants of the block, and variables that are no more than names for these. Code behind a condition
//! that is known to be false says nothing.

use rustc_hash::FxHashMap;

use super::body::Body;
use super::{Finding, Overflow};
use crate::core::{Constant, ScalarType};
use crate::syntax::tree::{
    BinaryOperator, Block, Expression, ExpressionKind, Literal, PatternKind, Statement,
    UnaryOperator,
};
use crate::types::check::Checked;
use crate::types::infer::{LocalId, Meaning, Typed};
use crate::types::walk::{Child, each_child};

/// Finds the operations of a function that overflow whenever they are evaluated.
pub(super) fn overflows(body: &Body, found: &mut Vec<Finding>) {
    let mut constants = FxHashMap::default();
    Evaluation::of(body.checked, body.typed, &mut constants, found).block(&body.function.body);
}

/// Finds the operations of a constant that overflow.
pub(super) fn overflows_of_constant(
    checked: &Checked,
    constant: usize,
    typed: &Typed,
    found: &mut Vec<Finding>,
) {
    let mut constants = FxHashMap::default();
    let value = &checked.context.constants[constant].item.value;
    Evaluation::of(checked, typed, &mut constants, found).value(value);
}

/// A walk through an expression, in order of evaluation. Bools are 0 and 1.
struct Evaluation<'a, 'r> {
    checked: &'a Checked<'a>,
    typed: &'a Typed,
    locals: FxHashMap<LocalId, i128>,
    /// The constants of the block whose values have been looked for.
    constants: &'r mut FxHashMap<usize, Option<i128>>,
    found: &'r mut Vec<Finding>,
    /// False in code that is not evaluated.
    is_reached: bool,
}

impl<'a, 'r> Evaluation<'a, 'r> {
    fn of(
        checked: &'a Checked<'a>,
        typed: &'a Typed,
        constants: &'r mut FxHashMap<usize, Option<i128>>,
        found: &'r mut Vec<Finding>,
    ) -> Self {
        let locals = FxHashMap::default();
        Evaluation { checked, typed, locals, constants, found, is_reached: true }
    }
}

impl Evaluation<'_, '_> {
    fn scalar(&self, expression: &Expression) -> Option<ScalarType> {
        self.typed.types.get(&expression.id)?.scalar()
    }

    /// Walks through an expression. Gives the value if it is known.
    fn value(&mut self, expression: &Expression) -> Option<i128> {
        match &expression.kind {
            ExpressionKind::Literal(Literal::Bool(value)) => Some(i128::from(*value)),
            ExpressionKind::Literal(Literal::Integer(value, _)) => {
                let is_integer = self.scalar(expression)?.is_integer();
                i128::try_from(*value).ok().filter(|_| is_integer)
            }
            ExpressionKind::Path(_) => self.named(expression),
            ExpressionKind::Unary(operator, operand) => {
                let value = self.value(operand)?;
                self.unary(*operator, value, expression)
            }
            ExpressionKind::Binary(operator, left, right) if operator.is_lazy() => {
                let decided = i128::from(*operator == BinaryOperator::Or);
                let left = self.value(left);
                let right = self.reached_if(left != Some(decided), |walk| walk.value(right));
                if left == Some(decided) { left } else { right.filter(|_| left.is_some()) }
            }
            ExpressionKind::Binary(operator, left, right) => {
                let operands = (self.value(left), self.value(right));
                self.binary(*operator, operands, right, expression, self.scalar(left)?)
            }
            ExpressionKind::Assign(Some(operator), target, value) => {
                let operands = (None, self.value(value));
                self.value(target);
                self.binary(*operator, operands, value, expression, self.scalar(target)?);
                None
            }
            ExpressionKind::Cast(inner, _) => {
                let value = self.value(inner)?;
                let to = self.scalar(expression)?;
                Constant::from_integer(to, value).integer()
            }
            ExpressionKind::Block(block) => self.block(block),
            ExpressionKind::If(condition, then, otherwise) => {
                let condition = self.value(condition);
                self.reached_if(condition != Some(0), |walk| walk.block(then));
                if let Some(otherwise) = otherwise {
                    self.reached_if(condition != Some(1), |walk| walk.value(otherwise));
                }
                None
            }
            ExpressionKind::Match(value, arms) => {
                let known = self.value(value).is_some();
                for arm in arms {
                    self.reached_if(!known, |walk| {
                        arm.guard.iter().for_each(|guard| _ = walk.value(guard));
                        walk.value(&arm.body);
                    });
                }
                None
            }
            ExpressionKind::While(condition, body) => {
                let condition = self.value(condition);
                self.reached_if(condition != Some(0), |walk| walk.block(body));
                None
            }
            ExpressionKind::For(_, items, body) => {
                self.value(items);
                self.block(body);
                None
            }
            _ => {
                each_child(expression, &mut |child| {
                    if let Child::Expression(inner) = child {
                        self.value(inner);
                    }
                });
                None
            }
        }
    }

    fn block(&mut self, block: &Block) -> Option<i128> {
        for statement in &block.statements {
            match statement {
                Statement::Let(pattern, _, value) => {
                    let value = self.value(value);
                    if let PatternKind::Binding { name, mutable: false, .. } = &pattern.kind
                        && let (Some(local), Some(value)) =
                            (self.typed.bindings.get(&name.span), value)
                    {
                        self.locals.insert(*local, value);
                    }
                }
                Statement::Expression(expression) => _ = self.value(expression),
            }
        }
        block.value.as_ref().and_then(|value| self.value(value))
    }

    fn reached_if<T>(&mut self, is_reached: bool, walk: impl FnOnce(&mut Self) -> T) -> T {
        let around = self.is_reached;
        self.is_reached &= is_reached;
        let value = walk(self);
        self.is_reached = around;
        value
    }

    /// The value of a name.
    fn named(&mut self, expression: &Expression) -> Option<i128> {
        match self.typed.meanings.get(&expression.id)? {
            Meaning::Local(local) => self.locals.get(local).copied(),
            Meaning::Value(value) => value.integer(),
            Meaning::Constant(constant) => self.constant(*constant),
            _ => None,
        }
    }

    /// The value of a constant of the block.
    fn constant(&mut self, constant: usize) -> Option<i128> {
        if let Some(known) = self.constants.get(&constant) {
            return *known;
        }
        self.constants.insert(constant, None);
        let checked = self.checked;
        let instance = checked.context.instance_of_constant(constant, &self.typed.instance)?;
        let typed = checked.constants.get(&(constant, instance))?;
        // What is wrong with it is reported where it is declared.
        let mut nowhere = Vec::new();
        let mut evaluation = Evaluation::of(checked, typed, &mut *self.constants, &mut nowhere);
        let value = evaluation.value(&checked.context.constants[constant].item.value);
        self.constants.insert(constant, value);
        value
    }

    fn unary(
        &mut self,
        operator: UnaryOperator,
        value: i128,
        expression: &Expression,
    ) -> Option<i128> {
        let scalar = self.scalar(expression)?;
        match operator {
            UnaryOperator::Negate => self.within(-value, scalar, || Overflow {
                place: expression.span,
                scalar,
                operator: None,
                left: None,
                right: (value, scalar),
            }),
            UnaryOperator::Not if scalar == ScalarType::Bool => Some(1 - value),
            UnaryOperator::Not => Constant::from_integer(scalar, !value).integer(),
        }
    }

    /// The value of an operator for these operands, which are of a type.
    fn binary(
        &mut self,
        operator: BinaryOperator,
        (left, right): (Option<i128>, Option<i128>),
        of_right: &Expression,
        expression: &Expression,
        scalar: ScalarType,
    ) -> Option<i128> {
        use BinaryOperator::*;
        let (right, of_right) = (right?, self.scalar(of_right)?);
        let overflow = || Overflow {
            place: expression.span,
            scalar,
            operator: Some(operator),
            left,
            right: (right, of_right),
        };
        if operator.is_shift() {
            let bits = 8 * scalar.bytes() as i128;
            if !(0..bits).contains(&right) {
                self.report(overflow());
                return None;
            }
            let shifted = match operator {
                ShiftLeft => left? << right,
                _ => left? >> right,
            };
            return Constant::from_integer(scalar, shifted).integer();
        }
        let left = left?;
        let exact = match operator {
            Add => left.checked_add(right),
            Subtract => left.checked_sub(right),
            Multiply => left.checked_mul(right),
            Divide => left.checked_div(right),
            Remainder => left.checked_rem(right),
            BitAnd => Some(left & right),
            BitOr => Some(left | right),
            BitXor => Some(left ^ right),
            Equal => return Some(i128::from(left == right)),
            NotEqual => return Some(i128::from(left != right)),
            Less => return Some(i128::from(left < right)),
            LessEqual => return Some(i128::from(left <= right)),
            Greater => return Some(i128::from(left > right)),
            GreaterEqual => return Some(i128::from(left >= right)),
            And | Or | ShiftLeft | ShiftRight => None,
        }?;
        // A quotient that does not fit would be an error in Rust, which is another matter.
        match operator {
            Divide => Constant::from_integer(scalar, exact).integer(),
            _ => self.within(exact, scalar, overflow),
        }
    }

    /// A result, if its type has it.
    fn within(
        &mut self,
        exact: i128,
        scalar: ScalarType,
        overflow: impl FnOnce() -> Overflow,
    ) -> Option<i128> {
        if scalar.minimum() <= exact && exact <= scalar.maximum() {
            return Some(exact);
        }
        self.report(overflow());
        None
    }

    fn report(&mut self, overflow: Overflow) {
        if self.is_reached && overflow.place.is_some() {
            self.found.push(Finding::Overflow(overflow));
        }
    }
}
