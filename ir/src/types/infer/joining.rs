//! The functions that join arrays: `zip`, `concat`.

use super::hints::with_hint;
use super::{FreeFunction, Inference, Meaning};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::tree::{Expression, ExpressionKind, Name};
use crate::types::ty::Ty;

impl Inference<'_, '_> {
    pub(super) fn zip_call(
        &mut self,
        expression: &Expression,
        name: &Name,
        arguments: &[Expression],
    ) -> Ty {
        if arguments.len() < 2 {
            self.infer_all(arguments);
            let diagnostic =
                Diagnostic::new(Code::E021, name.span, "`zip` takes two arrays or more");
            return self.report(with_hint(diagnostic, arrays_in_brackets(expression)));
        }
        self.meanings.insert(expression.id, Meaning::Free(FreeFunction::Zip));
        let mut fields = Vec::new();
        for argument in arguments {
            let ty = self.infer(argument);
            fields.push(self.element_of(&ty, argument.span, "`zip` takes"));
        }
        Ty::array(Ty::Tuple(fields))
    }

    pub(super) fn concat(
        &mut self,
        expression: &Expression,
        name: &Name,
        arguments: &[Expression],
    ) -> Ty {
        let Some((first, rest)) = arguments.split_first() else {
            return self.error(Code::E021, name.span, "`concat` takes one array or more");
        };
        self.meanings.insert(expression.id, Meaning::Free(FreeFunction::Concat));
        let ty = self.infer(first);
        if let (Ty::Tuple(_), Some(hint)) = (&ty, arrays_in_brackets(expression)) {
            let message = format!("`concat` takes an array, found `{}`", self.show(&ty));
            return self.report(Diagnostic::new(Code::E020, first.span, message).help(hint));
        }
        self.element_of(&ty, first.span, "`concat` takes");
        for argument in rest {
            self.check(argument, &ty);
        }
        ty
    }
}

/// The hint for `concat([xs, ys])` and `zip((xs, ys))`, which take their arrays as arguments.
pub(super) fn arrays_in_brackets(expression: &Expression) -> Option<String> {
    let ExpressionKind::Call(names, arguments) = &expression.kind else { return None };
    let ([name], [only]) = (names.as_slice(), arguments.as_slice()) else { return None };
    let (ExpressionKind::Array(items) | ExpressionKind::Tuple(items)) = &only.kind else {
        return None;
    };
    if !matches!(&*name.text, "concat" | "zip") || items.is_empty() {
        return None;
    }
    let shown = items.iter().map(Expression::variable).collect::<Option<Vec<&str>>>();
    let shown = shown.unwrap_or(vec!["xs", "ys"]).join(", ");
    Some(format!("write `{}({shown})`", name.text))
}
