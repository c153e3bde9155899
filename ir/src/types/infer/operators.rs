//! Operators, casts and assignments.

use super::{Inference, LocalKind, Meaning, OperandClass, Pending};
use crate::core::ScalarType;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, Literal, TypeExpression, TypeKind, UnaryOperator,
};
use crate::types::ty::Ty;

impl Inference<'_, '_> {
    pub(super) fn unary(
        &mut self,
        operator: UnaryOperator,
        operand: &Expression,
        span: Span,
    ) -> Ty {
        if operator == UnaryOperator::Negate
            && let ExpressionKind::Literal(literal @ Literal::Integer(..)) = &operand.kind
        {
            let ty = self.literal(literal, true, operand.span);
            self.types.insert(operand.id, ty.clone());
            self.pending.push(Pending::Operator("-", ty.clone(), OperandClass::Signed, span));
            return ty;
        }
        let ty = self.infer(operand);
        let (symbol, class) = match operator {
            UnaryOperator::Negate => ("-", OperandClass::Signed),
            UnaryOperator::Not => ("!", OperandClass::Bits),
        };
        self.operator(symbol, &ty, class, span)
    }

    pub(super) fn binary(
        &mut self,
        operator: BinaryOperator,
        left: &Expression,
        right: &Expression,
        span: Span,
    ) -> Ty {
        use BinaryOperator::*;
        if operator.is_lazy() {
            self.check_condition(left);
            self.check_condition(right);
            return Ty::BOOL;
        }
        let ty = self.infer(left);
        if operator.is_shift() {
            let amount = self.infer(right);
            self.operator(operator.symbol(), &amount, OperandClass::Integer, right.span);
            return self.operator(operator.symbol(), &ty, OperandClass::Integer, span);
        }
        let other = self.infer(right);
        // An operator between arrays, or between an array and a scalar, has an error of its own.
        for found in [&ty, &other] {
            if let Ty::Array(_) = self.unknowns.shallow(found) {
                let operands = [(left, &ty), (right, &other)];
                return self.array_operator(operator, false, operands, span);
            }
        }
        if operator == BitXor && self.unknowns.is_float(&ty) {
            return self.operator("^", &ty, OperandClass::Bits, span);
        }
        if !self.unknowns.unify(&ty, &other) {
            let diagnostic = self.mismatch(&ty, &other, right.span);
            return self.report(diagnostic);
        }
        let class = match operator {
            Add | Subtract | Multiply | Divide | Remainder => OperandClass::Number,
            BitAnd | BitOr | BitXor => OperandClass::Bits,
            _ => OperandClass::Comparable,
        };
        let result = self.operator(operator.symbol(), &ty, class, span);
        if operator.is_comparison() && result != Ty::Error { Ty::BOOL } else { result }
    }

    pub(super) fn array_operator(
        &mut self,
        operator: BinaryOperator,
        assigns: bool,
        operands: [(&Expression, &Ty); 2],
        span: Span,
    ) -> Ty {
        let symbol = operator.symbol();
        let [left, right] = operands.map(|(_, ty)| ty);
        let [of_left, of_right] =
            [left, right].map(|ty| matches!(self.unknowns.shallow(ty), Ty::Array(_)));
        // The operands as the user writes them, or by their usual names.
        let named =
            |at: usize, usual: &str| operands[at].0.written().unwrap_or_else(|| usual.to_owned());
        let a = named(0, if of_left { "xs" } else { "x" });
        let b = named(1, if of_right { "ys" } else { "y" });
        // An element may not have the scalar's name.
        let element =
            |usual: &'static str, scalar: &str| if scalar == usual { "element" } else { usual };
        let help = match (of_left, of_right, operator.is_comparison()) {
            (true, true, false) => format!("write `zip({a}, {b}).map(|(x, y)| x {symbol} y)`"),
            (true, true, true) => match operator {
                BinaryOperator::Equal => {
                    format!("write `{a}.len() == {b}.len() && zip({a}, {b}).all(|(x, y)| x == y)`")
                }
                BinaryOperator::NotEqual => {
                    format!("write `{a}.len() != {b}.len() || zip({a}, {b}).any(|(x, y)| x != y)`")
                }
                _ => format!(
                    "arrays have no order; of their elements, write \
                     `zip({a}, {b}).all(|(x, y)| x {symbol} y)`"
                ),
            },
            (true, false, _) => {
                let x = element("x", &b);
                format!("write `{a}.map(|{x}| {x} {symbol} {b})`")
            }
            _ => {
                let y = element("y", &a);
                format!("write `{b}.map(|{y}| {a} {symbol} {y})`")
            }
        };
        let (left, right) = (self.show(left), self.show(right));
        let message = if operator.is_comparison() {
            format!("binary operation `{symbol}` cannot be applied to arrays (`{left}`, `{right}`)")
        } else if assigns {
            format!("cannot apply `{symbol}=` to arrays (`{left}`, `{right}`)")
        } else {
            format!("cannot apply `{symbol}` to arrays (`{left}`, `{right}`)")
        };
        self.report(Diagnostic::new(Code::E022, span, message).help(help))
    }

    /// Applies an operator to operands of one type, now or when the type is known.
    pub(super) fn operator(
        &mut self,
        symbol: &'static str,
        ty: &Ty,
        class: OperandClass,
        span: Span,
    ) -> Ty {
        match self.unknowns.resolve(ty) {
            Ty::Error => Ty::Error,
            known if known.holds_unknown() => {
                self.pending.push(Pending::Operator(symbol, ty.clone(), class, span));
                ty.clone()
            }
            known if self.settle_operator(symbol, &known, class, span) => known,
            _ => Ty::Error,
        }
    }

    pub(super) fn settle_operator(
        &mut self,
        symbol: &str,
        ty: &Ty,
        class: OperandClass,
        span: Span,
    ) -> bool {
        let ty = self.unknowns.resolve(ty);
        let applies = match (class, &ty) {
            (_, Ty::Error) => return false,
            (_, ty) if ty.holds_unknown() => {
                self.needs_annotation(span);
                return false;
            }
            (OperandClass::Comparable, ty) => self.is_comparable(ty),
            (OperandClass::Number, Ty::Scalar(scalar)) => *scalar != ScalarType::Bool,
            (OperandClass::Signed, Ty::Scalar(scalar)) => scalar.is_float() || scalar.is_signed(),
            (OperandClass::Integer, Ty::Scalar(scalar)) => scalar.is_integer(),
            (OperandClass::Bits, Ty::Scalar(scalar)) => !scalar.is_float(),
            _ => false,
        };
        if applies {
            return true;
        }
        let shown = self.show(&ty);
        let unary = matches!(class, OperandClass::Signed) || symbol == "!";
        let message = if unary {
            format!("cannot apply unary operator `{symbol}` to type `{shown}`")
        } else {
            format!("cannot apply binary operator `{symbol}` to type `{shown}`")
        };
        let diagnostic = Diagnostic::new(Code::E022, span, message);
        self.report(match (symbol, &ty) {
            ("-", Ty::Scalar(scalar)) if scalar.is_unsigned() => {
                diagnostic.note("unsigned values cannot be negated")
            }
            ("^", Ty::Scalar(scalar)) if scalar.is_float() => {
                diagnostic.help("this is exclusive or; powers are `x.powi(2)` and `x.powf(y)`")
            }
            (_, Ty::Array(_)) => diagnostic.help("apply it to each element: `xs.map(|x| …)`"),
            _ => diagnostic,
        });
        false
    }

    pub(super) fn is_comparable(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Scalar(_) => true,
            Ty::Tuple(fields) => !fields.is_empty() && fields.iter().all(|f| self.is_comparable(f)),
            Ty::Struct(index) => {
                self.context.structs[*index].fields.iter().all(|field| self.is_comparable(&field.1))
            }
            _ => false,
        }
    }

    pub(super) fn cast(&mut self, value: &Expression, ty: &TypeExpression, span: Span) -> Ty {
        let from = self.infer(value);
        let to = if let TypeKind::Inferred = ty.kind {
            return self.error(Code::E025, ty.span, "a cast names its type");
        } else {
            self.written(ty)
        };
        if let Ty::Scalar(scalar) = &to
            && is_number_of(value, *scalar, false)
        {
            self.unknowns.unify(&from, &to);
        }
        self.pending.push(Pending::Cast(from, to.clone(), span));
        to
    }

    pub(super) fn settle_cast(&mut self, from: &Ty, to: &Ty, span: Span) {
        let (from, to) = (self.unknowns.resolve(from), self.unknowns.resolve(to));
        match (&from, &to) {
            (Ty::Error, _) | (_, Ty::Error) => {}
            (from, _) if from.holds_unknown() => self.needs_annotation(span),
            (Ty::Scalar(a), Ty::Scalar(b)) if a.casts_to(*b) => {}
            (Ty::Scalar(a), Ty::Scalar(ScalarType::Bool)) => {
                self.report(
                    Diagnostic::new(Code::E023, span, format!("cannot cast `{a}` as `bool`"))
                        .help("compare with zero: `x != 0`"),
                );
            }
            (Ty::Scalar(ScalarType::Bool), Ty::Scalar(b)) => {
                self.report(
                    Diagnostic::new(Code::E023, span, format!("cannot cast `bool` as `{b}`"))
                        .help(format!("cast through an integer: `x as u8 as {b}`")),
                );
            }
            _ => {
                let (a, b) = (self.show(&from), self.show(&to));
                let message = format!("non-primitive cast: `{a}` as `{b}`");
                let diagnostic = Diagnostic::new(Code::E023, span, message);
                self.report(match (&from, &to) {
                    (Ty::Array(_), _) => diagnostic.help("cast each element: `xs.map(|x| x as …)`"),
                    _ => diagnostic.help("`as` converts between scalars"),
                });
            }
        }
    }

    pub(super) fn assign(
        &mut self,
        operator: Option<BinaryOperator>,
        target: &Expression,
        value: &Expression,
    ) -> Ty {
        let ty = self.infer(target);
        self.check_assignable(target, !matches!(target.kind, ExpressionKind::Path(_)));
        match operator {
            None => self.check(value, &ty),
            Some(operator) if operator.is_shift() => {
                let amount = self.infer(value);
                self.operator(operator.symbol(), &amount, OperandClass::Integer, value.span);
                self.operator(operator.symbol(), &ty, OperandClass::Integer, target.span);
            }
            Some(operator) => {
                if let Ty::Array(_) = self.unknowns.shallow(&ty) {
                    let other = self.infer(value);
                    let operands = [(target, &ty), (value, &other)];
                    self.array_operator(operator, true, operands, target.span);
                    return Ty::UNIT;
                }
                self.check(value, &ty);
                let class = match operator {
                    BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor => {
                        OperandClass::Bits
                    }
                    _ => OperandClass::Number,
                };
                self.operator(operator.symbol(), &ty, class, target.span);
            }
        }
        Ty::UNIT
    }

    /// Checks that a place, or a part of it, may be assigned to: that of a `mut` variable of this closure.
    /// The array behind a `&` parameter stays as it is, also if the parameter is `mut`.
    pub(super) fn check_assignable(&mut self, target: &Expression, part: bool) {
        let Some(root) = place_root(target) else {
            if self.types.get(&target.id) != Some(&Ty::Error) {
                self.error(Code::E052, target.span, "invalid left-hand side of assignment");
            }
            return;
        };
        let Some(Meaning::Local(local)) = self.meanings.get(&root.id) else {
            if let Some(Meaning::Constant(_)) = self.meanings.get(&root.id) {
                self.error(Code::E052, target.span, "cannot assign to a constant");
            }
            return;
        };
        let local = self.locals[*local].clone();
        if local.ty == Ty::Error {
            return;
        }
        let name = &local.name;
        if local.depth < self.depth {
            self.assigned_outside = true;
            let diagnostic = Diagnostic::new(
                Code::E053,
                target.span,
                format!("cannot assign to `{name}` from inside a parallel closure"),
            )
            .label(local.span, format!("`{name}` is declared outside the closure"));
            let element = !matches!(target.kind, ExpressionKind::Path(_));
            self.report(if element && self.unknowns.resolve(&local.ty).holds_array() {
                diagnostic.help(
                    "write to many places of an array at once with `scatter`, or combine with \
                     `scatter_with`",
                )
            } else {
                diagnostic.help("combine the values with `reduce`, `scan` or `fold`")
            });
        } else if !local.mutable || part && local.kind == (LocalKind::Parameter { borrowed: true })
        {
            let message = match local.kind {
                LocalKind::Parameter { borrowed: true } => {
                    format!("cannot assign to `{name}`, which is a `&` parameter")
                }
                _ => format!("cannot assign to immutable variable `{name}`"),
            };
            let diagnostic = Diagnostic::new(Code::E052, target.span, message)
                .label(local.span, format!("`{name}` is declared here"));
            self.report(match local.kind {
                LocalKind::Parameter { borrowed: true } => {
                    diagnostic.help(format!("copy it first: `let mut {name} = {name}.clone();`"))
                }
                LocalKind::Pattern if self.unknowns.resolve(&local.ty).holds_array() => diagnostic
                    .help(format!("`mut {name}` makes a copy that can be changed"))
                    .help("to change an array that is gone through, assign to it: `xs[i] = …`"),
                _ => diagnostic.help(format!("consider making it mutable: `mut {name}`")),
            });
        }
    }
}

/// The variable at the root of `a`, `a[i]`, `a.0`, `a[i].b[j]`.
pub(in crate::types) fn place_root(place: &Expression) -> Option<&Expression> {
    match &place.kind {
        ExpressionKind::Path(names) if names.len() == 1 => Some(place),
        ExpressionKind::Index(inner, _) | ExpressionKind::Field(inner, _) => place_root(inner),
        _ => None,
    }
}

/// Returns true if a number is written without its type, and is one of this type: then a cast to the type
/// leaves it as it is.
fn is_number_of(expression: &Expression, ty: ScalarType, negative: bool) -> bool {
    match &expression.kind {
        ExpressionKind::Literal(Literal::Integer(value, None)) => {
            ty.is_integer()
                && (ty.is_signed() || !negative)
                && *value <= ty.maximum() as u128 + u128::from(negative)
        }
        ExpressionKind::Literal(Literal::Float(_, None)) => ty.is_float(),
        ExpressionKind::Unary(UnaryOperator::Negate, value) => is_number_of(value, ty, !negative),
        _ => false,
    }
}
