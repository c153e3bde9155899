//! Expressions as their users write them, for messages: of failed assertions, and of errors that show the
//! code to write instead.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

use super::tree::{Expression, ExpressionKind, Literal, RangeEnd};

impl Expression {
    /// An array, a part of one or an integer as its user writes it, if that is short.
    pub fn written(&self) -> Option<String> {
        match &self.kind {
            ExpressionKind::Path(names) if names.len() == 1 => Some(names[0].text.to_string()),
            ExpressionKind::Literal(Literal::Integer(value, _)) => Some(value.to_string()),
            ExpressionKind::Reference(inner) => inner.written(),
            ExpressionKind::Field(inner, name) => {
                Some(format!("{}.{}", inner.written()?, name.text))
            }
            ExpressionKind::Index(inner, index) => {
                let index = match &index.kind {
                    ExpressionKind::Range(start, end, limit) => {
                        let bound = |bound: &Option<Box<Expression>>| match bound {
                            None => Some(String::new()),
                            Some(bound) => bound.written(),
                        };
                        let dots = if *limit == RangeEnd::Included { "..=" } else { ".." };
                        format!("{}{dots}{}", bound(start)?, bound(end)?)
                    }
                    _ => index.written()?,
                };
                Some(format!("{}[{index}]", inner.written()?))
            }
            _ => None,
        }
    }
}

/// An expression as text, for the message of a failed assertion.
pub(super) fn source_text(expression: &impl ToTokens) -> String {
    let tokens: TokenStream = expression.to_token_stream();
    let mut text = String::new();
    write_tokens(tokens, &mut text);
    text
}

/// Tokens as a person would space them.
fn write_tokens(tokens: TokenStream, text: &mut String) {
    let mut space = false;
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = brackets(group.delimiter());
                if space && group.delimiter() == Delimiter::Brace {
                    text.push(' ');
                }
                text.push_str(open);
                write_tokens(group.stream(), text);
                text.push_str(close);
                space = true;
            }
            TokenTree::Punct(mark) => {
                let character = mark.as_char();
                let tight = matches!(character, '.' | ',' | ':' | '!' | '&' | '|');
                let alone = !tight && mark.spacing() == Spacing::Alone;
                if space && !tight && !text.ends_with(' ') && !ends_with_operator(text) {
                    text.push(' ');
                }
                text.push(character);
                space = false;
                if alone || character == ',' {
                    text.push(' ');
                }
            }
            other => {
                if space && !text.ends_with(' ') {
                    text.push(' ');
                }
                text.push_str(&other.to_string());
                space = true;
            }
        }
    }
    let end = text.trim_end().len();
    text.truncate(end);
}

/// The brackets of a group as they are written around what is in it.
pub(super) fn brackets(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{ ", " }"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}

fn ends_with_operator(text: &str) -> bool {
    text.ends_with(['<', '>', '=', '+', '-', '*', '/', '%', '^', '|', '&'])
}
