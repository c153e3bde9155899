//! Indices below zero: in Rust they have no type. Other indices that are certain to fail are found once
//! lengths are known (`lower/certain.rs`).

use super::Inference;
use super::constant_offset::constant_offset;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::tree::{Expression, ExpressionKind};

impl Inference<'_, '_> {
    /// An index of an array or a bound of a slice of it, which is an error if it is a negative constant.
    pub(super) fn not_negative(&mut self, array: &Expression, index: &Expression) {
        let Some(value @ ..0) = self.known_integer(index) else { return };
        let name = array.written().unwrap_or_else(|| "xs".into());
        let message = "negative integers cannot be used to index on an array";
        let help = format!(
            "to access an element starting from the end, compute the index: `{name}[{name}.len() - {}]`",
            value.unsigned_abs()
        );
        self.report(Diagnostic::new(Code::E035, index.span, message).help(help));
    }

    /// The value of an integer that is made of literals and constants.
    fn known_integer(&self, expression: &Expression) -> Option<i128> {
        // Constants are computed, and their computation reports the operation that fails.
        self.function.as_ref()?;
        constant_offset(self.context, expression).filter(|_| !self.mentions_local(expression))
    }

    /// Returns true if an expression that may be a constant has the name of a variable somewhere.
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
}
