//! Initial values of variables: numbers, addresses, and nested lists of them.

use super::lexer::{self, Number, Token};
use super::parser::Cursor;
use super::syntax::InitialValue;
use super::{PtxError, ScalarType};

/// Reads the value behind `=` and appends it.
pub(super) fn parse(
    cursor: &mut Cursor<'_>,
    scalar: ScalarType,
    into: &mut Vec<InitialValue>,
) -> Result<(), PtxError> {
    if cursor.take_sign('{') {
        while !cursor.take_sign('}') {
            parse(cursor, scalar, into)?;
            cursor.take_sign(',');
        }
        return Ok(());
    }
    let value = if let Some(Token::Word(word)) = cursor.peek() {
        address(cursor, word, scalar)?
    } else {
        InitialValue::Bytes(number(cursor, scalar)?)
    };
    into.push(value);
    Ok(())
}

/// The bytes that a value takes.
pub(super) fn length(value: &InitialValue) -> u64 {
    match value {
        InitialValue::Bytes(bytes) => bytes.len() as u64,
        InitialValue::Address { size, .. } => u64::from(*size),
    }
}

fn address(
    cursor: &mut Cursor<'_>,
    word: &str,
    scalar: ScalarType,
) -> Result<InitialValue, PtxError> {
    cursor.advance();
    let generic = word == "generic";
    let symbol = if generic {
        cursor.sign('(')?;
        let symbol = cursor.word()?;
        cursor.sign(')')?;
        symbol
    } else {
        word
    };
    let offset = if cursor.take_sign('+') { cursor.integer()? as i64 } else { 0 };
    Ok(InitialValue::Address { symbol: symbol.to_string(), offset, size: scalar.size(), generic })
}

fn number(cursor: &mut Cursor<'_>, scalar: ScalarType) -> Result<Vec<u8>, PtxError> {
    let negative = cursor.take_sign('-');
    let Some(Token::Number(text)) = cursor.peek() else {
        return Err(cursor.expected("a value"));
    };
    let value = lexer::number(text, cursor.line())?;
    cursor.advance();
    let bits = match value {
        Number::Integer(value) if scalar.is_float() => {
            float_bits(if negative { -(value as f64) } else { value as f64 }, scalar)
        }
        Number::Integer(value) if negative => value.wrapping_neg(),
        Number::Integer(value) => value,
        Number::SingleBits(bits) => u64::from(bits),
        Number::Float(value) => float_bits(if negative { -value } else { value }, scalar),
    };
    Ok(bits.to_le_bytes()[..scalar.size().min(8) as usize].to_vec())
}

fn float_bits(value: f64, scalar: ScalarType) -> u64 {
    if scalar.size() == 4 { u64::from((value as f32).to_bits()) } else { value.to_bits() }
}
