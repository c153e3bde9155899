//! C++ text in the making: lines with their indentation, and expressions with as few parentheses
//! as is safe.

use std::fmt;

use crate::emit::expression::{Strength, Text, TextExpression};

/// An expression of C++: whole, or the loosest of all, as C++ orders operators in another way than Rust.
pub(super) type CppExpression = TextExpression<String>;

impl Text for String {
    fn in_parentheses(&self) -> String {
        format!("({self})")
    }
}

impl CppExpression {
    /// Operands around operators.
    pub(super) fn loose(text: impl Into<String>) -> CppExpression {
        CppExpression::new(text, Strength::Block)
    }

    /// `a symbol b`.
    pub(super) fn binary(a: &CppExpression, symbol: &str, b: &CppExpression) -> CppExpression {
        CppExpression::loose(format!("{} {symbol} {}", a.operand(), b.operand()))
    }

    /// `::function(arguments)`: a variable of the user may have the name of the function.
    pub(super) fn call(function: &str, arguments: &[&CppExpression]) -> CppExpression {
        let arguments: Vec<&str> = arguments.iter().map(|code| code.text.as_str()).collect();
        CppExpression::whole(format!("::{function}({})", arguments.join(", ")))
    }

    /// As an operand.
    pub(super) fn operand(&self) -> String {
        self.with_strength(Strength::Whole)
    }
}

impl fmt::Display for CppExpression {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Lines.
#[derive(Default)]
pub(super) struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    /// A line.
    pub(super) fn line(&mut self, line: impl AsRef<str>) {
        let depth = if line.as_ref().is_empty() { 0 } else { self.depth };
        for _ in 0..depth {
            self.text.push_str("    ");
        }
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// `head {`.
    pub(super) fn open(&mut self, head: impl AsRef<str>) {
        self.line(format!("{} {{", head.as_ref()).trim_start());
        self.depth += 1;
    }

    /// `} else {`.
    pub(super) fn otherwise(&mut self) {
        self.depth -= 1;
        self.line("} else {");
        self.depth += 1;
    }

    /// Sets the lines that follow one step deeper.
    pub(super) fn deeper(&mut self) {
        self.depth += 1;
    }

    /// `}`, and the text behind it.
    pub(super) fn close(&mut self, tail: &str) {
        self.depth -= 1;
        self.line(format!("}}{tail}"));
    }

    /// Lines that will stand one step deeper.
    pub(super) fn inside() -> Lines {
        Lines { depth: 1, ..Lines::default() }
    }

    /// Lines that have their indentation already.
    pub(super) fn append(&mut self, lines: Lines) {
        self.text.push_str(&lines.text);
    }

    /// Other lines, as deep as these stand.
    pub(super) fn lines(&mut self, lines: Lines) {
        for line in lines.text.lines() {
            self.line(line);
        }
    }

    /// All of them.
    pub(super) fn finish(self) -> String {
        self.text
    }
}
