//! Names in generated code: the user's where there are some, made unique.

use proc_macro2::{Ident, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::core::{Var, VarMap, Variables};

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

/// How the names of recursive functions end, which generated code calls; a number may follow.
const FORMS: [&str; 5] = ["_on_host", "_in_lane", "_appended", "_lanes", "_devices"];

/// The names of the variables of a function.
#[derive(Default)]
pub(super) struct Names {
    of: VarMap<Ident>,
    derived: FxHashMap<(Var, &'static str), Ident>,
    taken: FxHashSet<String>,
    /// The number that a name got last.
    numbers: FxHashMap<String, u32>,
}

impl Names {
    /// The name of something that belongs to a variable: its name and a suffix.
    pub(super) fn derived(
        &mut self,
        var: Var,
        suffix: &'static str,
        variables: &Variables,
    ) -> Ident {
        if let Some(name) = self.derived.get(&(var, suffix)) {
            return name.clone();
        }
        let base = self.of(var, variables);
        let name = self.fresh(&format!("{base}_{suffix}"));
        self.derived.insert((var, suffix), name.clone());
        name
    }

    /// The name of a variable.
    pub(super) fn of(&mut self, var: Var, variables: &Variables) -> Ident {
        if let Some(name) = self.of.get(&var) {
            return name.clone();
        }
        let name = self.fresh(variables.name(var).map_or("t", |name| name));
        self.of.insert(var, name.clone());
        name
    }

    /// A name that is not in use yet. It begins with no upper-case letter: statics and constants of
    /// generated code do.
    pub(super) fn fresh(&mut self, wanted: &str) -> Ident {
        let lower;
        let wanted = match wanted.starts_with(char::is_uppercase) {
            true => {
                lower = wanted.to_lowercase();
                &lower
            }
            false => wanted,
        };
        let unnumbered = wanted.trim_end_matches(|last: char| last.is_ascii_digit());
        let is_function = FORMS.iter().any(|form| unnumbered.ends_with(form));
        let free = !self.taken.contains(wanted) && !TAKEN.contains(&wanted) && !is_function;
        let name = if free { wanted.to_string() } else { self.numbered(wanted) };
        let ident = ident(&name);
        self.taken.insert(name);
        ident
    }

    fn numbered(&mut self, wanted: &str) -> String {
        let number = self.numbers.entry(wanted.to_string()).or_default();
        loop {
            *number += 1;
            let name = format!("{wanted}_{number}");
            if !self.taken.contains(&name) {
                return name;
            }
        }
    }
}
