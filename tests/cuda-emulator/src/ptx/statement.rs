//! Bodies of functions: declarations, labels and instructions with their operands.

use super::PtxError;
use super::StateSpace;
use super::lexer::{self, Number, Token};
use super::parser::{self, Cursor};
use super::syntax::{Instruction, Operand, Statement};

/// The statements up to the closing brace, which is consumed.
pub(super) fn body(cursor: &mut Cursor<'_>) -> Result<Vec<Statement>, PtxError> {
    let mut statements = Vec::new();
    while !cursor.take_sign('}') {
        statement(cursor, &mut statements)?;
    }
    Ok(statements)
}

fn statement(cursor: &mut Cursor<'_>, into: &mut Vec<Statement>) -> Result<(), PtxError> {
    match cursor.peek() {
        Some(Token::Sign('{')) => {
            cursor.advance();
            into.push(Statement::Scope(body(cursor)?));
            Ok(())
        }
        Some(Token::Sign(';')) => {
            cursor.advance();
            Ok(())
        }
        Some(Token::Word(".loc" | ".file")) => {
            cursor.skip_line();
            Ok(())
        }
        Some(Token::Word(".pragma")) => cursor.skip_past(';'),
        // A prototype serves indirect calls, which are refused where they stand.
        Some(Token::Word(".callprototype" | ".calltargets")) => cursor.skip_past(';'),
        Some(Token::Word(word)) if word.starts_with('.') => declaration(cursor, word, into),
        Some(Token::Word(name)) if cursor.peek_ahead(1) == Some(Token::Sign(':')) => {
            cursor.advance();
            cursor.advance();
            if cursor.peek() == Some(Token::Word(".branchtargets")) {
                cursor.advance();
                into.push(branch_targets(cursor, name)?);
            } else {
                into.push(Statement::Label(name.to_string()));
            }
            Ok(())
        }
        Some(Token::Word(_) | Token::Sign('@')) => {
            into.push(Statement::Instruction(instruction(cursor)?));
            Ok(())
        }
        _ => Err(cursor.expected("a statement")),
    }
}

fn branch_targets(cursor: &mut Cursor<'_>, name: &str) -> Result<Statement, PtxError> {
    let mut targets = vec![cursor.word()?.to_string()];
    while cursor.take_sign(',') {
        targets.push(cursor.word()?.to_string());
    }
    cursor.sign(';')?;
    Ok(Statement::BranchTargets { name: name.to_string(), targets })
}

fn declaration(
    cursor: &mut Cursor<'_>,
    word: &str,
    into: &mut Vec<Statement>,
) -> Result<(), PtxError> {
    if word == ".reg" {
        cursor.advance();
        return registers(cursor, into);
    }
    let mut is_extern = false;
    loop {
        match cursor.word()? {
            ".extern" => is_extern = true,
            word => {
                let Some(space) = word.strip_prefix('.').and_then(StateSpace::parse) else {
                    return Err(cursor.error(format!("the directive `{word}` is not known here")));
                };
                let mut found = Vec::new();
                parser::variables(cursor, space, is_extern, &mut found)?;
                into.extend(found.into_iter().map(Statement::Variable));
                return Ok(());
            }
        }
    }
}

fn registers(cursor: &mut Cursor<'_>, into: &mut Vec<Statement>) -> Result<(), PtxError> {
    let word = cursor.word()?;
    if matches!(word, ".v2" | ".v4") {
        return Err(cursor.error("registers that are vectors are not known"));
    }
    let scalar = cursor.scalar(word)?;
    loop {
        let name = cursor.word()?.to_string();
        let count = if cursor.take_sign('<') {
            let count = cursor.integer()? as u32;
            cursor.sign('>')?;
            Some(count)
        } else {
            None
        };
        into.push(Statement::Registers { scalar, name, count });
        if !cursor.take_sign(',') {
            break;
        }
    }
    cursor.sign(';')
}

fn instruction(cursor: &mut Cursor<'_>) -> Result<Instruction, PtxError> {
    let line = cursor.line();
    let guard = if cursor.take_sign('@') {
        let negated = cursor.take_sign('!');
        Some((cursor.word()?.to_string(), negated))
    } else {
        None
    };
    let word = cursor.word()?;
    let mut parts = word.split('.').map(str::to_string);
    let opcode = parts.next().unwrap_or_default();
    let modifiers = parts.collect();
    let mut operands = Vec::new();
    while !cursor.take_sign(';') {
        operands.push(operand(cursor)?);
        if !cursor.take_sign(',') && cursor.peek() != Some(Token::Sign(';')) {
            return Err(cursor.expected("`,` or `;`"));
        }
    }
    Ok(Instruction { guard, opcode, modifiers, operands, line })
}

fn operand(cursor: &mut Cursor<'_>) -> Result<Operand, PtxError> {
    match cursor.peek() {
        Some(Token::Sign('{')) => Ok(Operand::Vector(list(cursor, '}')?)),
        Some(Token::Sign('(')) => Ok(Operand::List(list(cursor, ')')?)),
        Some(Token::Sign('[')) => address(cursor),
        Some(Token::Sign('!')) => {
            cursor.advance();
            Ok(Operand::Negated(cursor.word()?.to_string()))
        }
        Some(Token::Sign('-') | Token::Number(_)) => constant(cursor),
        Some(Token::Word("_")) => {
            cursor.advance();
            Ok(Operand::Sink)
        }
        Some(Token::Word(name)) => {
            cursor.advance();
            if cursor.take_sign('|') {
                Ok(Operand::Pair(name.to_string(), cursor.word()?.to_string()))
            } else if matches!(cursor.peek(), Some(Token::Sign('+' | '-'))) {
                Ok(Operand::NameOffset(name.to_string(), offset(cursor)?))
            } else {
                Ok(Operand::Name(name.to_string()))
            }
        }
        _ => Err(cursor.expected("an operand")),
    }
}

fn list(cursor: &mut Cursor<'_>, end: char) -> Result<Vec<Operand>, PtxError> {
    cursor.advance();
    let mut found = Vec::new();
    while !cursor.take_sign(end) {
        found.push(operand(cursor)?);
        if !cursor.take_sign(',') && cursor.peek() != Some(Token::Sign(end)) {
            return Err(cursor.expected(&format!("`,` or `{end}`")));
        }
    }
    Ok(found)
}

fn address(cursor: &mut Cursor<'_>) -> Result<Operand, PtxError> {
    cursor.sign('[')?;
    let base = match cursor.peek() {
        Some(Token::Word(name)) => {
            cursor.advance();
            Some(name.to_string())
        }
        _ => None,
    };
    let offset = if cursor.peek() == Some(Token::Sign(']')) { 0 } else { offset(cursor)? };
    cursor.sign(']')?;
    Ok(Operand::Address { base, offset })
}

/// `+8`, `-8`, `+-8` or `8`.
fn offset(cursor: &mut Cursor<'_>) -> Result<i64, PtxError> {
    cursor.take_sign('+');
    let negative = cursor.take_sign('-');
    let value = cursor.integer()? as i64;
    Ok(if negative { value.wrapping_neg() } else { value })
}

fn constant(cursor: &mut Cursor<'_>) -> Result<Operand, PtxError> {
    let negative = cursor.take_sign('-');
    let Some(Token::Number(text)) = cursor.peek() else {
        return Err(cursor.expected("a number"));
    };
    let value = lexer::number(text, cursor.line())?;
    cursor.advance();
    Ok(match value {
        Number::Integer(value) if negative => Operand::Integer(value.wrapping_neg()),
        Number::Integer(value) => Operand::Integer(value),
        Number::Float(value) if negative => Operand::Float(-value),
        Number::Float(value) => Operand::Float(value),
        Number::SingleBits(bits) if negative => Operand::SingleBits(bits ^ 0x8000_0000),
        Number::SingleBits(bits) => Operand::SingleBits(bits),
    })
}
