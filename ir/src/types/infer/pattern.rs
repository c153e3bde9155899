//! Patterns: the names that they bind, and the values that they fit.

use super::hints::with_hint;
use super::{Inference, LocalKind, Meaning};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{Name, Pattern, PatternKind, RangeEnd, TuplePattern};
use crate::types::suggest::closest;
use crate::types::ty::Ty;

impl Inference<'_, '_> {
    /// Binds the names of a pattern, which the value of type `ty` must fit. Only patterns of
    /// `match` may leave values out.
    pub(super) fn bind_pattern(&mut self, pattern: &Pattern, ty: &Ty, kind: &LocalKind) {
        let span = pattern.span;
        match &pattern.kind {
            PatternKind::Wildcard | PatternKind::Error => {}
            PatternKind::Binding { name, mutable, subpattern } => {
                let constant = self.context.constant(&name.text);
                if let (Some(constant), false, None) = (constant, mutable, subpattern) {
                    let constant = self.constant_type(constant, span);
                    self.unify(ty, &constant, span);
                    self.refutable(span, kind);
                    return;
                }
                if let Some(inner) = subpattern {
                    self.bind_pattern(inner, ty, kind);
                }
                self.bind_name(name, *mutable, ty, kind);
            }
            PatternKind::Tuple(patterns) => self.tuple_pattern(patterns, ty, span, kind),
            PatternKind::Struct(name, fields, rest) => {
                self.struct_pattern(name, fields, *rest, ty, span, kind);
            }
            PatternKind::Value(value) => {
                self.check(value, ty);
                self.refutable(span, kind);
            }
            PatternKind::Range(start, end, limit) => {
                for bound in [start, end].into_iter().flatten() {
                    self.check(bound, ty);
                }
                let range = self.range(start.as_deref(), end.as_deref(), *limit);
                if range.is_some_and(|(first, last)| last < first) {
                    let most = match limit {
                        RangeEnd::Included => "less than or equal to upper",
                        RangeEnd::Excluded => "less than upper",
                    };
                    let message = format!("lower range bound must be {most}");
                    self.report(
                        Diagnostic::new(Code::E028, span, message)
                            .note("no value is in this range"),
                    );
                }
                self.refutable(span, kind);
            }
            PatternKind::Or(patterns) => {
                let mut reported = false;
                for pattern in patterns {
                    self.bind_pattern(pattern, ty, kind);
                    if let Some(place) = self.binding(pattern)
                        && !std::mem::replace(&mut reported, true)
                    {
                        self.report(
                            Diagnostic::new(
                                Code::E005,
                                place,
                                "accel does not have bindings inside `|` patterns",
                            )
                            .help("write one arm for each alternative"),
                        );
                    }
                }
                self.refutable(span, kind);
            }
        }
    }

    fn bind_name(&mut self, name: &Name, mutable: bool, ty: &Ty, kind: &LocalKind) {
        let same = self.scopes.last().and_then(|scope| scope.get(&name.text)).copied();
        if let Some(first) = same
            && *kind == LocalKind::Closure
            && self.locals[first].kind == LocalKind::Closure
        {
            let message = format!("identifier `{}` is bound more than once", name.text);
            let place = self.locals[first].span;
            self.report(
                Diagnostic::new(Code::E007, name.span, message).label(place, "first bound here"),
            );
        }
        self.bind(name, mutable, ty.clone(), kind.clone());
    }

    fn tuple_pattern(&mut self, patterns: &TuplePattern, ty: &Ty, span: Span, kind: &LocalKind) {
        let fields = match self.unknowns.shallow(ty) {
            Ty::Tuple(fields) if patterns.fits(fields.len()) => fields,
            Ty::Unknown(_) if self.unknowns.is_open(ty) && patterns.last.is_some() => {
                self.error(Code::E025, span, "type annotations needed");
                vec![Ty::Error; patterns.count()]
            }
            Ty::Unknown(_) if self.unknowns.is_open(ty) => {
                let fields: Vec<Ty> = patterns.iter().map(|_| self.unknowns.any()).collect();
                self.unknowns.unify(ty, &Ty::Tuple(fields.clone()));
                fields
            }
            other => {
                if other != Ty::Error {
                    let shown = self.show(&other);
                    let message = format!(
                        "mismatched types: expected `{shown}`, found a tuple with {}{} element{}",
                        if patterns.last.is_some() { "at least " } else { "" },
                        patterns.count(),
                        if patterns.count() == 1 { "" } else { "s" }
                    );
                    let diagnostic = Diagnostic::new(Code::E028, span, message);
                    self.report(match other {
                        Ty::Array(..) => diagnostic
                            .help("name the array, and read its elements: `xs[0]`, `xs[1]`"),
                        _ => with_hint(diagnostic, self.nested_pattern(patterns, &other)),
                    });
                }
                vec![Ty::Error; patterns.count()]
            }
        };
        for (position, pattern) in patterns.positions(fields.len()) {
            self.bind_pattern(pattern, &fields[position], kind);
        }
    }

    fn struct_pattern(
        &mut self,
        name: &Name,
        fields: &[(Name, Pattern)],
        rest: bool,
        ty: &Ty,
        span: Span,
        kind: &LocalKind,
    ) {
        let Some(index) = self.context.structure(&name.text) else {
            if !self.context.is_reported(&name.text) {
                let message = format!("cannot find struct `{}` in this scope", name.text);
                self.error(Code::E011, name.span, message);
            }
            for (_, pattern) in fields {
                self.bind_pattern(pattern, &Ty::Error, kind);
            }
            return;
        };
        self.unify(ty, &Ty::Struct(index), span);
        let declared: Vec<(Name, Ty)> = self.context.structs[index].fields.clone();
        let mut misspelled = false;
        for (field, pattern) in fields {
            let known = declared.iter().find(|known| known.0.text == field.text);
            if known.is_none() {
                misspelled = true;
                let message =
                    format!("struct `{}` does not have a field named `{}`", name.text, field.text);
                let diagnostic = Diagnostic::new(Code::E013, field.span, message);
                let names = declared.iter().map(|known| &*known.0.text);
                self.report(match closest(&field.text, names) {
                    Some(similar) => {
                        diagnostic.help(format!("a field with a similar name exists: `{similar}`"))
                    }
                    None => diagnostic,
                });
            }
            let ty = known.map_or(Ty::Error, |known| known.1.clone());
            self.bind_pattern(pattern, &ty, kind);
        }
        let missing: Vec<String> = declared
            .iter()
            .filter(|known| !fields.iter().any(|field| field.0.text == known.0.text))
            .map(|known| format!("`{}`", known.0.text))
            .collect();
        if !rest && !misspelled && !missing.is_empty() {
            let message = format!("pattern does not mention {}", missing.join(", "));
            self.report(
                Diagnostic::new(Code::E028, span, message)
                    .help("add `..` to leave the other fields out"),
            );
        }
    }

    /// A pattern that not every value fits is only allowed in `match`.
    fn refutable(&mut self, span: Span, kind: &LocalKind) {
        let place = match kind {
            LocalKind::Let => "local binding",
            LocalKind::Closure => "closure parameter",
            _ => return,
        };
        self.report(
            Diagnostic::new(Code::E028, span, format!("refutable pattern in {place}"))
                .help("use `match`, or `assert!` what must hold"),
        );
    }

    /// The constant of the block that a pattern's name stands for.
    pub(super) fn pattern_constant(&self, name: &Name) -> Option<usize> {
        if self.bindings.contains_key(&name.span) {
            return None;
        }
        self.context.constant(&name.text)
    }

    /// The value that a path in a pattern stands for, if it is known here.
    pub(super) fn path_value(&self, id: u32) -> Option<crate::core::Constant> {
        match self.meanings.get(&id) {
            Some(Meaning::Value(value)) => Some(*value),
            _ => None,
        }
    }

    /// The place of the first name that a pattern binds.
    fn binding(&self, pattern: &Pattern) -> Option<Span> {
        match &pattern.kind {
            PatternKind::Binding { name, .. } => {
                self.pattern_constant(name).is_none().then_some(name.span)
            }
            PatternKind::Tuple(fields) => fields.iter().find_map(|inner| self.binding(inner)),
            PatternKind::Or(list) => list.iter().find_map(|inner| self.binding(inner)),
            PatternKind::Struct(_, fields, _) => {
                fields.iter().find_map(|field| self.binding(&field.1))
            }
            _ => None,
        }
    }
}
