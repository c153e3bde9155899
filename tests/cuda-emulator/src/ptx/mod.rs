//! PTX texts: their syntax tree and the parser that makes it.

mod initializer;
mod lexer;
mod parser;
mod statement;
pub mod syntax;
mod types;

pub use parser::parse;
pub use types::{ScalarType, StateSpace};

/// The reason why a PTX text is refused, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PtxError {
    /// The line, counted from 1; 0 for the text as a whole.
    pub line: u32,
    /// The description of the error.
    pub message: String,
}

impl PtxError {
    /// An error at a line.
    pub fn new(line: u32, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}

impl std::fmt::Display for PtxError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}
