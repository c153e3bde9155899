//! Types of expressions, statements and blocks.

use super::{Inference, LocalKind, Meaning, OperandClass, Pending};
use crate::core::{Constant, ScalarType};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{
    Arm, BinaryOperator, Block, Expression, ExpressionKind, Literal, Name, Statement,
    TypeExpression, TypeKind, UnaryOperator,
};
use crate::types::builtin::Builtin;
use crate::types::suggest::closest;
use crate::types::ty::Ty;

impl Inference<'_, '_> {
    /// The type of an expression.
    pub(super) fn infer(&mut self, expression: &Expression) -> Ty {
        let ty = self.infer_kind(expression);
        self.types.insert(expression.id, ty.clone());
        ty
    }

    /// Checks that an expression has a type; mismatches are reported where they arise, in the
    /// arms of an `if` rather than at the `if`.
    pub(super) fn check(&mut self, expression: &Expression, expected: &Ty) {
        match &expression.kind {
            ExpressionKind::Block(block) => {
                self.check_block(block, expected);
                self.types.insert(expression.id, expected.clone());
            }
            ExpressionKind::If(condition, then, Some(otherwise)) => {
                self.check_condition(condition);
                self.check_block(then, expected);
                self.check(otherwise, expected);
                self.types.insert(expression.id, expected.clone());
            }
            ExpressionKind::Match(value, arms) => {
                self.infer_match(expression, value, arms, expected);
                self.types.insert(expression.id, expected.clone());
            }
            ExpressionKind::Tuple(items) => {
                if let Ty::Tuple(fields) = self.unknowns.shallow(expected)
                    && fields.len() == items.len()
                {
                    for (item, field) in items.iter().zip(&fields) {
                        self.check(item, field);
                    }
                    self.types.insert(expression.id, expected.clone());
                } else {
                    let found = self.infer(expression);
                    self.unify(expected, &found, expression.span);
                }
            }
            _ => {
                let found = self.infer(expression);
                self.unify(expected, &found, expression.span);
            }
        }
    }

    /// Checks a function's body against its result type.
    pub(super) fn check_body(&mut self, body: &Block, result: &Ty, _place: Option<Span>) {
        self.check_block(body, result);
    }

    fn check_condition(&mut self, condition: &Expression) {
        self.check(condition, &Ty::BOOL);
    }

    fn infer_kind(&mut self, expression: &Expression) -> Ty {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Literal(literal) => self.literal(literal, false, span),
            ExpressionKind::Path(names) => self.path(expression, names),
            ExpressionKind::Unary(operator, operand) => self.unary(*operator, operand, span),
            ExpressionKind::Binary(operator, left, right) => {
                self.binary(*operator, left, right, span)
            }
            ExpressionKind::Assign(operator, target, value) => {
                self.assign(*operator, target, value)
            }
            ExpressionKind::Cast(value, ty) => self.cast(value, ty, span),
            ExpressionKind::Call(names, arguments) => self.call(expression, names, arguments),
            ExpressionKind::Method(receiver, name, arguments) => {
                self.method(expression, receiver, name, arguments)
            }
            ExpressionKind::Closure(_) => self.report(
                Diagnostic::new(Code::E026, span, "a closure is not a value")
                    .help("give it to a built-in or to a function that takes `impl Fn`"),
            ),
            ExpressionKind::Field(value, name) => self.field(expression, value, name),
            ExpressionKind::Index(array, index) => self.index(array, index),
            ExpressionKind::Range(start, end, _) => {
                let ty = self.unknowns.integer();
                let (Some(start), Some(end)) = (start, end) else {
                    return self.report(
                        Diagnostic::new(Code::E003, span, "a range needs both ends here")
                            .help("ranges without an end are only for slices: `xs[1..]`"),
                    );
                };
                self.check(start, &ty);
                self.check(end, &ty);
                Ty::array(ty)
            }
            ExpressionKind::Array(items) => {
                let element = self.unknowns.any();
                for item in items {
                    self.check(item, &element);
                }
                self.forbid_unit(&element, span);
                Ty::array(element)
            }
            ExpressionKind::Repeat(value, length) => {
                let element = self.infer(value);
                self.check(length, &Ty::USIZE);
                self.forbid_unit(&element, value.span);
                Ty::array(element)
            }
            ExpressionKind::Tuple(items) => {
                Ty::Tuple(items.iter().map(|item| self.infer(item)).collect())
            }
            ExpressionKind::Struct(name, fields, rest) => {
                self.structure(name, fields, rest.as_deref(), span)
            }
            ExpressionKind::Block(block) => self.infer_block(block),
            ExpressionKind::If(condition, then, otherwise) => {
                self.check_condition(condition);
                match otherwise {
                    None => {
                        self.check_block(then, &Ty::UNIT);
                        Ty::UNIT
                    }
                    Some(otherwise) => {
                        let ty = self.infer_block(then);
                        self.check(otherwise, &ty);
                        ty
                    }
                }
            }
            ExpressionKind::Match(value, arms) => {
                let ty = self.unknowns.any();
                self.infer_match(expression, value, arms, &ty);
                ty
            }
            ExpressionKind::For(pattern, items, body) => {
                let array = self.infer(items);
                let element = self.element_of(&array, items.span, "`for` runs over");
                self.enter();
                self.bind_pattern(pattern, &element, &LocalKind::Pattern);
                self.check_block(body, &Ty::UNIT);
                self.leave();
                Ty::UNIT
            }
            ExpressionKind::While(condition, body) => {
                self.check_condition(condition);
                self.check_block(body, &Ty::UNIT);
                Ty::UNIT
            }
            ExpressionKind::Assert(condition, _) => {
                self.check_condition(condition);
                Ty::UNIT
            }
            ExpressionKind::Reference(value) => self.infer(value),
            ExpressionKind::Error => Ty::Error,
        }
    }

    /// Arrays of `()` have nothing in them, not even a length.
    pub(super) fn forbid_unit(&mut self, element: &Ty, span: Span) {
        if self.unknowns.shallow(element) == Ty::UNIT {
            self.report(
                Diagnostic::new(Code::E004, span, "accel does not have arrays of `()`")
                    .help("give each element a value: leave out the last `;`"),
            );
        }
    }

    /// The element type of something that must be an array.
    pub(super) fn element_of(&mut self, ty: &Ty, span: Span, who: &str) -> Ty {
        match self.unknowns.shallow(ty) {
            Ty::Array(element) => *element,
            Ty::Error => Ty::Error,
            Ty::Unknown(_) if self.unknowns.is_open(ty) => {
                let element = self.unknowns.any();
                self.unknowns.unify(ty, &Ty::array(element.clone()));
                element
            }
            other => {
                let found = self.show(&other);
                self.error(Code::E020, span, format!("{who} an array, found `{found}`"))
            }
        }
    }

    fn literal(&mut self, literal: &Literal, negative: bool, span: Span) -> Ty {
        let (ty, suffix) = match literal {
            Literal::Bool(_) => return Ty::BOOL,
            Literal::Integer(_, Some(suffix)) | Literal::Float(_, Some(suffix)) => {
                match self.context.scalar_or_parameter(suffix) {
                    Some(Ty::Scalar(scalar)) => (Ty::Scalar(scalar), suffix.to_string()),
                    _ => {
                        let message = format!("invalid suffix `{suffix}` for number literal");
                        return self.error(Code::E024, span, message);
                    }
                }
            }
            Literal::Integer(_, None) => (self.unknowns.integer(), String::new()),
            Literal::Float(_, None) => (self.unknowns.float(), String::new()),
        };
        match literal {
            Literal::Integer(value, _) => {
                self.pending.push(Pending::Literal(ty.clone(), *value, negative, span));
            }
            Literal::Float(..) if ty.scalar().is_some_and(|scalar| !scalar.is_float()) => {
                let message = format!("invalid suffix `{suffix}` for float literal");
                return self.error(Code::E024, span, message);
            }
            _ => {}
        }
        ty
    }

    pub(super) fn settle_literal(&mut self, ty: &Ty, value: u128, negative: bool, span: Span) {
        let Ty::Scalar(scalar) = self.unknowns.resolve(ty) else { return };
        if scalar.is_float() {
            return;
        }
        let limit = scalar.maximum() as u128 + u128::from(negative);
        if value > limit {
            let sign = if negative { "-" } else { "" };
            let message = format!("literal out of range for `{scalar}`: {sign}{value}");
            let range = format!("{}..={}", scalar.minimum(), scalar.maximum());
            self.report(
                Diagnostic::new(Code::E024, span, message)
                    .note(format!("the range of `{scalar}` is `{range}`")),
            );
        }
    }

    fn path(&mut self, expression: &Expression, names: &[Name]) -> Ty {
        let span = expression.span;
        let [name] = names else { return self.associated_value(expression, names) };
        if let Some(local) = self.lookup(&name.text) {
            self.meanings.insert(expression.id, Meaning::Local(local));
            return match &self.locals[local].kind {
                LocalKind::Function(..) | LocalKind::Neighbour(..) => self.report(
                    Diagnostic::new(
                        Code::E026,
                        span,
                        format!("the function `{}` is not a value", name.text),
                    )
                    .help("call it, or give it to a built-in"),
                ),
                _ => self.locals[local].ty.clone(),
            };
        }
        if let Some(constant) = self.context.constant(&name.text) {
            self.meanings.insert(expression.id, Meaning::Constant(constant));
            return self.context.constants[constant].1.clone();
        }
        if &*name.text == "SKIP" {
            let ty = self.unknowns.integer();
            self.meanings.insert(expression.id, Meaning::Skip);
            self.pending.push(Pending::Skip(ty.clone(), span));
            return ty;
        }
        if self.context.function(&name.text).is_some() {
            return self.report(
                Diagnostic::new(
                    Code::E026,
                    span,
                    format!("the function `{}` is not a value", name.text),
                )
                .help("call it, or give it to a built-in such as `map`"),
            );
        }
        self.unknown_value(name)
    }

    /// `cannot find value …`.
    pub(super) fn unknown_value(&mut self, name: &Name) -> Ty {
        let text = &name.text;
        let message = format!("cannot find value `{text}` in this scope");
        let diagnostic = Diagnostic::new(Code::E010, name.span, message);
        let scopes = self.scopes.iter().flat_map(|scope| scope.keys().map(|name| &**name));
        let diagnostic = match closest(text, scopes.chain(self.context.value_names())) {
            Some(similar) => {
                diagnostic.help(format!("a value with a similar name exists: `{similar}`"))
            }
            None if self.context.structure(text).is_some() => {
                diagnostic.help(format!("a struct is made with its fields: `{text} {{ … }}`"))
            }
            None => diagnostic,
        };
        self.report(diagnostic)
    }

    pub(super) fn settle_skip(&mut self, ty: &Ty, span: Span) {
        if let Ty::Scalar(scalar) = self.unknowns.resolve(ty)
            && scalar.bytes() < 4
        {
            self.report(
                Diagnostic::new(Code::E020, span, format!("`SKIP` does not fit `{scalar}`"))
                    .help("indices with `SKIP` are integers of 32 bits or more"),
            );
        }
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expression, span: Span) -> Ty {
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

    fn binary(
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
        for (side, found) in [(left, &ty), (right, &other)] {
            if let Ty::Array(_) = self.unknowns.shallow(found) {
                return self.array_operator(operator, &ty, &other, side.span, span);
            }
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

    fn array_operator(
        &mut self,
        operator: BinaryOperator,
        left: &Ty,
        right: &Ty,
        _side: Span,
        span: Span,
    ) -> Ty {
        let symbol = operator.symbol();
        let both = |ty: &Ty| matches!(self.unknowns.shallow(ty), Ty::Array(_));
        let help = match (both(left), both(right), operator.is_comparison()) {
            (true, true, false) => format!("write `zip(xs, ys).map(|(x, y)| x {symbol} y)`"),
            (true, true, true) => format!("write `zip(xs, ys).all(|(x, y)| x {symbol} y)`"),
            (true, false, _) => format!("write `xs.map(|x| x {symbol} y)`"),
            _ => format!("write `ys.map(|y| x {symbol} y)`"),
        };
        let (left, right) = (self.show(left), self.show(right));
        let message = if operator.is_comparison() {
            format!("binary operation `{symbol}` cannot be applied to arrays (`{left}`, `{right}`)")
        } else {
            format!("cannot apply `{symbol}` to arrays (`{left}`, `{right}`)")
        };
        self.report(Diagnostic::new(Code::E022, span, message).help(help))
    }

    /// Applies an operator to operands of one type, now or when the type is known.
    fn operator(&mut self, symbol: &'static str, ty: &Ty, class: OperandClass, span: Span) -> Ty {
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
                self.error(Code::E025, span, "type annotations needed");
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
            (_, Ty::Array(_)) => diagnostic.help("apply it to each element: `xs.map(|x| …)`"),
            _ => diagnostic,
        });
        false
    }

    fn is_comparable(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Scalar(_) => true,
            Ty::Tuple(fields) => !fields.is_empty() && fields.iter().all(|f| self.is_comparable(f)),
            Ty::Struct(index) => {
                self.context.structs[*index].fields.iter().all(|field| self.is_comparable(&field.1))
            }
            _ => false,
        }
    }

    fn cast(&mut self, value: &Expression, ty: &TypeExpression, span: Span) -> Ty {
        let from = self.infer(value);
        let to = if let TypeKind::Inferred = ty.kind {
            return self.error(Code::E025, ty.span, "a cast names its type");
        } else {
            self.written(ty)
        };
        self.pending.push(Pending::Cast(from, to.clone(), span));
        to
    }

    pub(super) fn settle_cast(&mut self, from: &Ty, to: &Ty, span: Span) {
        let (from, to) = (self.unknowns.resolve(from), self.unknowns.resolve(to));
        match (&from, &to) {
            (Ty::Error, _) | (_, Ty::Error) => {}
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

    fn field(&mut self, expression: &Expression, value: &Expression, name: &Name) -> Ty {
        let ty = self.infer(value);
        let ty = self.unknowns.shallow(&ty);
        let text = &name.text;
        let found = match &ty {
            Ty::Error => return Ty::Error,
            Ty::Tuple(fields) => text
                .parse::<usize>()
                .ok()
                .and_then(|position| Some((position, fields.get(position)?.clone()))),
            Ty::Struct(index) => {
                let fields = &self.context.structs[*index].fields;
                let position = fields.iter().position(|field| field.0.text == *text);
                position.map(|position| (position, fields[position].1.clone()))
            }
            Ty::Unknown(_) => {
                return self.error(Code::E025, value.span, "type annotations needed");
            }
            _ => None,
        };
        if let Some((position, field)) = found {
            self.meanings.insert(expression.id, Meaning::Field(position));
            return field;
        }
        let shown = self.show(&ty);
        let message = format!("no field `{text}` on type `{shown}`");
        let mut diagnostic = Diagnostic::new(Code::E013, name.span, message);
        match &ty {
            Ty::Struct(index) => {
                let fields = &self.context.structs[*index].fields;
                let names: Vec<String> =
                    fields.iter().map(|field| format!("`{}`", field.0.text)).collect();
                diagnostic = diagnostic.note(format!("available fields are: {}", names.join(", ")));
            }
            Ty::Array(element) if !matches!(self.unknowns.shallow(element), Ty::Array(_)) => {
                diagnostic = diagnostic.help(format!("of all elements: `xs.map(|x| x.{text})`"));
            }
            _ if Builtin::from_name(text).is_some() => {
                diagnostic = diagnostic.help(format!("a method is called: `.{text}()`"));
            }
            _ => {}
        }
        self.report(diagnostic)
    }

    fn index(&mut self, array: &Expression, index: &Expression) -> Ty {
        let ty = self.infer(array);
        let element = match self.unknowns.shallow(&ty) {
            Ty::Array(element) => *element,
            Ty::Error => Ty::Error,
            Ty::Unknown(_) if self.unknowns.is_open(&ty) => {
                self.error(Code::E025, array.span, "type annotations needed")
            }
            other => {
                let shown = self.show(&other);
                let message = format!("cannot index into a value of type `{shown}`");
                let diagnostic = Diagnostic::new(Code::E027, array.span, message);
                self.report(match other {
                    Ty::Tuple(_) => diagnostic.help("the fields of a tuple are `x.0`, `x.1`, …"),
                    _ => diagnostic,
                })
            }
        };
        if let ExpressionKind::Range(start, end, _) = &index.kind {
            for bound in [start, end].into_iter().flatten() {
                let ty = self.infer(bound);
                self.index_type(&ty, bound.span);
            }
            self.types.insert(index.id, Ty::array(Ty::USIZE));
            return if element == Ty::Error { Ty::Error } else { Ty::array(element) };
        }
        let position = self.infer(index);
        self.index_type(&position, index.span);
        element
    }

    /// An index or a slice bound may be of any integer type.
    pub(super) fn index_type(&mut self, ty: &Ty, span: Span) {
        match self.unknowns.shallow(ty) {
            Ty::Unknown(_) => self.pending.push(Pending::Index(ty.clone(), span)),
            known => self.settle_index(&known, span),
        }
    }

    pub(super) fn settle_index(&mut self, ty: &Ty, span: Span) {
        let ty = self.unknowns.resolve(ty);
        match &ty {
            Ty::Error => {}
            Ty::Scalar(scalar) if scalar.is_integer() => {}
            Ty::Unknown(_) => {
                self.error(Code::E025, span, "type annotations needed");
            }
            _ => {
                let shown = self.show(&ty);
                let message = format!("an index is an integer, found `{shown}`");
                let diagnostic = Diagnostic::new(Code::E027, span, message);
                self.report(match ty {
                    Ty::Scalar(scalar) if scalar.is_float() => {
                        diagnostic.help("convert it: `… as usize`")
                    }
                    Ty::Tuple(_) => {
                        diagnostic.help("index one dimension after the other: `m[i][j]`")
                    }
                    Ty::Array(_) => {
                        diagnostic.help("for the elements at many indices: `xs.gather(indices)`")
                    }
                    _ => diagnostic,
                });
            }
        }
    }

    fn structure(
        &mut self,
        name: &Name,
        fields: &[(Name, Expression)],
        rest: Option<&Expression>,
        span: Span,
    ) -> Ty {
        let Some(index) = self.context.structure(&name.text) else {
            for (_, value) in fields {
                self.infer(value);
            }
            let message = format!("cannot find struct `{}` in this scope", name.text);
            return self.error(Code::E011, name.span, message);
        };
        let declared: Vec<(Name, Ty)> = self.context.structs[index].fields.clone();
        let mut given = vec![None; declared.len()];
        for (field, value) in fields {
            match declared.iter().position(|known| known.0.text == field.text) {
                Some(position) => {
                    if let Some(first) = given[position].replace(field.span) {
                        let message = format!("field `{}` specified more than once", field.text);
                        self.report(
                            Diagnostic::new(Code::E007, field.span, message)
                                .label(first, "first used here"),
                        );
                    }
                    self.check(value, &declared[position].1);
                }
                None => {
                    self.infer(value);
                    let message =
                        format!("struct `{}` has no field named `{}`", name.text, field.text);
                    let diagnostic = Diagnostic::new(Code::E013, field.span, message);
                    let known = declared.iter().map(|known| &*known.0.text);
                    self.report(match closest(&field.text, known) {
                        Some(similar) => diagnostic
                            .help(format!("a field with a similar name exists: `{similar}`")),
                        None => diagnostic,
                    });
                }
            }
        }
        if let Some(rest) = rest {
            self.check(rest, &Ty::Struct(index));
        } else {
            let missing: Vec<String> = declared
                .iter()
                .zip(&given)
                .filter(|(_, given)| given.is_none())
                .map(|(field, _)| format!("`{}`", field.0.text))
                .collect();
            if !missing.is_empty() {
                let message = format!(
                    "missing field{} {} in initializer of `{}`",
                    if missing.len() == 1 { "" } else { "s" },
                    missing.join(", "),
                    name.text
                );
                self.error(Code::E013, span, message);
            }
        }
        Ty::Struct(index)
    }

    fn infer_match(
        &mut self,
        expression: &Expression,
        value: &Expression,
        arms: &[Arm],
        result: &Ty,
    ) {
        let ty = self.infer(value);
        for arm in arms {
            self.enter();
            self.bind_pattern(&arm.pattern, &ty, &LocalKind::Pattern);
            if let Some(guard) = &arm.guard {
                self.check_condition(guard);
            }
            self.check(&arm.body, result);
            self.leave();
        }
        self.coverage(expression.id, &ty, arms, expression.span);
    }

    fn infer_block(&mut self, block: &Block) -> Ty {
        self.enter();
        self.statements(block);
        let ty = match &block.value {
            Some(value) => self.infer(value),
            None => Ty::UNIT,
        };
        self.leave();
        ty
    }

    fn check_block(&mut self, block: &Block, expected: &Ty) {
        self.enter();
        self.statements(block);
        match &block.value {
            Some(value) => self.check(value, expected),
            None => {
                self.unify(expected, &Ty::UNIT, block.span);
            }
        }
        self.leave();
    }

    fn statements(&mut self, block: &Block) {
        for statement in &block.statements {
            match statement {
                Statement::Let(pattern, ty, value) => {
                    let ty = match ty {
                        Some(written) if !matches!(written.kind, TypeKind::Inferred) => {
                            let ty = self.let_type(written);
                            self.check(value, &ty);
                            ty
                        }
                        _ => self.infer(value),
                    };
                    self.bind_pattern(pattern, &ty, &LocalKind::Let);
                }
                Statement::Expression(expression) => {
                    self.infer(expression);
                }
            }
        }
    }

    /// The type written in a `let`, in which `_` stands for anything.
    pub(super) fn let_type(&mut self, ty: &TypeExpression) -> Ty {
        match &ty.kind {
            TypeKind::Inferred => self.unknowns.any(),
            TypeKind::Tuple(fields) => {
                Ty::Tuple(fields.iter().map(|field| self.let_type(field)).collect())
            }
            TypeKind::Slice(element) => Ty::array(self.let_type(element)),
            TypeKind::Array(element, size) => {
                if let crate::syntax::tree::Size::Expression(size) = &**size {
                    self.check(size, &Ty::USIZE);
                }
                Ty::array(self.let_type(element))
            }
            TypeKind::Named(_) => {
                self.sizes_of_type(ty);
                self.written(ty)
            }
            _ => self.written(ty),
        }
    }

    fn assign(
        &mut self,
        operator: Option<BinaryOperator>,
        target: &Expression,
        value: &Expression,
    ) -> Ty {
        let ty = self.infer(target);
        self.check_assignable(target);
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
                    self.array_operator(operator, &ty, &other, target.span, target.span);
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

    /// Checks that a place may be assigned to: part of a `mut` variable of this closure.
    pub(super) fn check_assignable(&mut self, target: &Expression) {
        let Some(root) = place_root(target) else {
            self.error(Code::E052, target.span, "invalid left-hand side of assignment");
            return;
        };
        let Some(Meaning::Local(local)) = self.meanings.get(&root.id) else {
            if let Some(Meaning::Constant(_)) = self.meanings.get(&root.id) {
                self.error(Code::E052, target.span, "cannot assign to a constant");
            }
            return;
        };
        let local = self.locals[*local].clone();
        let name = &local.name;
        if local.depth < self.depth {
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
        } else if !local.mutable {
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

/// The value of a literal in a type.
pub(in crate::types) fn literal_value(literal: &Literal, ty: ScalarType) -> Constant {
    match literal {
        Literal::Bool(value) => Constant::Bool(*value),
        Literal::Integer(value, _) if !ty.is_float() => Constant::from_integer(ty, *value as i128),
        Literal::Integer(value, _) => Constant::from_float(ty, *value as f64),
        // Parsed in its own type, so that it is rounded once.
        Literal::Float(digits, _) if ty == ScalarType::F32 => {
            Constant::F32(digits.parse().unwrap_or(f32::NAN))
        }
        Literal::Float(digits, _) => Constant::F64(digits.parse().unwrap_or(f64::NAN)),
    }
}
