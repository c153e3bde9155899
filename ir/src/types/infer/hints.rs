//! Hints for errors of types whose cause is how a closure takes its arguments: tuples that are nested, an index and an
//! element that have changed places.

use super::Inference;
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{
    Closure, Expression, ExpressionKind, Pattern, PatternKind, TuplePattern,
};
use crate::types::ty::Ty;

/// An error with a hint, if there is one.
pub(super) fn with_hint(diagnostic: Diagnostic, hint: Option<impl Into<String>>) -> Diagnostic {
    match hint {
        Some(hint) => diagnostic.help(hint),
        None => diagnostic,
    }
}

/// The hint for `xs.map(|x, i| …)`, which asks for the index, too.
pub(super) fn index_as_argument(closure: &Closure, inputs: usize) -> Option<&'static str> {
    let is_meant = inputs == 1
        && matches!(closure.parameters.as_slice(), [(x, _), (i, _)]
            if !is_named_like_index(x) && is_named_like_index(i));
    is_meant.then_some("with the index of each element: `xs.enumerate().map(|(i, x)| …)`")
}

/// The hint for `xs.enumerate().map(|(x, i)| …)`, where the element and its index have changed places.
pub(super) fn index_behind_element(
    receiver: &Expression,
    arguments: &[Expression],
) -> Option<String> {
    let ExpressionKind::Method(_, method, _) = &receiver.kind else { return None };
    let closure = arguments.iter().find_map(|argument| match &argument.kind {
        ExpressionKind::Closure(closure) => Some(closure),
        _ => None,
    })?;
    let [(pattern, _)] = closure.parameters.as_slice() else { return None };
    let PatternKind::Tuple(TuplePattern { first, last: None }) = &pattern.kind else { return None };
    let [x, i] = first.as_slice() else { return None };
    let is_meant =
        &*method.text == "enumerate" && !is_named_like_index(x) && is_named_like_index(i);
    let (x, i) = is_meant.then(|| Some((name(x)?, name(i)?)))??;
    Some(format!("`enumerate` gives the index first: `|({i}, {x})| …`"))
}

fn name(pattern: &Pattern) -> Option<&str> {
    match &pattern.kind {
        PatternKind::Binding { name, .. } => Some(&name.text),
        _ => None,
    }
}

fn is_named_like_index(pattern: &Pattern) -> bool {
    let names = ["i", "j", "k", "idx", "index", "pos", "position"];
    name(pattern).is_some_and(|name| names.contains(&name))
}

impl Inference<'_, '_> {
    /// The hint for `|(x, y, z)|` where the value is `(x, (y, z))`: the pattern as the value is nested.
    pub(super) fn nested_pattern(&self, patterns: &TuplePattern, ty: &Ty) -> Option<String> {
        let names: Vec<&str> =
            patterns.iter().map(|pattern| name(pattern).unwrap_or("_")).collect();
        let mut rest = names.as_slice();
        let nested = self.take_apart(ty, &mut rest)?;
        if patterns.last.is_some() || !rest.is_empty() {
            return None;
        }
        let Ty::Tuple(fields) = ty else { return None };
        // An index comes from `enumerate`, which nests what it is given.
        let flat = match self.unknowns.shallow(&fields[0]) {
            Ty::USIZE => "",
            _ => "; `zip(xs, ys, zs)` gives tuples that are not nested",
        };
        Some(format!("take it apart as it is nested: `{nested}`{flat}"))
    }

    /// The pattern of these names, which fits the type; nothing if the names are too few.
    fn take_apart(&self, ty: &Ty, names: &mut &[&str]) -> Option<String> {
        match self.unknowns.shallow(ty) {
            Ty::Tuple(fields) => {
                let fields = fields.iter().map(|field| self.take_apart(field, names));
                Some(format!("({})", fields.collect::<Option<Vec<String>>>()?.join(", ")))
            }
            _ => {
                let (first, rest) = names.split_first()?;
                *names = rest;
                Some((*first).to_owned())
            }
        }
    }
}
