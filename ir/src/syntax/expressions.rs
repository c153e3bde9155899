//! Expressions, statements and blocks.

use std::sync::Arc;

use syn::Expr;

use super::Reader;
use super::attributes::sequential;
use super::tree::{
    Arm, BinaryOperator, Block, Closure, Expression, ExpressionKind, Literal, Name, RangeEnd,
    Statement, UnaryOperator,
};
use super::written::source_text;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::tokens;

impl Reader<'_> {
    /// Reads an expression.
    pub(super) fn expression(&mut self, expression: &Expr) -> Expression {
        match expression {
            Expr::Paren(paren) => return self.expression(&paren.expr),
            Expr::Group(group) => return self.expression(&group.expr),
            _ => {}
        }
        let id = self.next_id();
        let (kind, span) = self.kind(expression);
        Expression { kind, span, id }
    }

    pub(super) fn boxed(&mut self, expression: &Expr) -> Box<Expression> {
        Box::new(self.expression(expression))
    }

    fn all<'e>(&mut self, list: impl IntoIterator<Item = &'e Expr>) -> Vec<Expression> {
        list.into_iter().map(|expression| self.expression(expression)).collect()
    }

    fn kind(&mut self, expression: &Expr) -> (ExpressionKind, Span) {
        match expression {
            Expr::Lit(literal) => self.literal(&literal.lit),
            Expr::Path(path) => self.path(path),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Assign(assign) if matches!(*assign.left, Expr::Infer(_)) => {
                let instead = "leave out the `_ =`: nothing happens but for its value";
                self.unsupported(Code::E003, &assign.left, "`_` as a value", instead);
                self.expression(&assign.right);
                (ExpressionKind::Error, self.span(assign))
            }
            Expr::Assign(assign) if matches!(*assign.left, Expr::Tuple(_)) => {
                self.destructuring(assign)
            }
            Expr::Assign(assign) => {
                let target = self.boxed(&assign.left);
                let value = self.boxed(&assign.right);
                let span = self.join(target.span, value.span);
                (ExpressionKind::Assign(None, target, value), span)
            }
            Expr::Cast(cast) => {
                let value = self.boxed(&cast.expr);
                let ty = self.ty(&cast.ty);
                let span = self.join(value.span, ty.span);
                (ExpressionKind::Cast(value, ty), span)
            }
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method_call(call),
            Expr::Closure(closure) => self.closure(closure),
            Expr::Field(field) => self.field(field),
            Expr::Index(index) => {
                let array = self.boxed(&index.expr);
                let position = self.boxed(&index.index);
                let close = index.bracket_token.span.close();
                let close = self.place(close, close);
                let span = self.join(array.span, close);
                (ExpressionKind::Index(array, position), span)
            }
            Expr::Range(range) => self.range(range),
            Expr::Array(array) => {
                let place = array.bracket_token.span;
                let span = self.place(place.open(), place.close());
                (ExpressionKind::Array(self.all(&array.elems)), span)
            }
            Expr::Repeat(repeat) => {
                let place = repeat.bracket_token.span;
                let span = self.place(place.open(), place.close());
                let value = self.boxed(&repeat.expr);
                let length = self.boxed(&repeat.len);
                (ExpressionKind::Repeat(value, length), span)
            }
            Expr::Tuple(tuple) => {
                let place = tuple.paren_token.span;
                let span = self.place(place.open(), place.close());
                (ExpressionKind::Tuple(self.all(&tuple.elems)), span)
            }
            Expr::Struct(literal) => self.struct_literal(literal),
            Expr::Block(block) => {
                self.no_label(&block.label);
                let block = self.block(&block.block);
                let span = block.span;
                (ExpressionKind::Block(block), span)
            }
            Expr::If(branch) => self.branch(branch),
            Expr::Match(matching) => self.matching(matching),
            // The error is the `unsafe` alone: the content is read as that of a block.
            Expr::Unsafe(block) => {
                let (what, instead) = unknown(expression);
                let place = block.unsafe_token;
                self.unsupported(Code::E003, &place, what, instead);
                let block = self.block(&block.block);
                let span = block.span;
                (ExpressionKind::Block(block), span)
            }
            Expr::ForLoop(repetition) => {
                self.no_label(&repetition.label);
                let pattern = self.pattern(&repetition.pat);
                let items = self.boxed(&repetition.expr);
                let body = self.block(&repetition.body);
                let first = repetition.for_token.span;
                let span = self.place(first, repetition.body.brace_token.span.close());
                (ExpressionKind::For(pattern, items, body), span)
            }
            Expr::While(repetition) => {
                self.no_label(&repetition.label);
                let condition = self.boxed(&repetition.cond);
                let body = self.block(&repetition.body);
                let first = repetition.while_token.span;
                let span = self.place(first, repetition.body.brace_token.span.close());
                (ExpressionKind::While(condition, body), span)
            }
            Expr::Macro(call) => self.macro_call(&call.mac),
            Expr::Reference(reference) => self.reference(reference),
            other => {
                let (what, instead) = unknown(other);
                self.unsupported(Code::E003, other, what, instead);
                if let Expr::Let(condition) = other {
                    self.lost_in_pattern(&condition.pat);
                }
                (ExpressionKind::Error, self.span(other))
            }
        }
    }

    fn no_label(&mut self, label: &Option<syn::Label>) {
        if let Some(label) = label {
            self.unsupported(Code::E003, &label.name, "labels", "leave the label out");
        }
    }

    fn literal(&mut self, literal: &syn::Lit) -> (ExpressionKind, Span) {
        let place = literal.span();
        let span = self.place(place, place);
        let suffix = |suffix: &str| (!suffix.is_empty()).then(|| Arc::from(suffix));
        let kind = match literal {
            syn::Lit::Bool(value) => Literal::Bool(value.value),
            syn::Lit::Int(value) => {
                let digits = value.base10_digits();
                match unsigned(digits).parse::<u128>() {
                    Ok(number) => {
                        let number = Literal::Integer(number, suffix(value.suffix()));
                        return self.signed(digits, number, span);
                    }
                    Err(_) if matches!(value.suffix(), "f32" | "f64") => {
                        let number = unsigned(digits).into();
                        let number = Literal::Float(number, suffix(value.suffix()));
                        return self.signed(digits, number, span);
                    }
                    Err(_) => {
                        self.error(Code::E024, span, "integer literal is too large");
                        return (ExpressionKind::Error, span);
                    }
                }
            }
            syn::Lit::Float(value) => {
                let digits = value.base10_digits();
                let number = Literal::Float(unsigned(digits).into(), suffix(value.suffix()));
                return self.signed(digits, number, span);
            }
            syn::Lit::Byte(value) => Literal::Integer(value.value().into(), suffix("u8")),
            // The array of its bytes.
            syn::Lit::ByteStr(value) => {
                let byte = |byte: u8| Literal::Integer(byte.into(), suffix("u8"));
                let bytes = value.value().into_iter().map(|value| {
                    let kind = ExpressionKind::Literal(byte(value));
                    Expression { kind, span, id: self.next_id() }
                });
                return (ExpressionKind::Array(bytes.collect()), span);
            }
            other => {
                let (what, instead) = match other {
                    syn::Lit::Char(_) => ("characters", "write the number: `97` or `b'a'`"),
                    _ => ("strings", "text is bytes: `b\"…\"`, which crosses as `&[u8]`"),
                };
                self.unsupported(Code::E003, other, what, instead);
                return (ExpressionKind::Error, span);
            }
        };
        (ExpressionKind::Literal(kind), span)
    }

    /// A number. In a pattern a sign is a part of it; elsewhere it is an operator, as here.
    fn signed(&mut self, digits: &str, number: Literal, span: Span) -> (ExpressionKind, Span) {
        let kind = ExpressionKind::Literal(number);
        if unsigned(digits) == digits {
            return (kind, span);
        }
        let operand = Expression { kind, span, id: self.next_id() };
        (ExpressionKind::Unary(UnaryOperator::Negate, Box::new(operand)), span)
    }

    fn path(&mut self, path: &syn::ExprPath) -> (ExpressionKind, Span) {
        if let Some(qself) = &path.qself {
            let last = path.path.segments.last().map(|segment| segment.ident.to_string());
            let instead =
                format!("write `{}::{}`", source_text(&*qself.ty), last.unwrap_or_default());
            self.unsupported(Code::E003, path, "paths with type arguments", &instead);
            return (ExpressionKind::Error, self.span(path));
        }
        if path.path.segments.iter().any(|s| !s.arguments.is_none()) {
            self.unsupported(Code::E003, path, "paths with type arguments", "leave them out");
            return (ExpressionKind::Error, self.span(path));
        }
        let (names, span) = self.names(&path.path);
        (ExpressionKind::Path(names), span)
    }

    fn names(&mut self, path: &syn::Path) -> (Vec<Name>, Span) {
        let names: Vec<Name> =
            path.segments.iter().map(|segment| self.name(&segment.ident)).collect();
        let span = match (names.first(), names.last()) {
            (Some(first), Some(last)) => self.join(first.span, last.span),
            _ => Span::NONE,
        };
        (names, span)
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> (ExpressionKind, Span) {
        let (operator, first) = match &unary.op {
            syn::UnOp::Neg(token) => (UnaryOperator::Negate, token.span),
            syn::UnOp::Not(token) => (UnaryOperator::Not, token.span),
            // Rust has references to byte strings only.
            syn::UnOp::Deref(_) if is_byte_string(&unary.expr) => return self.kind(&unary.expr),
            _ => {
                let instead = "values are shared without references: leave out the `*`";
                self.unsupported(Code::E003, unary, "dereferences", instead);
                return (ExpressionKind::Error, self.span(unary));
            }
        };
        let operand = self.boxed(&unary.expr);
        let first = self.place(first, first);
        let span = self.join(first, operand.span);
        (ExpressionKind::Unary(operator, operand), span)
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> (ExpressionKind, Span) {
        use syn::BinOp::*;
        let (operator, assigns) = match binary.op {
            Add(_) => (BinaryOperator::Add, false),
            Sub(_) => (BinaryOperator::Subtract, false),
            Mul(_) => (BinaryOperator::Multiply, false),
            Div(_) => (BinaryOperator::Divide, false),
            Rem(_) => (BinaryOperator::Remainder, false),
            And(_) => (BinaryOperator::And, false),
            Or(_) => (BinaryOperator::Or, false),
            BitXor(_) => (BinaryOperator::BitXor, false),
            BitAnd(_) => (BinaryOperator::BitAnd, false),
            BitOr(_) => (BinaryOperator::BitOr, false),
            Shl(_) => (BinaryOperator::ShiftLeft, false),
            Shr(_) => (BinaryOperator::ShiftRight, false),
            Eq(_) => (BinaryOperator::Equal, false),
            Lt(_) => (BinaryOperator::Less, false),
            Le(_) => (BinaryOperator::LessEqual, false),
            Ne(_) => (BinaryOperator::NotEqual, false),
            Ge(_) => (BinaryOperator::GreaterEqual, false),
            Gt(_) => (BinaryOperator::Greater, false),
            AddAssign(_) => (BinaryOperator::Add, true),
            SubAssign(_) => (BinaryOperator::Subtract, true),
            MulAssign(_) => (BinaryOperator::Multiply, true),
            DivAssign(_) => (BinaryOperator::Divide, true),
            RemAssign(_) => (BinaryOperator::Remainder, true),
            BitXorAssign(_) => (BinaryOperator::BitXor, true),
            BitAndAssign(_) => (BinaryOperator::BitAnd, true),
            BitOrAssign(_) => (BinaryOperator::BitOr, true),
            ShlAssign(_) => (BinaryOperator::ShiftLeft, true),
            ShrAssign(_) => (BinaryOperator::ShiftRight, true),
            _ => {
                self.unsupported(Code::E003, binary, "this operator", "");
                return (ExpressionKind::Error, self.span(binary));
            }
        };
        if is_power(binary) {
            let instead = "write `x.powi(n)` or `x.powf(y)` for floats, `x.pow(n)` for integers";
            self.unsupported(Code::E003, binary, "`**`", instead);
            return (ExpressionKind::Error, self.span(binary));
        }
        let left = self.boxed(&binary.left);
        let right = self.boxed(&binary.right);
        let span = self.join(left.span, right.span);
        if assigns {
            (ExpressionKind::Assign(Some(operator), left, right), span)
        } else {
            (ExpressionKind::Binary(operator, left, right), span)
        }
    }

    fn call(&mut self, call: &syn::ExprCall) -> (ExpressionKind, Span) {
        let close = call.paren_token.span.close();
        let close = self.place(close, close);
        let callee = match &*call.func {
            Expr::Path(path) if path.qself.is_none() => path,
            Expr::Path(path) => {
                let (_, span) = self.path(path);
                self.all(&call.args);
                return (ExpressionKind::Error, span);
            }
            other => {
                let instead = "only functions can be called; closures are not values";
                self.unsupported(Code::E003, other, "calls of expressions", instead);
                return (ExpressionKind::Error, self.span(call));
            }
        };
        if callee.path.segments.iter().any(|segment| !segment.arguments.is_none()) {
            let instead = "types are inferred: leave the arguments out";
            self.unsupported(Code::E003, callee, "type arguments of functions", instead);
        }
        let (names, place) = self.names(&callee.path);
        let arguments = self.all(&call.args);
        let span = self.join(place, close);
        (ExpressionKind::Call(names, arguments), span)
    }

    fn method_call(&mut self, call: &syn::ExprMethodCall) -> (ExpressionKind, Span) {
        let receiver = self.boxed(&call.receiver);
        let name = self.name(&call.method);
        if let Some(turbofish) = &call.turbofish {
            let instead = "types are inferred: leave the arguments out";
            self.unsupported(Code::E003, turbofish, "type arguments of methods", instead);
        }
        let arguments = self.all(&call.args);
        let close = call.paren_token.span.close();
        let close = self.place(close, close);
        let span = self.join(receiver.span, close);
        (ExpressionKind::Method(receiver, name, arguments), span)
    }

    fn closure(&mut self, closure: &syn::ExprClosure) -> (ExpressionKind, Span) {
        if let Some(token) = &closure.asyncness {
            self.unsupported(Code::E006, token, "`async` closures", "");
        }
        let sequential = sequential(&closure.attrs);
        let parameters = closure
            .inputs
            .iter()
            .map(|input| match input {
                syn::Pat::Type(typed) => (self.pattern(&typed.pat), Some(self.ty(&typed.ty))),
                pattern => (self.pattern(pattern), None),
            })
            .collect();
        let result = match &closure.output {
            syn::ReturnType::Default => None,
            syn::ReturnType::Type(_, ty) => Some(self.ty(ty)),
        };
        let body = self.expression(&closure.body);
        let first = closure.inputs_begin.span;
        let first = self.place(first, first);
        let span = self.join(first, body.span);
        let closure = Closure { parameters, result, body, sequential };
        (ExpressionKind::Closure(Box::new(closure)), span)
    }

    fn field(&mut self, field: &syn::ExprField) -> (ExpressionKind, Span) {
        let value = self.boxed(&field.base);
        let name = match &field.member {
            syn::Member::Named(name) => self.name(name),
            syn::Member::Unnamed(index) => {
                let span = self.place(index.span, index.span);
                Name { text: index.index.to_string().into(), span }
            }
        };
        let span = self.join(value.span, name.span);
        (ExpressionKind::Field(value, name), span)
    }

    fn range(&mut self, range: &syn::ExprRange) -> (ExpressionKind, Span) {
        let start = range.start.as_ref().map(|bound| self.boxed(bound));
        let end = range.end.as_ref().map(|bound| self.boxed(bound));
        let (limit, first, last) = match &range.limits {
            syn::RangeLimits::HalfOpen(dots) => (RangeEnd::Excluded, dots.spans[0], dots.spans[1]),
            syn::RangeLimits::Closed(dots) => (RangeEnd::Included, dots.spans[0], dots.spans[2]),
        };
        let dots = self.place(first, last);
        let place = |bound: &Option<Box<Expression>>| bound.as_ref().map_or(dots, |b| b.span);
        let span = self.join(place(&start), place(&end));
        (ExpressionKind::Range(start, end, limit), span)
    }

    fn struct_literal(&mut self, literal: &syn::ExprStruct) -> (ExpressionKind, Span) {
        let (names, place) = self.names(&literal.path);
        let mut fields = Vec::new();
        for field in &literal.fields {
            let value = self.expression(&field.expr);
            match &field.member {
                syn::Member::Named(name) => fields.push((self.name(name), value)),
                syn::Member::Unnamed(_) => {
                    self.unsupported(Code::E003, field, "tuple structs", "name the fields");
                }
            }
        }
        let rest = literal.rest.as_ref().map(|rest| self.boxed(rest));
        let close = literal.brace_token.span.close();
        let close = self.place(close, close);
        let span = self.join(place, close);
        let [name] = names.as_slice() else {
            self.error(Code::E011, place, "a struct of the block has a plain name");
            return (ExpressionKind::Error, span);
        };
        (ExpressionKind::Struct(name.clone(), fields, rest), span)
    }

    fn branch(&mut self, branch: &syn::ExprIf) -> (ExpressionKind, Span) {
        let condition = self.boxed(&branch.cond);
        let then = self.block(&branch.then_branch);
        let otherwise = branch.else_branch.as_ref().map(|(_, other)| self.boxed(other));
        let first = self.place(branch.if_token.span, branch.if_token.span);
        let last = otherwise.as_ref().map_or(then.span, |other| other.span);
        let span = self.join(first, last);
        (ExpressionKind::If(condition, then, otherwise), span)
    }

    fn matching(&mut self, matching: &syn::ExprMatch) -> (ExpressionKind, Span) {
        let value = self.boxed(&matching.expr);
        let mut arms = Vec::new();
        for arm in &matching.arms {
            let (pattern, guard) = match &arm.pat {
                syn::Pat::Guard(guarded) => {
                    (self.pattern(&guarded.pat), Some(self.expression(&guarded.guard)))
                }
                pattern => (self.pattern(pattern), None),
            };
            let body = self.expression(&arm.body);
            arms.push(Arm { pattern, guard, body });
        }
        let first = matching.match_token.span;
        let span = self.place(first, matching.brace_token.span.close());
        (ExpressionKind::Match(value, arms), span)
    }

    fn reference(&mut self, reference: &syn::ExprReference) -> (ExpressionKind, Span) {
        if reference.mutability.is_some() {
            let instead = "pass the array by value and take the result back";
            self.unsupported(Code::E003, reference, "`&mut`", instead);
            return (ExpressionKind::Error, self.span(reference));
        }
        let value = self.boxed(&reference.expr);
        let first = self.place(reference.and_token.span, reference.and_token.span);
        let span = self.join(first, value.span);
        (ExpressionKind::Reference(value), span)
    }

    /// Reads a block.
    pub(super) fn block(&mut self, block: &syn::Block) -> Block {
        let place = block.brace_token.span;
        let span = self.place(place.open(), place.close());
        let mut statements = Vec::new();
        let mut value = None;
        let last = block.stmts.len().saturating_sub(1);
        for (position, statement) in block.stmts.iter().enumerate() {
            match statement {
                syn::Stmt::Local(local) => {
                    if let Some(statement) = self.local(local) {
                        statements.push(statement);
                    }
                }
                // A `;` too many.
                syn::Stmt::Expr(syn::Expr::Verbatim(tokens), Some(_)) if tokens.is_empty() => {}
                syn::Stmt::Expr(expression, None) if position == last => {
                    value = Some(self.boxed(expression));
                }
                syn::Stmt::Expr(expression, _) => {
                    statements.push(Statement::Expression(self.expression(expression)));
                }
                syn::Stmt::Macro(call) => {
                    let (kind, span) = self.macro_call(&call.mac);
                    let id = self.next_id();
                    statements.push(Statement::Expression(Expression { kind, span, id }));
                }
                syn::Stmt::Item(item) => {
                    let instead = "move it out of the function, into the block";
                    self.unsupported(Code::E002, item, "items inside functions", instead);
                    self.lost_item(item);
                }
            }
        }
        Block { statements, value, span }
    }

    fn local(&mut self, local: &syn::Local) -> Option<Statement> {
        let (pattern, ty) = match &local.pat {
            syn::Pat::Type(typed) => (self.pattern(&typed.pat), Some(self.ty(&typed.ty))),
            pattern => (self.pattern(pattern), None),
        };
        let Some(init) = &local.init else {
            let span = self.span(local);
            let message = "a `let` without a value";
            self.errors.report(
                Diagnostic::new(Code::E003, span, format!("accel does not have {message}"))
                    .help("give it its value here: `let x = if … { … } else { … };`"),
            );
            self.lost_in_pattern(&local.pat);
            return None;
        };
        if let Some((_, diverge)) = &init.diverge {
            self.unsupported(Code::E003, diverge, "`let … else`", "write an `if` or a `match`");
            self.lost_in_pattern(&local.pat);
            return Some(Statement::Expression(self.expression(&init.expr)));
        }
        let value = match &*init.expr {
            // A reference in a `let` means the array itself; it is reported, and read as that.
            Expr::Reference(reference) if reference.mutability.is_none() => {
                let instead = "leave out the `&`: arrays are shared without copying";
                self.unsupported(Code::E003, reference, "references in `let`", instead);
                self.expression(&reference.expr)
            }
            value => self.expression(value),
        };
        Some(Statement::Let(pattern, ty, value))
    }
}

/// The name of a construct that accel lacks, and the construct to write instead.
fn unknown(expression: &Expr) -> (&'static str, &'static str) {
    match expression {
        Expr::Loop(_) => ("`loop`", "write `while condition { … }` over `let mut` variables"),
        Expr::Break(_) => ("`break`", "put the condition into the `while`"),
        Expr::Continue(_) => ("`continue`", "put the rest of the body into an `if`"),
        Expr::Return(_) => (
            "`return`",
            "the last expression of a function is its result: write `if c { x } else { … }` instead of \
             `if c { return x; } …`",
        ),
        Expr::Try(_) => ("`?`", "a function fails by `assert!`; `try_f` returns the error"),
        Expr::Await(_) | Expr::Async(_) => ("`async`", ""),
        Expr::Let(_) => ("`if let` and `while let`", "there are no enums: use `if` or `match`"),
        Expr::Unsafe(_) => ("`unsafe`", "leave out the `unsafe`: nothing in accel needs it"),
        Expr::Const(_) => ("`const` blocks", "write a `const` item in the block"),
        Expr::Infer(_) => ("`_` as a value", ""),
        Expr::Yield(_) => ("`yield`", ""),
        _ => ("this expression", ""),
    }
}

/// The digits of a number that may have a sign.
fn unsigned(digits: &str) -> &str {
    digits.strip_prefix('-').unwrap_or(digits)
}

fn is_byte_string(expression: &Expr) -> bool {
    matches!(expression, Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(_), .. }))
}

/// Returns true if a product is meant as a power: `x ** 2` reads as `x * (*2)`.
fn is_power(binary: &syn::ExprBinary) -> bool {
    let (syn::BinOp::Mul(first), syn::Expr::Unary(right)) = (&binary.op, &*binary.right) else {
        return false;
    };
    let syn::UnOp::Deref(second) = &right.op else { return false };
    let (first, second) = (tokens::location(first.span), tokens::location(second.span));
    first.line == second.line && first.column + 1 == second.column
}
