//! Cuts a PTX text into words, numbers, strings and punctuation.
//!
//! An opcode with its modifiers (`ld.global.f32`) and a special register (`%tid.x`) are one word; a
//! directive (`.visible`) is a word that starts with a dot and ends before the next one.

use super::PtxError;

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// An identifier, opcode or directive.
    Word(&'a str),
    /// A number as it is written.
    Number(&'a str),
    /// A string without its quotes.
    Text(&'a str),
    /// One character of punctuation.
    Sign(char),
}

impl std::fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Token::Word(text) | Token::Number(text) => write!(f, "`{text}`"),
            Token::Text(text) => write!(f, "\"{text}\""),
            Token::Sign(sign) => write!(f, "`{sign}`"),
        }
    }
}

/// The tokens of a text, each with its line.
pub fn tokens(text: &str) -> Result<Vec<(Token<'_>, u32)>, PtxError> {
    let mut lexer = Lexer { text, at: 0, line: 1 };
    let mut found = Vec::new();
    while let Some(token) = lexer.next_token()? {
        found.push(token);
    }
    Ok(found)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

impl<'a> Lexer<'a> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_blanks(&mut self) -> Result<(), PtxError> {
        while self.at < self.text.len() {
            match (self.peek(0), self.peek(1)) {
                (b'\n', _) => {
                    self.line += 1;
                    self.at += 1;
                }
                (b'/', b'/') => {
                    let rest = &self.text[self.at..];
                    self.at += rest.find('\n').unwrap_or(rest.len());
                }
                (b'/', b'*') => {
                    let rest = &self.text[self.at..];
                    let Some(end) = rest.find("*/") else {
                        return Err(PtxError::new(self.line, "this comment has no end"));
                    };
                    self.line += rest[..end].matches('\n').count() as u32;
                    self.at += end + 2;
                }
                (blank, _) if blank.is_ascii_whitespace() || blank == 0 => self.at += 1,
                _ => break,
            }
        }
        Ok(())
    }

    fn next_token(&mut self) -> Result<Option<(Token<'a>, u32)>, PtxError> {
        self.skip_blanks()?;
        if self.at >= self.text.len() {
            return Ok(None);
        }
        let line = self.line;
        let start = self.at;
        let first = self.peek(0);
        let token = if first.is_ascii_digit() {
            self.number();
            Token::Number(&self.text[start..self.at])
        } else if starts_word(first, self.peek(1)) {
            self.word();
            Token::Word(&self.text[start..self.at])
        } else if first == b'"' {
            let rest = &self.text[start + 1..];
            let end =
                rest.find('"').ok_or_else(|| PtxError::new(line, "this string has no end"))?;
            self.at += end + 2;
            Token::Text(&rest[..end])
        } else {
            let sign = self.text[start..].chars().next().unwrap_or(' ');
            self.at += sign.len_utf8();
            Token::Sign(sign)
        };
        Ok(Some((token, line)))
    }

    fn number(&mut self) {
        let bits = self.text[self.at..].len() >= 2
            && self.peek(0) == b'0'
            && matches!(self.peek(1), b'x' | b'X' | b'f' | b'F' | b'd' | b'D' | b'b' | b'B');
        loop {
            let current = self.peek(0);
            let exponent = !bits && matches!(current, b'e' | b'E');
            if exponent && matches!(self.peek(1), b'+' | b'-') {
                self.at += 2;
            } else if current.is_ascii_alphanumeric() || current == b'.' {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    fn word(&mut self) {
        let directive = self.peek(0) == b'.';
        self.at += 1;
        loop {
            match self.peek(0) {
                b'.' if directive => break,
                b':' if self.peek(1) == b':' => self.at += 2,
                b'.' | b'_' | b'$' => self.at += 1,
                letter if letter.is_ascii_alphanumeric() => self.at += 1,
                _ => break,
            }
        }
    }
}

fn starts_word(first: u8, second: u8) -> bool {
    let letter = |c: u8| c.is_ascii_alphabetic() || matches!(c, b'_' | b'$');
    letter(first) || (matches!(first, b'%' | b'.') && letter(second))
}

/// The value of a number token; a float's bits as an `f64`, or the exact bits of `0f` and `0d`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer, reduced to 64 bits.
    Integer(u64),
    /// A decimal or `0d` constant, or a `0f` one widened (which keeps its value).
    Float(f64),
    /// The exact bits of a `0f` constant.
    SingleBits(u32),
}

/// Reads a number token.
pub fn number(text: &str, line: u32) -> Result<Number, PtxError> {
    let wrong = || PtxError::new(line, format!("`{text}` is not a number"));
    let lower = text.to_ascii_lowercase();
    let integer = |digits: &str, radix| {
        u64::from_str_radix(digits.trim_end_matches('u'), radix).map_err(|_| wrong())
    };
    Ok(if let Some(digits) = lower.strip_prefix("0x") {
        Number::Integer(integer(digits, 16)?)
    } else if let Some(digits) = lower.strip_prefix("0f") {
        Number::SingleBits(u32::from_str_radix(digits, 16).map_err(|_| wrong())?)
    } else if let Some(digits) = lower.strip_prefix("0d") {
        Number::Float(f64::from_bits(integer(digits, 16)?))
    } else if let Some(digits) = lower.strip_prefix("0b") {
        Number::Integer(integer(digits, 2)?)
    } else if lower.contains(['.', 'e']) {
        Number::Float(lower.parse().map_err(|_| wrong())?)
    } else if lower.len() > 1 && lower.starts_with('0') {
        Number::Integer(
            integer(&lower[1..], 8).or_else(|e| if lower == "0u" { Ok(0) } else { Err(e) })?,
        )
    } else {
        Number::Integer(integer(&lower, 10)?)
    })
}
