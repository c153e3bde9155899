//! Program text as a tree: every expression knows its type and which parts of it are expressions
//! themselves, so that a failing program can be made smaller without knowing its grammar.

use std::fmt;

use super::types::Ty;

/// An expression, a statement, an item, or a whole program.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The type of an expression; `()` for everything else.
    pub ty: Ty,
    /// The pieces of its text.
    pub parts: Vec<Part>,
}

/// A piece of an expression.
#[derive(Clone, Debug)]
pub enum Part {
    /// Tokens that stay.
    Text(String),
    /// An expression, which another one of its type may stand for.
    Child(Tree),
    /// A statement, an item or a parameter, without which the rest may make sense.
    Optional(Tree),
    /// The same, together with all others of this number: a result and its type.
    Linked(usize, Tree),
}

impl Part {
    /// The tree that it is.
    pub fn tree(&self) -> Option<&Tree> {
        match self {
            Part::Text(_) => None,
            Part::Child(tree) | Part::Optional(tree) | Part::Linked(_, tree) => Some(tree),
        }
    }

    /// The same, to change it.
    pub fn tree_mut(&mut self) -> Option<&mut Tree> {
        match self {
            Part::Text(_) => None,
            Part::Child(tree) | Part::Optional(tree) | Part::Linked(_, tree) => Some(tree),
        }
    }
}

impl Tree {
    /// An expression of a type.
    pub fn new(ty: Ty, parts: Vec<Part>) -> Tree {
        Tree { ty, parts }
    }

    /// Tokens of a type, such as a name or a literal.
    pub fn text(ty: Ty, text: impl Into<String>) -> Tree {
        Tree { ty, parts: vec![Part::Text(text.into())] }
    }

    /// The number of its pieces: a shrinker makes it smaller.
    pub fn size(&self) -> usize {
        self.parts.iter().map(|part| 1 + part.tree().map_or(0, Tree::size)).sum()
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for part in &self.parts {
            match part {
                Part::Text(text) => f.write_str(text)?,
                Part::Child(tree) | Part::Optional(tree) | Part::Linked(_, tree) => {
                    write!(f, "{tree}")?;
                }
            }
        }
        Ok(())
    }
}

impl From<&str> for Part {
    fn from(text: &str) -> Part {
        Part::Text(text.to_string())
    }
}

impl From<String> for Part {
    fn from(text: String) -> Part {
        Part::Text(text)
    }
}

impl From<Tree> for Part {
    fn from(tree: Tree) -> Part {
        Part::Child(tree)
    }
}

/// The parts of a tree: texts and trees in a row.
macro_rules! parts {
    ($($part:expr),* $(,)?) => { vec![$($crate::random::tree::Part::from($part)),*] };
}
pub(crate) use parts;
