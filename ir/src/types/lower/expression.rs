//! Expressions, statements and blocks.

use std::sync::Arc;

use super::{Label, Lowerer, Value};
use crate::core::operation::{Function as ScalarFunction, Precondition};
use crate::core::{Atom, Condition, Constant, Expression as Core, Operation, ScalarType, Type};
use crate::source::Span;
use crate::syntax::tree::{
    BinaryOperator, Block, Expression, ExpressionKind, Literal, Statement, TypeExpression,
    UnaryOperator,
};
use crate::types::infer::{Instance, Meaning, literal_value};
use crate::types::ty::Ty;
use crate::types::walk::Child;

impl<'a> Lowerer<'a, '_> {
    /// Lowers an expression.
    pub(super) fn expression(&mut self, expression: &'a Expression) -> Value {
        if !self.goes_on(expression) {
            let ty = self.ty(expression);
            return self.placeholder(&ty);
        }
        let outer = std::mem::replace(&mut self.builder.span, expression.span);
        let value = self.expression_kind(expression);
        self.builder.span = outer;
        self.leaves_expression();
        if value.ty.holds_array()
            && let Some(label) = label(expression)
        {
            self.remember(label, &value, None);
        }
        value
    }

    fn expression_kind(&mut self, expression: &'a Expression) -> Value {
        let ty = self.ty(expression);
        match &expression.kind {
            ExpressionKind::Literal(literal) => self.literal(literal, &ty),
            ExpressionKind::Path(_) => self.path(expression, &ty),
            ExpressionKind::Unary(operator, operand) => self.unary(*operator, operand, &ty),
            ExpressionKind::Binary(operator, left, right) => {
                self.binary(*operator, left, right, expression.span)
            }
            ExpressionKind::Assign(operator, target, value) => {
                self.assign(*operator, target, value, expression.span);
                Value::unit()
            }
            ExpressionKind::Cast(value, _) => {
                let value = self.expression(value);
                let Ty::Scalar(scalar) = ty else { return self.placeholder(&ty) };
                Value::scalar(scalar, self.builder.cast(value.atom(), scalar))
            }
            ExpressionKind::Call(_, arguments) => self.call(expression, arguments),
            ExpressionKind::Method(receiver, name, arguments) => {
                self.method(expression, receiver, name, arguments)
            }
            ExpressionKind::Closure(_) | ExpressionKind::Error => self.placeholder(&ty),
            ExpressionKind::Field(inner, _) => {
                let value = self.expression(inner);
                match self.meaning(expression.id) {
                    Some(Meaning::Field(position)) => self.field(&value, position),
                    _ => self.placeholder(&ty),
                }
            }
            ExpressionKind::Index(array, index) => {
                let array = self.expression(array);
                self.index(array, index, expression.span)
            }
            ExpressionKind::Range(Some(start), Some(end), limit) => {
                let range = self.range(start, end, *limit);
                self.written_length(range.count);
                self.range_array(&range, expression.span)
            }
            ExpressionKind::Range(..) => self.placeholder(&ty),
            ExpressionKind::Array(items) => {
                if let Some(table) = self.table(items, expression.span) {
                    return table;
                }
                let items = items.iter().map(|item| self.expression(item)).collect();
                self.array_literal(items, &ty, expression.span)
            }
            ExpressionKind::Repeat(value, length) => {
                let value = self.expression(value);
                let length = self.expression(length).atom();
                self.written_length(length);
                self.replicate(value, length)
            }
            ExpressionKind::Tuple(items) => {
                let items = items.iter().map(|item| self.expression(item)).collect();
                self.tuple(items)
            }
            ExpressionKind::Struct(_, fields, rest) => self.structure(&ty, fields, rest.as_deref()),
            ExpressionKind::Block(block) => self.block(block),
            ExpressionKind::If(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise.as_deref(), &ty)
            }
            ExpressionKind::Match(value, arms) => self.matching(value, arms, &ty),
            ExpressionKind::For(pattern, items, body) => {
                self.for_loop(pattern, items, body);
                Value::unit()
            }
            ExpressionKind::While(condition, body) => {
                self.while_loop(condition, body);
                Value::unit()
            }
            ExpressionKind::Assert(condition, text) => {
                let condition = self.expression(condition).atom();
                let check = Condition::Holds(text.clone());
                if condition != Atom::truth(true) {
                    self.builder.check(check, &[condition]);
                }
                self.certain.unreachable |= condition == Atom::truth(false);
                Value::unit()
            }
            ExpressionKind::Reference(inner) => self.expression(inner),
        }
    }

    fn literal(&mut self, literal: &Literal, ty: &Ty) -> Value {
        match ty {
            Ty::Scalar(scalar) => Value::scalar(*scalar, literal_value(literal, *scalar).into()),
            _ => self.placeholder(ty),
        }
    }

    fn path(&mut self, expression: &Expression, ty: &Ty) -> Value {
        match self.meaning(expression.id) {
            Some(Meaning::Local(local)) => match &self.frame().values[local] {
                Some(value) => value.clone(),
                None => self.placeholder(ty),
            },
            Some(Meaning::Constant(constant)) => {
                self.constant(constant, &self.frame().typed.instance.clone())
            }
            Some(Meaning::Value(value)) => Value::scalar(value.ty(), value.into()),
            Some(Meaning::Skip) => match ty {
                Ty::Scalar(scalar) => {
                    let skip = Constant::from_integer(*scalar, scalar.maximum());
                    Value::scalar(*scalar, skip.into())
                }
                _ => self.placeholder(ty),
            },
            _ => self.placeholder(ty),
        }
    }

    /// The value of a constant of the block where the type parameters stand for these types: it is
    /// computed where it is used, unless it is known everywhere.
    pub(super) fn constant(&mut self, constant: usize, around: &Instance) -> Value {
        let checked = self.checked;
        let item = checked.context.constants[constant].item;
        let instance = checked.context.instance_of_constant(constant, around);
        let Some(instance) = instance else { return Value::unit() };
        let key = (constant, instance);
        if let Some(value) = self.constants.get(&key) {
            return value.clone();
        }
        self.inlines(None);
        let outer = self.frame;
        self.push_frame(checked.constants[&key].clone());
        // Constants are computed, and their computation reports the operation that fails.
        let unreachable = std::mem::replace(&mut self.certain.unreachable, true);
        let value = self.expression(&item.value);
        self.certain.unreachable = unreachable;
        let written = self.written(&item.ty, false);
        // A mismatch is the constant's fault, not that of its users.
        let used_at = std::mem::replace(&mut self.builder.span, item.value.span);
        let value = self.with_sizes(value, &written, &format!("`{}`", item.name.text));
        self.builder.span = used_at;
        self.frames.pop();
        self.frame = outer;
        let is_everywhere = |atom: &Atom| atom.var().is_none_or(|v| self.builder.depth_of(v) == 0);
        if value.atoms.iter().all(is_everywhere) {
            self.constants.insert(key, value.clone());
        }
        value
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &'a Expression, ty: &Ty) -> Value {
        let value = self.expression(operand);
        let Ty::Scalar(scalar) = ty else { return self.placeholder(ty) };
        let operation = match operator {
            UnaryOperator::Negate => Operation::Negate,
            UnaryOperator::Not => Operation::Not,
        };
        Value::scalar(*scalar, self.builder.scalar(operation, &[value.atom()]))
    }

    fn binary(
        &mut self,
        operator: BinaryOperator,
        left: &'a Expression,
        right: &'a Expression,
        span: Span,
    ) -> Value {
        if operator.is_lazy() {
            let left = self.expression(left).atom();
            return Value::truth(self.lazy(operator == BinaryOperator::And, left, right));
        }
        let left = self.expression(left);
        let right = self.expression(right);
        self.builder.span = span;
        if operator.is_comparison() {
            return Value::truth(self.compare(operator, &left, &right));
        }
        let Ty::Scalar(scalar) = left.ty else { return self.placeholder(&left.ty) };
        let atom = self.arithmetic_operator(operator, left.atom(), right.atom());
        Value::scalar(scalar, atom)
    }

    /// `left && right` or `left || right`: the right side is only evaluated where it decides.
    fn lazy(&mut self, and: bool, left: Atom, right: &'a Expression) -> Atom {
        if let Atom::Constant(value) = left {
            return if value.truth() == and { self.expression(right).atom() } else { left };
        }
        self.lazily(and, left, right)
    }

    /// Does the same as [`Lowerer::lazy`] if the left side is not known.
    pub(super) fn lazily(&mut self, and: bool, left: Atom, right: &'a Expression) -> Atom {
        let assigned = self.assigned(|f| f(Child::Expression(right)));
        if !assigned.is_empty() {
            let known = || Value::truth(Atom::truth(!and));
            return if and {
                self.branch(left, &assigned, &Ty::BOOL, |t| t.expression(right), |_| known())
            } else {
                self.branch(left, &assigned, &Ty::BOOL, |_| known(), |t| t.expression(right))
            }
            .atom();
        }
        self.builder.open();
        let right = self.expression(right).atom();
        let statements = self.builder.close();
        let simple = statements.iter().all(|statement| {
            matches!(
                statement.expression,
                Core::Copy(_) | Core::Scalar(..) | Core::Cast(_) | Core::Select(_)
            )
        });
        if simple {
            self.builder.append(statements);
            let operation = if and { Operation::And } else { Operation::Or };
            return self.builder.scalar(operation, &[left, right]);
        }
        let evaluated = crate::core::Block { statements, results: vec![right] };
        let known = crate::core::Block { statements: Vec::new(), results: vec![Atom::truth(!and)] };
        let (then, otherwise) = if and { (evaluated, known) } else { (known, evaluated) };
        let branch = crate::core::If { condition: left, then, otherwise };
        let decided = self.builder.bind(Type::BOOL, Core::If(Box::new(branch)));
        // A right side whose value is known decides the result, whatever the left side is.
        if right == Atom::truth(!and) { right } else { decided }
    }

    /// `+ - * / % & | ^ << >>` with their checks.
    pub(super) fn arithmetic_operator(
        &mut self,
        operator: BinaryOperator,
        left: Atom,
        right: Atom,
    ) -> Atom {
        use BinaryOperator::*;
        let operation = match operator {
            Add => Operation::Add,
            Subtract => Operation::Subtract,
            Multiply => Operation::Multiply,
            Divide => Operation::Divide,
            Remainder => Operation::Remainder,
            BitAnd | And => Operation::And,
            BitOr | Or => Operation::Or,
            BitXor => Operation::Xor,
            ShiftLeft => Operation::ShiftLeft,
            ShiftRight => Operation::ShiftRight,
            _ => unreachable!("comparisons are lowered elsewhere"),
        };
        let integer = self.builder.variables.element(left).is_integer();
        let right = match operation {
            Operation::Divide | Operation::Remainder if integer => {
                let name = if operation == Operation::Divide { "divide" } else { "remainder" };
                self.not_zero(right, name)
            }
            // Shifts wrap their amount, whatever its type.
            Operation::ShiftLeft | Operation::ShiftRight => {
                self.builder.cast(right, ScalarType::U32)
            }
            _ => right,
        };
        self.builder.scalar(operation, &[left, right])
    }

    /// The divisor, checked unless it is known.
    pub(super) fn not_zero(&mut self, divisor: Atom, operation: &str) -> Atom {
        match divisor {
            Atom::Constant(constant) if !constant.is_number(0) => divisor,
            _ => self.check(Condition::NotZero(operation.into()), &[divisor]),
        }
    }

    /// Compares values; products component by component, the first difference decides.
    pub(super) fn compare(&mut self, operator: BinaryOperator, a: &Value, b: &Value) -> Atom {
        use BinaryOperator::*;
        let single = a.atoms.len() == 1;
        let scalar =
            |this: &mut Self, operation, a: Atom, b: Atom| this.builder.scalar(operation, &[a, b]);
        match operator {
            Equal | NotEqual => {
                let mut all = Atom::truth(true);
                for (a, b) in a.atoms.iter().zip(&b.atoms) {
                    let same = scalar(self, Operation::Equal, *a, *b);
                    all = if all == Atom::truth(true) {
                        same
                    } else {
                        scalar(self, Operation::And, all, same)
                    };
                }
                match (operator, single) {
                    (Equal, _) => all,
                    (_, true) => scalar(self, Operation::NotEqual, a.atom(), b.atom()),
                    _ => self.builder.scalar(Operation::Not, &[all]),
                }
            }
            Less | LessEqual => self.less(operator == LessEqual, &a.atoms, &b.atoms),
            _ => self.less(operator == GreaterEqual, &b.atoms, &a.atoms),
        }
    }

    /// `a < b`, or `a <= b` if `equal`.
    fn less(&mut self, equal: bool, a: &[Atom], b: &[Atom]) -> Atom {
        let last = a.len() == 1;
        let operation = if equal && last { Operation::LessEqual } else { Operation::Less };
        let first = self.builder.scalar(operation, &[a[0], b[0]]);
        if last {
            return first;
        }
        let same = self.builder.scalar(Operation::Equal, &[a[0], b[0]]);
        let rest = self.less(equal, &a[1..], &b[1..]);
        self.builder.select(same, rest, first)
    }

    /// `a[i]`, `a[p..q]`.
    fn index(&mut self, array: Value, index: &'a Expression, span: Span) -> Value {
        if let ExpressionKind::Range(start, end, limit) = &index.kind {
            return self.slice(array, start.as_deref(), end.as_deref(), *limit, span);
        }
        let position = self.expression(index).atom();
        self.builder.span = span;
        let position = self.index_in(&array, position, "index", index.span);
        self.row(&array, position)
    }

    /// The index that stands at a place as `usize`, checked against the length of the array.
    pub(super) fn index_in(
        &mut self,
        array: &Value,
        index: Atom,
        operation: &str,
        place: Span,
    ) -> Atom {
        let length = self.length(array);
        self.check_at(place, Condition::Index(operation.into()), &[index, length])
    }

    fn structure(
        &mut self,
        ty: &Ty,
        fields: &'a [(crate::syntax::tree::Name, Expression)],
        rest: Option<&'a Expression>,
    ) -> Value {
        let Ty::Struct(index) = ty else { return self.placeholder(ty) };
        let declared = &self.structs()[*index].fields;
        let given: Vec<(usize, Value)> = fields
            .iter()
            .filter_map(|(name, value)| {
                let position = declared.iter().position(|field| field.0.text == name.text)?;
                Some((position, self.expression(value)))
            })
            .collect();
        let rest = rest.map(|rest| self.expression(rest));
        let mut atoms = Vec::new();
        for (position, (_, ty)) in declared.iter().enumerate() {
            let own = given.iter().find(|given| given.0 == position);
            match (own, &rest) {
                (Some((_, value)), _) => atoms.extend(&value.atoms),
                (None, Some(rest)) => atoms.extend(self.field(rest, position).atoms),
                (None, None) => atoms.extend(self.placeholder(ty).atoms),
            }
        }
        Value { ty: ty.clone(), atoms }
    }

    /// Lowers a block.
    pub(super) fn block(&mut self, block: &'a Block) -> Value {
        let unreachable = self.certain.unreachable;
        let value = self.statements(block);
        self.certain.unreachable = unreachable;
        value
    }

    fn statements(&mut self, block: &'a Block) -> Value {
        for statement in &block.statements {
            match statement {
                Statement::Let(pattern, ty, value) => {
                    let lowered = self.expression(value);
                    self.builder.span = value.span;
                    let lowered = match ty {
                        Some(ty) => self.annotated(lowered, ty),
                        None => lowered,
                    };
                    self.bind_pattern(pattern, lowered, true);
                    match ty {
                        Some(ty) => self.declare_pattern(pattern, ty),
                        None => self.declare_levels(pattern, self.declared_of(value)),
                    }
                }
                Statement::Expression(expression) => {
                    self.expression(expression);
                }
            }
        }
        match &block.value {
            Some(value) => self.expression(value),
            None => Value::unit(),
        }
    }

    /// The value with the sizes that a `let`'s type says.
    fn annotated(&mut self, value: Value, ty: &'a TypeExpression) -> Value {
        let written = self.written(ty, false);
        let span = self.builder.span;
        let value = self.with_sizes(value, &written, "the value");
        self.regular_let(&value, &written, span);
        value
    }

    fn regular_let(&mut self, value: &Value, written: &super::signature::Written, span: Span) {
        // A ragged type is fine for any value inside a function.
        if !has_ragged(written) {
            self.regular_as_written(value, written, span);
        }
    }

    /// A method of a scalar type with its precondition.
    pub(super) fn scalar_function(
        &mut self,
        function: &'static ScalarFunction,
        mut operands: Vec<Atom>,
    ) -> Value {
        let name = || function.name.into();
        match function.precondition {
            Precondition::None => {}
            Precondition::DivisorNotZero => operands[1] = self.not_zero(operands[1], function.name),
            Precondition::Positive => {
                operands[0] = self.check(Condition::Positive(name()), &[operands[0]]);
            }
            Precondition::NotNegative => {
                operands[0] = self.check(Condition::NotNegative(name()), &[operands[0]]);
            }
            Precondition::BoundsOrdered => {
                let ordered = match (operands[1], operands[2]) {
                    (Atom::Constant(low), Atom::Constant(high)) => {
                        Operation::LessEqual.evaluate(&[low, high]).truth()
                    }
                    _ => false,
                };
                if !ordered {
                    let bounds = [operands[1], operands[2]];
                    operands[1] = self.check(Condition::Ordered(name()), &bounds);
                }
            }
        }
        let receiver = self.builder.variables.element(operands[0]);
        let atom = self.builder.scalar(Operation::Function(function), &operands);
        Value::scalar(function.result.resolve(receiver), atom)
    }
}

fn has_ragged(written: &super::signature::Written) -> bool {
    use super::signature::Written;
    match written {
        Written::Plain => false,
        Written::Product(fields) => fields.iter().any(has_ragged),
        Written::Array { ragged, element, .. } => *ragged || has_ragged(element),
    }
}

/// The name that `f::plan()` gives to the value of an operation.
fn label(expression: &Expression) -> Option<Label> {
    let (name, span) = match &expression.kind {
        ExpressionKind::Method(_, name, _) => (name.text.clone(), name.span),
        ExpressionKind::Call(path, _) => (path.last()?.text.clone(), expression.span),
        ExpressionKind::Index(..) => (Arc::from("index"), expression.span),
        ExpressionKind::Range(..) => (Arc::from("range"), expression.span),
        ExpressionKind::If(..) => (Arc::from("if"), expression.span),
        ExpressionKind::Match(..) => (Arc::from("match"), expression.span),
        ExpressionKind::Array(_) | ExpressionKind::Repeat(..) => {
            (Arc::from("literal"), expression.span)
        }
        _ => return None,
    };
    Some(Label::Operation(name, span))
}
