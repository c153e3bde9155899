//! The tokens of the textual form of core IR, and the constants that some of them are.

use super::scalar::{Constant, ScalarType};

/// `1u32`, `2.5f64`, `true`, `f32::NAN`.
pub(super) fn constant(token: &str) -> Option<Constant> {
    match token {
        "true" => return Some(Constant::Bool(true)),
        "false" => return Some(Constant::Bool(false)),
        _ => {}
    }
    if let Some((ty, special)) = token.split_once("::") {
        let ty = ScalarType::from_name(ty)?;
        let value = match special {
            "NAN" => f64::NAN,
            "INFINITY" => f64::INFINITY,
            "NEG_INFINITY" => f64::NEG_INFINITY,
            _ => return None,
        };
        return Some(Constant::from_float(ty, value));
    }
    if !token.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return None;
    }
    let ty = ScalarType::ALL.into_iter().find(|ty| token.ends_with(ty.name()))?;
    // `usize` also ends in no other name, but `12isize` must not be read as anything shorter.
    let digits = token.strip_suffix(ty.name())?;
    if ty.is_float() {
        let value = if ty == ScalarType::F32 {
            digits.parse::<f32>().ok()?.into()
        } else {
            digits.parse::<f64>().ok()?
        };
        return Some(Constant::from_float(ty, value));
    }
    Some(Constant::from_integer(ty, digits.parse::<i128>().ok()?))
}

/// Splits a text into tokens with their lines.
pub(super) fn tokens(text: &str) -> Vec<(&str, usize)> {
    let mut tokens = Vec::new();
    for (line, text) in text.lines().enumerate() {
        let mut rest = text.trim_start();
        while !rest.is_empty() && !rest.starts_with("//") {
            let length = token_length(rest);
            tokens.push((&rest[..length], line + 1));
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

fn token_length(text: &str) -> usize {
    let first = text.chars().next().unwrap_or(' ');
    let number = first.is_ascii_digit()
        || (first == '-' && text[1..].starts_with(|c: char| c.is_ascii_digit()));
    if number {
        // Exponents are written `1e-7`.
        let mut previous = first;
        let end = text[1..].find(|c: char| {
            let inside = c.is_ascii_alphanumeric() || c == '.' || (c == '-' && previous == 'e');
            previous = c;
            !inside
        });
        return end.map_or(text.len(), |end| end + 1);
    }
    if first.is_alphabetic() || first == '_' {
        let mut previous = first;
        let end = text.find(|c: char| {
            // `clamp@-1` is one token.
            let sign = c == '-' && previous == '@';
            previous = c;
            !(c.is_alphanumeric() || sign || matches!(c, '_' | '.' | ':' | '@'))
        });
        let mut length = end.unwrap_or(text.len());
        // `x:` is a name and a colon, `f32::NAN` is one token.
        if !text[..length].contains("::") {
            length = text[..length].find(':').unwrap_or(length);
        }
        return length;
    }
    if first == '"' {
        let mut escaped = false;
        for (position, character) in text.char_indices().skip(1) {
            match character {
                '"' if !escaped => return position + 1,
                '\\' => escaped = !escaped,
                _ => escaped = false,
            }
        }
        return text.len();
    }
    if text.starts_with("->") { 2 } else { first.len_utf8() }
}
