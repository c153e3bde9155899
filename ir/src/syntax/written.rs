//! Expressions as their users write them, for messages that say what to write instead.

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
