//! Macros: of Rust's, accel has the assertions and `matches!`.

use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Pat, Token};

use super::Reader;
use super::tree::{Arm, BinaryOperator, Expression, ExpressionKind, Literal, Pattern, PatternKind};
use super::written::source_text;
use crate::diagnostic::Code;
use crate::source::Span;

impl Reader<'_> {
    /// A call of a macro: an assertion, `matches!`, or an error.
    pub(super) fn macro_call(&mut self, call: &syn::Macro) -> (ExpressionKind, Span) {
        let span = self.span(call);
        let name = call.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let comparison = match name.as_str() {
            "assert" | "debug_assert" => None,
            "assert_eq" | "debug_assert_eq" => Some(BinaryOperator::Equal),
            "assert_ne" | "debug_assert_ne" => Some(BinaryOperator::NotEqual),
            "matches" => return (self.matches_macro(call, span), span),
            "panic" | "unreachable" | "todo" | "unimplemented" => {
                let instead = "write `assert!(condition, \"message\")`";
                self.unsupported(Code::E003, call, &format!("`{name}!`"), instead);
                return (ExpressionKind::Error, span);
            }
            "vec" => {
                let instead = "arrays are written `[a, b, c]` and `[x; n]`";
                self.unsupported(Code::E003, call, "`vec!`", instead);
                return (ExpressionKind::Error, span);
            }
            _ => {
                let instead = match name.as_str() {
                    "println" | "print" | "eprintln" | "eprint" | "dbg" => {
                        "there are no side effects in accel; return the value instead"
                    }
                    _ => "",
                };
                self.unsupported(Code::E003, call, &format!("the macro `{name}!`"), instead);
                return (ExpressionKind::Error, span);
            }
        };
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        let arguments = match parser.parse2(call.tokens.clone()) {
            Ok(arguments) => arguments,
            Err(error) => {
                self.syntax(&error, &call.tokens);
                return (ExpressionKind::Error, span);
            }
        };
        let mut arguments = arguments.iter();
        let condition = match (comparison, arguments.next()) {
            (None, Some(condition)) => {
                let text = format!("assertion failed: {}", source_text(condition));
                Some((self.expression(condition), text))
            }
            (Some(operator), Some(left)) => arguments.next().map(|right| {
                let text = format!(
                    "assertion failed: {} {} {}",
                    source_text(left),
                    operator.symbol(),
                    source_text(right)
                );
                let left = self.boxed(left);
                let right = self.boxed(right);
                let id = self.next_id();
                let span = self.join(left.span, right.span);
                let kind = ExpressionKind::Binary(operator, left, right);
                (Expression { kind, span, id }, text)
            }),
            _ => None,
        };
        let Some((condition, text)) = condition else {
            let needed =
                if comparison.is_some() { "two values to compare" } else { "something to check" };
            self.error(Code::E021, span, format!("`{name}!` needs {needed}"));
            return (ExpressionKind::Error, span);
        };
        let text = match arguments.next() {
            None => text,
            Some(Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(message), .. })) => {
                let (plain, formats) = unescaped(&message.value());
                if formats && arguments.len() == 0 {
                    self.unsupported(Code::E003, message, FORMATTED.0, FORMATTED.1);
                }
                plain
            }
            Some(other) => {
                let span = self.span(other);
                self.error(Code::E003, span, "the message of an assertion is a string literal");
                text
            }
        };
        if let Some(extra) = arguments.next() {
            self.unsupported(Code::E003, extra, FORMATTED.0, FORMATTED.1);
        }
        (ExpressionKind::Assert(Box::new(condition), text.into()), span)
    }
}

/// The content of `matches!(value, pattern if guard)`.
struct Matches {
    value: Expr,
    pattern: Pat,
    guard: Option<Expr>,
}

impl Parse for Matches {
    fn parse(input: ParseStream) -> syn::Result<Matches> {
        let value = input.parse()?;
        input.parse::<Token![,]>()?;
        let pattern = Pat::parse_multi_with_leading_vert(input)?;
        let guard = match input.parse::<Option<Token![if]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        input.parse::<Option<Token![,]>>()?;
        Ok(Matches { value, pattern, guard })
    }
}

impl Reader<'_> {
    /// Reads `matches!` as a `match` with an arm for the values that match and one for the rest.
    fn matches_macro(&mut self, call: &syn::Macro, span: Span) -> ExpressionKind {
        let Matches { value, pattern, guard } = match syn::parse2(call.tokens.clone()) {
            Ok(matches) => matches,
            Err(error) => {
                self.syntax(&error, &call.tokens);
                return ExpressionKind::Error;
            }
        };
        let value = self.boxed(&value);
        let pattern = self.pattern(&pattern);
        let guard = guard.map(|guard| self.expression(&guard));
        let mut arm = |pattern, guard, matches| {
            let kind = ExpressionKind::Literal(Literal::Bool(matches));
            Arm { pattern, guard, body: Expression { kind, span, id: self.next_id() } }
        };
        let rest = Pattern { kind: PatternKind::Wildcard, span };
        let arms = vec![arm(pattern, guard, true), arm(rest, None, false)];
        ExpressionKind::Match(value, arms)
    }
}

/// The form that messages may not have, and the one to write instead.
const FORMATTED: (&str, &str) =
    ("formatted assertion messages", "write it as plain text, without values");

/// A message without the braces that stand for others, and a flag, true if other braces format something.
fn unescaped(message: &str) -> (String, bool) {
    let plain = message.replace("{{", "").replace("}}", "");
    (message.replace("{{", "{").replace("}}", "}"), plain.contains(['{', '}']))
}
