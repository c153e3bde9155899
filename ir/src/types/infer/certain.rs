//! Uses that are certain to fail, whatever the arguments of a call are: they are errors, as rustc has them for
//! arrays of Rust. Only what the tokens say counts: a value that a branch has made sure of is left alone.

use super::Inference;
use super::call::{constant_offset, constant_value};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{BinaryOperator, Expression, ExpressionKind, Name, Size, TypeKind};
use crate::types::builtin::Builtin;

impl Inference<'_, '_> {
    /// An index of an array, if it is a constant.
    pub(super) fn certain_index(&mut self, array: &Expression, index: &Expression) {
        let Some(value) = self.known_integer(index) else { return };
        if value < 0 {
            self.negative_index(array, index.span, value);
            return;
        }
        if let Some(length) = self.known_length(array)
            && value >= length as i128
        {
            let found =
                format!("index out of bounds: the length is {length} but the index is {value}");
            self.fails(index.span, found);
        }
    }

    /// How long a literal is, or a table whose literal has the length that its type says.
    fn known_length(&self, array: &Expression) -> Option<usize> {
        let literal = match &array.kind {
            ExpressionKind::Path(_) if self.mentions_local(array) => return None,
            ExpressionKind::Path(names) => {
                let constant = self.context.constant(&names.first()?.text)?;
                let TypeKind::Array(_, size) = &self.context.constants[constant].item.ty.kind
                else {
                    return None;
                };
                let Size::Expression(size) = &**size else { return None };
                let ExpressionKind::Array(elements) = &constant_value(self.context, array)?.kind
                else {
                    return None;
                };
                let declared = constant_offset(self.context, size)?;
                return (declared == elements.len() as i128).then_some(elements.len());
            }
            kind => kind,
        };
        let ExpressionKind::Array(elements) = literal else { return None };
        Some(elements.len())
    }

    /// The bounds of a slice, if they are constants.
    pub(super) fn certain_slice(&mut self, array: &Expression, bounds: [Option<&Expression>; 2]) {
        let values = bounds.map(|bound| bound.and_then(|bound| self.known_integer(bound)));
        for (bound, value) in bounds.into_iter().zip(values) {
            if let (Some(bound), Some(value @ ..0)) = (bound, value) {
                return self.negative_index(array, bound.span, value);
            }
        }
        if let ([Some(start), _], [Some(from), Some(to)]) = (bounds, values)
            && from > to
        {
            self.fails(start.span, format!("slice index starts at {from} but ends at {to}"));
        }
    }

    fn negative_index(&mut self, array: &Expression, span: Span, value: i128) {
        let name = array.written().unwrap_or_else(|| "xs".into());
        let message = "negative integers cannot be used to index on an array";
        let help = format!(
            "to access an element starting from the end, compute the index: `{name}[{name}.len() - {}]`",
            value.unsigned_abs()
        );
        self.report(Diagnostic::new(Code::E035, span, message).help(help));
    }

    /// A division of integers by a constant.
    pub(super) fn certain_division(
        &mut self,
        operator: BinaryOperator,
        left: &Expression,
        right: &Expression,
        span: Span,
    ) {
        let what = match operator {
            BinaryOperator::Divide => ["divide", "by zero"],
            BinaryOperator::Remainder => ["calculate the remainder of", "with a divisor of zero"],
            _ => return,
        };
        if self.known_integer(right) == Some(0) {
            let dividend = left.written().map_or("a number".into(), |name| format!("`{name}`"));
            let [verb, by] = what;
            self.fails(span, format!("attempt to {verb} {dividend} {by}"));
        }
    }

    /// A built-in of an array.
    pub(super) fn certain_method(
        &mut self,
        builtin: Builtin,
        receiver: &Expression,
        name: &Name,
        arguments: &[Expression],
    ) {
        match (builtin, arguments) {
            (Builtin::Chunks | Builtin::Windows, [size]) => match self.known_integer(size) {
                Some(0) => {
                    let what = if builtin == Builtin::Chunks { "chunk" } else { "window" };
                    self.fails(size.span, format!("{what} size must be non-zero"));
                }
                Some(..0) => self.fails(size.span, "a size is not negative"),
                _ => {}
            },
            (
                Builtin::Min
                | Builtin::Max
                | Builtin::ArgMin
                | Builtin::ArgMax
                | Builtin::MinByKey
                | Builtin::MaxByKey
                | Builtin::First
                | Builtin::Last,
                _,
            ) if matches!(&receiver.kind, ExpressionKind::Array(elements) if elements.is_empty()) =>
            {
                self.fails(name.span, format!("`{}` of an empty array", name.text));
            }
            (Builtin::Update, [index, _]) => self.certain_index(receiver, index),
            _ => {}
        }
    }

    /// The value of an integer that is made of literals and constants.
    fn known_integer(&self, expression: &Expression) -> Option<i128> {
        // Constants are computed, and say themselves what fails.
        self.function.as_ref()?;
        constant_offset(self.context, expression).filter(|_| !self.mentions_local(expression))
    }

    /// Whether what may be a constant has the name of a variable somewhere.
    fn mentions_local(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Path(names) => {
                names.iter().any(|name| self.lookup(&name.text).is_some())
            }
            ExpressionKind::Unary(_, inner) | ExpressionKind::Cast(inner, _) => {
                self.mentions_local(inner)
            }
            ExpressionKind::Binary(_, left, right) | ExpressionKind::Index(left, right) => {
                self.mentions_local(left) || self.mentions_local(right)
            }
            _ => false,
        }
    }

    fn fails(&mut self, span: Span, found: impl Into<String>) {
        let message = "this operation will panic at runtime";
        self.report(Diagnostic::new(Code::E035, span, message).note(found));
    }
}
