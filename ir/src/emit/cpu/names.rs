//! Names in Rust: identifiers, and the words that they keep clear of.

use std::borrow::Cow;

use proc_macro2::{Ident, Span};

use crate::emit::names::Words;

/// An identifier of generated code.
pub(super) fn ident(text: &str) -> Ident {
    Ident::new(text, Span::call_site())
}

/// Words that are not to be used as names of variables: Rust's keywords, and the names that
/// generated code uses itself.
const TAKEN: &[&str] = &[
    "as",
    "async",
    "await",
    "break",
    "const",
    "continue",
    "crate",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "fn",
    "for",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "match",
    "mod",
    "move",
    "mut",
    "pub",
    "ref",
    "return",
    "self",
    "Self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "type",
    "unsafe",
    "use",
    "where",
    "while",
    "abstract",
    "become",
    "box",
    "do",
    "final",
    "gen",
    "macro",
    "override",
    "priv",
    "try",
    "typeof",
    "unsized",
    "virtual",
    "yield",
    "_",
    "at",
    "kernel",
    "recursion",
    "lane",
    "put",
    "groups",
    "PROVEN",
    "W",
    "H",
    "tile",
    "lanes",
    "columns",
    "add",
];

/// The end of the names of recursive functions, which generated code calls; a number may follow.
const FORMS: [&str; 5] = ["_on_host", "_in_lane", "_appended", "_lanes", "_devices"];

/// The words of Rust.
pub(super) struct Rust;

/// The names of the variables of a function.
pub(super) type Names = crate::emit::names::Names<Rust>;

impl Words for Rust {
    type Name = Ident;

    /// A name begins with no upper-case letter: statics and constants of generated code do.
    fn legal(wanted: &str) -> Cow<'_, str> {
        match wanted.starts_with(char::is_uppercase) {
            true => Cow::Owned(wanted.to_lowercase()),
            false => Cow::Borrowed(wanted),
        }
    }

    fn is_reserved(name: &str) -> bool {
        let unnumbered = name.trim_end_matches(|last: char| last.is_ascii_digit());
        TAKEN.contains(&name) || FORMS.iter().any(|form| unnumbered.ends_with(form))
    }

    fn name(text: &str) -> Ident {
        ident(text)
    }
}
