//! Types of expressions, statements and blocks.

use super::hints::with_hint;
use super::joining::arrays_in_brackets;
use super::{Inference, LocalKind, Meaning, Pending};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{
    Arm, Block, Expression, ExpressionKind, Name, Statement, TypeExpression, TypeKind,
};
use crate::types::builtin::foreign_function;
use crate::types::context::too_many_components;
use crate::types::suggest::closest;
use crate::types::ty::Ty;

/// Begins the error about a `for` over something that is no array.
const LOOP: &str = "`for` runs over";

impl Inference<'_, '_> {
    /// The type of an expression.
    pub(super) fn infer(&mut self, expression: &Expression) -> Ty {
        let mut ty = self.infer_kind(expression);
        if self.has_too_many_components(&ty) {
            ty = self.report(too_many_components("the type of this", expression.span));
        }
        self.types.insert(expression.id, ty.clone());
        ty
    }

    /// Checks that an expression has a type; mismatches are reported where they arise, in the
    /// arms of an `if` rather than at the `if`.
    pub(super) fn check(&mut self, expression: &Expression, expected: &Ty) {
        match &expression.kind {
            // An expression that should be here was reported: it may have been a function.
            ExpressionKind::Closure(_) | ExpressionKind::Path(_)
                if *expected == Ty::Error && self.is_function(expression) =>
            {
                self.types.insert(expression.id, Ty::Error);
            }
            ExpressionKind::Reference(inner) if *expected == Ty::Error => {
                self.check(inner, expected);
                self.types.insert(expression.id, Ty::Error);
            }
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
                if !self.unknowns.unify(expected, &found) {
                    let diagnostic = self.mismatch(expected, &found, expression.span);
                    self.report(with_hint(diagnostic, arrays_in_brackets(expression)));
                }
            }
        }
    }

    /// Checks a function's body against its result type, which is written at `place`.
    pub(super) fn check_body(&mut self, body: &Block, result: &Ty, place: Option<Span>) {
        self.enter();
        self.statements(body);
        match &body.value {
            Some(value) if has_arms(value) || *result == Ty::Error => self.check(value, result),
            Some(value) => {
                let found = self.infer(value);
                if !self.unknowns.unify(result, &found) {
                    let mut diagnostic = self.mismatch(result, &found, value.span);
                    diagnostic = with_hint(diagnostic, arrays_in_brackets(value));
                    match place {
                        Some(place) => {
                            let text = format!(
                                "expected `{}` because of the return type",
                                self.show(result)
                            );
                            diagnostic = diagnostic.label(place, text);
                        }
                        None => {
                            let found = self.unknowns.with_defaults(&found);
                            let help =
                                format!("try adding a return type: `-> {}`", self.show(&found));
                            diagnostic = diagnostic.help(help);
                        }
                    }
                    self.report(diagnostic);
                }
            }
            None => self.check_valueless(body, result),
        }
        self.leave();
    }

    /// Checks a block that ends in a statement against the type that its value should have.
    fn check_valueless(&mut self, block: &Block, expected: &Ty) {
        if self.unknowns.unify(expected, &Ty::UNIT) {
            return;
        }
        if self.ends_in_error(block) {
            return;
        }
        let mut diagnostic = self.mismatch(expected, &Ty::UNIT, block.span);
        if let Some(Statement::Expression(last)) = block.statements.last()
            && let Some(ty) = self.types.get(&last.id).cloned()
            && self.unknowns.shallow(&ty) != Ty::UNIT
        {
            diagnostic.span = last.span;
            if self.unknowns.unify(expected, &ty) {
                diagnostic = diagnostic
                    .help("a block gives the value of its last expression: leave out the `;`");
            }
        }
        self.report(diagnostic);
    }

    pub(super) fn check_condition(&mut self, condition: &Expression) {
        if let ExpressionKind::Assign(None, target, value) = &condition.kind {
            // That the place may be assigned to is not the point.
            let sides = [self.infer(target), self.infer(value)];
            if !sides.contains(&Ty::Error) {
                let diagnostic = self.mismatch(&Ty::BOOL, &Ty::UNIT, condition.span);
                self.report(diagnostic.help("you might have meant to compare for equality: `==`"));
            }
            return;
        }
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
                    .help("give it to a built-in or to a function that takes `impl Fn`")
                    .help("or write it as a function of the block: `fn f(x: T) -> T { … }`"),
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
                for bound in [start, end] {
                    let found = self.infer(bound);
                    if self.unknowns.is_float(&found) {
                        let found = self.show(&self.unknowns.with_defaults(&found));
                        let message = format!("a range counts integers, not `{found}`");
                        let help = "compute with what it counts: `(0..n).map(|i| i as f64 * step)`";
                        return self
                            .report(Diagnostic::new(Code::E020, bound.span, message).help(help));
                    }
                    self.unify(&ty, &found, bound.span);
                }
                Ty::array(ty)
            }
            ExpressionKind::Array(items) => {
                let element = self.unknowns.any();
                for item in items {
                    self.check(item, &element);
                }
                if items.is_empty() {
                    self.pending.push(Pending::Known(element.clone(), span));
                }
                Ty::array(self.forbid_unit(element, span))
            }
            ExpressionKind::Repeat(value, length) => {
                let element = self.infer(value);
                self.check(length, &Ty::USIZE);
                Ty::array(self.forbid_unit(element, value.span))
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
                        let ty = self.infer_block(then);
                        if self.unknowns.unify(&Ty::UNIT, &ty) {
                            return Ty::UNIT;
                        }
                        let message = format!(
                            "`if` may be missing an `else` clause: expected `{}`, found `()`",
                            self.show(&ty)
                        );
                        self.report(
                            Diagnostic::new(Code::E020, span, message)
                                .help("give the value of the other case: `else { … }`"),
                        )
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
                let element = self.element_of(&array, items.span, LOOP);
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
    pub(super) fn forbid_unit(&mut self, element: Ty, span: Span) -> Ty {
        if self.unknowns.shallow(&element) != Ty::UNIT {
            return element;
        }
        // Elements were to be computed by assignments, which has been told.
        if self.assigned_outside {
            return Ty::Error;
        }
        self.report(
            Diagnostic::new(Code::E004, span, "accel does not have arrays of `()`")
                .help("give each element a value: leave out the last `;`"),
        )
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
                let diagnostic =
                    Diagnostic::new(Code::E020, span, format!("{who} an array, found `{found}`"));
                self.report(match who == LOOP && self.unknowns.is_integer(&other) {
                    true => diagnostic.help("for the numbers below `n`: `0..n`"),
                    false => diagnostic,
                })
            }
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
            return self.constant_type(constant, span);
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

    /// Returns true if an expression is a closure or the name of a function.
    pub(super) fn is_function(&mut self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Closure(_) => true,
            ExpressionKind::Path(names) => match names.as_slice() {
                [name] => match self.lookup(&name.text) {
                    Some(local) => matches!(self.locals[local].kind, LocalKind::Function(..)),
                    None => self.context.function(&name.text).is_some(),
                },
                names => self.names_associated_function(names),
            },
            _ => false,
        }
    }

    /// `cannot find value …`.
    pub(super) fn unknown_value(&mut self, name: &Name) -> Ty {
        let text = &name.text;
        if self.context.is_reported(text) {
            return Ty::Error;
        }
        if float_constant_name(text) {
            let message = format!("cannot find value `{text}` in this scope");
            let module = if matches!(&**text, "PI" | "TAU") { "consts::" } else { "" };
            let path = format!("f64::{module}{text}");
            return self.report(
                Diagnostic::new(Code::E010, name.span, message)
                    .help(format!("name its type: `{path}`")),
            );
        }
        let message = format!("cannot find value `{text}` in this scope");
        let diagnostic = Diagnostic::new(Code::E010, name.span, message);
        let scopes = self.scopes.iter().flat_map(|scope| scope.keys().map(|name| &**name));
        let similar = closest(text, scopes).or_else(|| closest(text, self.context.value_names()));
        let diagnostic = match similar {
            Some(similar) => {
                diagnostic.help(format!("a value with a similar name exists: `{similar}`"))
            }
            None if self.context.structure(text).is_some() => {
                diagnostic.help(format!("a struct is made with its fields: `{text} {{ … }}`"))
            }
            None if foreign_function(text).is_some() => {
                with_hint(diagnostic, foreign_function(text))
            }
            // Written like a constant of the file around the block.
            None if text.len() > 1 && !text.chars().any(char::is_lowercase) => diagnostic
                .help("a block sees only its own constants: repeat it in the block with `const`"),
            None => diagnostic,
        };
        self.report(diagnostic)
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
        self.coverage(expression.id, &ty, arms, value.span);
    }

    fn infer_block(&mut self, block: &Block) -> Ty {
        self.enter();
        self.statements(block);
        let ty = match &block.value {
            Some(value) => self.infer(value),
            None if self.ends_in_error(block) => Ty::Error,
            None => Ty::UNIT,
        };
        self.leave();
        ty
    }

    /// Returns true if the last statement of a block may have been meant as the block's value, and has an
    /// error itself, which is reported.
    fn ends_in_error(&self, block: &Block) -> bool {
        let Some(Statement::Expression(last)) = block.statements.last() else { return false };
        self.types.get(&last.id).is_some_and(|ty| self.unknowns.shallow(ty) == Ty::Error)
    }

    fn check_block(&mut self, block: &Block, expected: &Ty) {
        self.enter();
        self.statements(block);
        match &block.value {
            Some(value) => self.check(value, expected),
            None => self.check_valueless(block, expected),
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
}

/// Returns true if an expression has parts that are checked against its type one by one.
fn has_arms(expression: &Expression) -> bool {
    matches!(
        expression.kind,
        ExpressionKind::Block(_)
            | ExpressionKind::If(..)
            | ExpressionKind::Match(..)
            | ExpressionKind::Tuple(_)
    )
}

/// The constants of floats, which must be named with their types.
fn float_constant_name(name: &str) -> bool {
    matches!(name, "INFINITY" | "NEG_INFINITY" | "NAN" | "EPSILON" | "PI" | "TAU")
}
