//! Patterns of `let`, closures, `for` and `match`.

use quote::ToTokens;
use syn::Pat;

use super::Reader;
use super::tree::{Expression, Pattern, PatternKind, RangeEnd, TuplePattern};
use crate::diagnostic::Code;
use crate::source::Span;

impl Reader<'_> {
    /// Reads a pattern.
    pub(super) fn pattern(&mut self, pattern: &Pat) -> Pattern {
        match pattern {
            Pat::Wild(wild) => {
                let place = wild.underscore_token.span;
                Pattern { kind: PatternKind::Wildcard, span: self.place(place, place) }
            }
            Pat::Ident(binding) => self.binding(binding),
            Pat::Paren(paren) => self.pattern(&paren.pat),
            // Elements are values already, so the pattern behind the `&` is meant.
            Pat::Reference(reference) => {
                let instead = "elements reach a closure by value: write `|x|` instead of `|&x|`";
                self.unsupported(Code::E005, reference, "reference patterns", instead);
                self.pattern(&reference.pat)
            }
            Pat::Tuple(tuple) => {
                let place = tuple.paren_token.span;
                let span = self.place(place.open(), place.close());
                let fields = self.tuple_pattern(
                    &tuple.elems,
                    |field| matches!(field, Pat::Rest(_)),
                    &mut |reader, field| reader.pattern(field),
                );
                Pattern { kind: PatternKind::Tuple(fields), span }
            }
            Pat::Struct(pattern) => self.struct_pattern(pattern),
            Pat::Lit(literal) => {
                let value = self.expression(&syn::Expr::Lit(literal.clone()));
                let span = value.span;
                Pattern { kind: PatternKind::Value(Box::new(value)), span }
            }
            Pat::Path(path) => {
                let value = self.expression(&syn::Expr::Path(path.clone()));
                let span = value.span;
                Pattern { kind: PatternKind::Value(Box::new(value)), span }
            }
            Pat::Range(range) => self.range_pattern(range),
            Pat::Or(or) => {
                let cases: Vec<Pattern> = or.cases.iter().map(|case| self.pattern(case)).collect();
                let span = match (cases.first(), cases.last()) {
                    (Some(first), Some(last)) => self.join(first.span, last.span),
                    _ => Span::NONE,
                };
                Pattern { kind: PatternKind::Or(cases), span }
            }
            other => {
                let (what, instead) = match other {
                    Pat::Slice(_) => ("slice patterns", "use `xs.first()`, `xs[i]` or `xs[1..]`"),
                    Pat::TupleStruct(of) if names_variant(&of.path) => (
                        "`Option` and `Result`",
                        "built-ins such as `first` and `max` give the value itself: ask for `xs.is_empty()` before",
                    ),
                    Pat::TupleStruct(_) => ("enums and tuple structs", ""),
                    Pat::Rest(_) => ("`..` outside of tuple patterns", "use `_`"),
                    Pat::Type(_) => ("a type inside a pattern", "write the type after the pattern"),
                    _ => ("this pattern", ""),
                };
                self.unsupported(Code::E005, other, what, instead);
                self.lost_in_pattern(other);
                Pattern { kind: PatternKind::Error, span: self.span(other) }
            }
        }
    }

    /// Reads the fields of a tuple, among which may be one `..`.
    pub(super) fn tuple_pattern<'t, T: ToTokens + 't>(
        &mut self,
        fields: impl IntoIterator<Item = &'t T>,
        is_rest: impl Fn(&T) -> bool,
        read: &mut dyn FnMut(&mut Self, &'t T) -> Pattern,
    ) -> TuplePattern {
        let mut tuple = TuplePattern { first: Vec::new(), last: None };
        for field in fields {
            if !is_rest(field) {
                let pattern = read(self, field);
                tuple.last.as_mut().unwrap_or(&mut tuple.first).push(pattern);
            } else if tuple.last.is_none() {
                tuple.last = Some(Vec::new());
            } else {
                let instead = "keep the first, and use `_` for each field in between";
                self.unsupported(Code::E005, field, "a second `..` in a tuple pattern", instead);
            }
        }
        tuple
    }

    fn binding(&mut self, binding: &syn::PatIdent) -> Pattern {
        if let Some(by_ref) = &binding.by_ref {
            let instead = "values are shared without copying: leave out `ref`";
            self.unsupported(Code::E005, by_ref, "`ref` bindings", instead);
        }
        let name = self.name(&binding.ident);
        let span = name.span;
        let subpattern = binding.subpat.as_ref().map(|(_, inner)| Box::new(self.pattern(inner)));
        if let Some(token) = &binding.mutability {
            let place = self.place(token.span, binding.ident.span());
            self.mutable_names.insert(span, place);
        }
        let mutable = binding.mutability.is_some();
        Pattern { kind: PatternKind::Binding { name, mutable, subpattern }, span }
    }

    fn struct_pattern(&mut self, pattern: &syn::PatStruct) -> Pattern {
        let span = self.span(pattern);
        let Some(segment) = pattern.path.segments.last() else {
            return Pattern { kind: PatternKind::Error, span };
        };
        let name = self.name(&segment.ident);
        let mut fields = Vec::new();
        for field in &pattern.fields {
            if let syn::Member::Named(member) = &field.member {
                let member = self.name(member);
                let inner = self.pattern(&field.pat);
                fields.push((member, inner));
            }
        }
        let rest = pattern.rest.is_some();
        Pattern { kind: PatternKind::Struct(name, fields, rest), span }
    }

    fn range_pattern(&mut self, range: &syn::ExprRange) -> Pattern {
        let start = range.start.as_ref().map(|bound| Box::new(self.expression(bound)));
        let end = range.end.as_ref().map(|bound| Box::new(self.expression(bound)));
        let (included, first, last) = match &range.limits {
            syn::RangeLimits::HalfOpen(dots) => (RangeEnd::Excluded, dots.spans[0], dots.spans[1]),
            syn::RangeLimits::Closed(dots) => (RangeEnd::Included, dots.spans[0], dots.spans[2]),
        };
        let dots = self.place(first, last);
        let place =
            |bound: &Option<Box<Expression>>| bound.as_ref().map_or(dots, |bound| bound.span);
        let span = self.join(place(&start), place(&end));
        Pattern { kind: PatternKind::Range(start, end, included), span }
    }
}

/// Returns true if a path names a variant of `Option` or `Result`.
fn names_variant(path: &syn::Path) -> bool {
    let variants = ["Some", "None", "Ok", "Err"];
    path.segments.last().is_some_and(|last| variants.iter().any(|name| last.ident == name))
}
