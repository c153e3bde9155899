//! The module level of PTX: directives, variables and the heads of functions.

use super::lexer::{self, Token};
use super::statement;
use super::syntax::{Function, Module, Parameter, ParameterPlace, Variable};
use super::{PtxError, ScalarType, StateSpace, initializer};

/// The newest PTX version whose syntax is known here.
const NEWEST_VERSION: (u32, u32) = (9, 1);

/// Parses a PTX text.
pub fn parse(text: &str) -> Result<Module, PtxError> {
    let tokens = lexer::tokens(text)?;
    let mut cursor = Cursor { tokens, at: 0 };
    let mut module =
        Module { version: (0, 0), target: 0, variables: Vec::new(), functions: Vec::new() };
    cursor.directive("version")?;
    module.version = version(&mut cursor)?;
    while let Some(token) = cursor.peek() {
        match token {
            Token::Word(".target") => {
                cursor.advance();
                module.target = target(&mut cursor)?;
            }
            Token::Word(".address_size") => {
                cursor.advance();
                if cursor.integer()? != 64 {
                    return Err(cursor.error("only `.address_size 64` is known"));
                }
            }
            Token::Word(".file" | ".loc") => cursor.skip_line(),
            Token::Word(".section") => cursor.skip_section()?,
            Token::Word(".pragma") => cursor.skip_past(';')?,
            _ => declaration(&mut cursor, &mut module)?,
        }
    }
    if module.target == 0 {
        return Err(PtxError::new(0, "the module has no `.target`"));
    }
    Ok(module)
}

fn version(cursor: &mut Cursor<'_>) -> Result<(u32, u32), PtxError> {
    let Some(Token::Number(text)) = cursor.peek() else {
        return Err(cursor.expected("a version"));
    };
    let parts = text
        .split_once('.')
        .and_then(|(major, minor)| Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?)));
    let version = parts.ok_or_else(|| cursor.expected("a version"))?;
    if version > NEWEST_VERSION {
        let (major, minor) = NEWEST_VERSION;
        return Err(cursor.error(format!("PTX newer than {major}.{minor} is not known")));
    }
    cursor.advance();
    Ok(version)
}

fn target(cursor: &mut Cursor<'_>) -> Result<u32, PtxError> {
    let name = cursor.word()?;
    let number = name
        .strip_prefix("sm_")
        .and_then(|rest| rest.trim_end_matches(['a', 'f']).parse().ok())
        .ok_or_else(|| cursor.error(format!("`{name}` is not a target")))?;
    while cursor.take_sign(',') {
        cursor.word()?;
    }
    Ok(number)
}

fn declaration(cursor: &mut Cursor<'_>, module: &mut Module) -> Result<(), PtxError> {
    let mut is_extern = false;
    loop {
        let line = cursor.line();
        let word = cursor.word()?;
        match word {
            ".visible" | ".weak" | ".common" => {}
            ".extern" => is_extern = true,
            ".entry" | ".func" => {
                module.functions.push(function(cursor, word == ".entry")?);
                return Ok(());
            }
            _ => match word.strip_prefix('.').and_then(StateSpace::parse) {
                Some(space) => return variables(cursor, space, is_extern, &mut module.variables),
                None => {
                    return Err(PtxError::new(line, format!("`{word}` is not known here")));
                }
            },
        }
    }
}

/// One or several variables after their state space, to the semicolon.
pub(super) fn variables(
    cursor: &mut Cursor<'_>,
    space: StateSpace,
    is_extern: bool,
    into: &mut Vec<Variable>,
) -> Result<(), PtxError> {
    let mut explicit = None;
    let mut elements = 1;
    let scalar = loop {
        match cursor.word()? {
            ".align" => explicit = Some(cursor.alignment()?),
            ".v2" => elements = 2,
            ".v4" => elements = 4,
            ".attribute" => cursor.skip_past(')')?,
            word => break cursor.scalar(word)?,
        }
    };
    let element = u64::from(scalar.size()) * elements;
    let alignment = explicit.unwrap_or(element as u32);
    loop {
        let line = cursor.line();
        let name = cursor.word()?.to_string();
        let mut size = Some(element);
        while cursor.take_sign('[') {
            if cursor.take_sign(']') {
                size = None;
            } else {
                let count = cursor.integer()?;
                size = size.map(|size| size.saturating_mul(count));
                cursor.sign(']')?;
            }
        }
        let mut initializer = Vec::new();
        if cursor.take_sign('=') {
            initializer::parse(cursor, scalar, &mut initializer)?;
            let written: u64 = initializer.iter().map(initializer::length).sum();
            size = Some(size.unwrap_or(written));
        }
        into.push(Variable { name, space, alignment, size, initializer, is_extern, line });
        if !cursor.take_sign(',') {
            break;
        }
    }
    cursor.sign(';')
}

fn function(cursor: &mut Cursor<'_>, is_kernel: bool) -> Result<Function, PtxError> {
    let line = cursor.line();
    let results = if matches!(cursor.peek(), Some(Token::Sign('('))) {
        parameters(cursor)?
    } else {
        Vec::new()
    };
    let name = cursor.word()?.to_string();
    let parameters = if matches!(cursor.peek(), Some(Token::Sign('('))) {
        parameters(cursor)?
    } else {
        Vec::new()
    };
    let mut function = Function {
        name,
        is_kernel,
        parameters,
        results,
        maximum_threads: None,
        required_threads: None,
        body: None,
        line,
    };
    loop {
        match cursor.peek() {
            Some(Token::Sign('{')) => {
                cursor.advance();
                function.body = Some(statement::body(cursor)?);
                return Ok(function);
            }
            Some(Token::Sign(';')) => {
                cursor.advance();
                return Ok(function);
            }
            Some(Token::Word(".maxntid")) => {
                cursor.advance();
                function.maximum_threads = Some(dimensions(cursor)?.iter().product());
            }
            Some(Token::Word(".reqntid")) => {
                cursor.advance();
                let threads = dimensions(cursor)?;
                function.required_threads = Some(threads);
                function.maximum_threads = Some(threads.iter().product());
            }
            Some(Token::Word(".minnctapersm" | ".maxnctapersm" | ".maxnreg")) => {
                cursor.advance();
                cursor.integer()?;
            }
            Some(Token::Word(".pragma")) => cursor.skip_past(';')?,
            Some(Token::Word(".noreturn")) => cursor.advance(),
            _ => return Err(cursor.expected("the body of the function")),
        }
    }
}

fn dimensions(cursor: &mut Cursor<'_>) -> Result<[u32; 3], PtxError> {
    let mut sizes = [1; 3];
    for (axis, size) in sizes.iter_mut().enumerate() {
        if axis > 0 && !cursor.take_sign(',') {
            break;
        }
        *size = cursor.integer()? as u32;
    }
    Ok(sizes)
}

fn parameters(cursor: &mut Cursor<'_>) -> Result<Vec<Parameter>, PtxError> {
    cursor.sign('(')?;
    let mut found = Vec::new();
    while !cursor.take_sign(')') {
        found.push(parameter(cursor)?);
        cursor.take_sign(',');
    }
    Ok(found)
}

fn parameter(cursor: &mut Cursor<'_>) -> Result<Parameter, PtxError> {
    let in_register = match cursor.word()? {
        ".param" => false,
        ".reg" => true,
        word => return Err(cursor.error(format!("`{word}` is no state space of a parameter"))),
    };
    let mut explicit = None;
    let mut scalar = None;
    let name = loop {
        match cursor.word()? {
            ".align" => explicit = Some(cursor.alignment()?),
            // The state space and alignment that a pointer points to (`.ptr .global .align 8`) change nothing
            // here.
            ".ptr" => {
                while matches!(cursor.peek(), Some(Token::Word(word)) if word.starts_with('.')) {
                    if cursor.word()? == ".align" {
                        cursor.alignment()?;
                    }
                }
            }
            word if word.starts_with('.') => scalar = Some(cursor.scalar(word)?),
            word => break word.to_string(),
        }
    };
    let scalar = scalar.ok_or_else(|| cursor.error(format!("`{name}` has no type")))?;
    let mut size = scalar.size();
    if cursor.take_sign('[') {
        size = size.saturating_mul(cursor.integer()? as u32);
        cursor.sign(']')?;
    }
    let place = if in_register {
        ParameterPlace::Register(scalar)
    } else {
        ParameterPlace::Memory { size, alignment: explicit.unwrap_or(scalar.size()) }
    };
    Ok(Parameter { name, place })
}

/// A place in the tokens.
pub(super) struct Cursor<'a> {
    tokens: Vec<(Token<'a>, u32)>,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.peek_ahead(0)
    }

    pub(super) fn peek_ahead(&self, ahead: usize) -> Option<Token<'a>> {
        self.tokens.get(self.at + ahead).map(|(token, _)| *token)
    }

    pub(super) fn line(&self) -> u32 {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(0, |(_, line)| *line)
    }

    pub(super) fn advance(&mut self) {
        self.at += 1;
    }

    pub(super) fn error(&self, message: impl Into<String>) -> PtxError {
        PtxError::new(self.line(), message)
    }

    pub(super) fn expected(&self, what: &str) -> PtxError {
        self.error(match self.peek() {
            Some(token) => format!("expected {what}, found {token}"),
            None => format!("expected {what}, found the end of the text"),
        })
    }

    pub(super) fn take_sign(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(Token::Sign(sign));
        self.at += usize::from(found);
        found
    }

    pub(super) fn sign(&mut self, sign: char) -> Result<(), PtxError> {
        if self.take_sign(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    pub(super) fn word(&mut self) -> Result<&'a str, PtxError> {
        let Some(Token::Word(word)) = self.peek() else {
            return Err(self.expected("a name"));
        };
        self.at += 1;
        Ok(word)
    }

    pub(super) fn integer(&mut self) -> Result<u64, PtxError> {
        if let Some(Token::Number(text)) = self.peek()
            && let lexer::Number::Integer(value) = lexer::number(text, self.line())?
        {
            self.at += 1;
            return Ok(value);
        }
        Err(self.expected("an integer"))
    }

    pub(super) fn alignment(&mut self) -> Result<u32, PtxError> {
        let value = self.integer()?;
        if !value.is_power_of_two() || value > 1024 {
            return Err(self.error(format!("{value} is not an alignment")));
        }
        Ok(value as u32)
    }

    pub(super) fn scalar(&self, word: &str) -> Result<ScalarType, PtxError> {
        word.strip_prefix('.')
            .and_then(ScalarType::parse)
            .ok_or_else(|| self.error(format!("`{word}` is not a type")))
    }

    fn directive(&mut self, name: &str) -> Result<(), PtxError> {
        match self.peek() {
            Some(Token::Word(word)) if word.strip_prefix('.') == Some(name) => {
                self.at += 1;
                Ok(())
            }
            _ => Err(self.expected(&format!("`.{name}`"))),
        }
    }

    pub(super) fn skip_line(&mut self) {
        let line = self.line();
        while self.peek().is_some() && self.line() == line {
            self.at += 1;
        }
    }

    pub(super) fn skip_past(&mut self, sign: char) -> Result<(), PtxError> {
        while !self.take_sign(sign) {
            if self.peek().is_none() {
                return Err(self.expected(&format!("`{sign}`")));
            }
            self.at += 1;
        }
        Ok(())
    }

    /// Debug sections carry no code and no data of the kernels.
    fn skip_section(&mut self) -> Result<(), PtxError> {
        self.skip_past('{')?;
        let mut depth = 1;
        while depth > 0 {
            match self.peek() {
                Some(Token::Sign('{')) => depth += 1,
                Some(Token::Sign('}')) => depth -= 1,
                Some(_) => {}
                None => return Err(self.expected("`}`")),
            }
            self.at += 1;
        }
        Ok(())
    }
}
