//! Compile errors: a code, a message in rustc's words, the places it is about, and help.
//!
//! Stable Rust gives a macro no notes or labels. A diagnostic therefore becomes one `compile_error!` at its place, with
//! notes, help and other places folded into the text. Another place is told by its line: a `compile_error!` there would
//! count as an error of its own, and editors would list it as one.

use crate::source::{Location, SourceMap, Span};
use proc_macro2::TokenStream;
use quote::quote_spanned;

macro_rules! codes {
    ($($code:ident $title:literal;)*) => {
        /// The code of a diagnostic; `docs/errors/` has a page for each.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "each has a page of its own")]
        pub enum Code { $($code,)* }

        impl Code {
            /// Every code there is, in order.
            pub const ALL: &'static [Code] = &[$(Code::$code,)*];

            /// `E012`.
            pub fn name(self) -> &'static str {
                match self { $(Code::$code => stringify!($code),)* }
            }

            /// The note that tells the address of the page about the code.
            pub fn more(self) -> String {
                let pages = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/errors");
                format!("\n  = note: more about this error: {pages}/{}.md", self.name())
            }

            /// The subject of the code, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Code::$code => $title,)* }
            }
        }
    };
}

codes! {
    E001 "the tokens are not Rust";
    E002 "an item that a block cannot hold";
    E003 "an expression that accel does not have";
    E004 "a type that accel does not have";
    E005 "a pattern that accel does not have";
    E006 "a modifier or attribute that accel does not have";
    E007 "a name defined twice";
    E008 "a generic instance list that makes no sense";

    E010 "a value that is not in scope";
    E011 "a type that is not in scope";
    E012 "a method that does not exist";
    E013 "a field that does not exist";
    E014 "a function that is not in scope";
    E015 "an associated item that does not exist";

    E020 "mismatched types";
    E021 "a wrong number of arguments";
    E022 "an operator that does not apply";
    E023 "a cast that is not possible";
    E024 "a literal out of range";
    E025 "a type that cannot be inferred";
    E026 "a closure where a value is expected, or the reverse";
    E027 "a value that cannot be indexed";
    E028 "a pattern that does not fit its value";
    E029 "a match that does not cover every value";
    E030 "a literal that does not fit every instance";
    E031 "a call of something that is not a function";
    E032 "a recursive type, constant or closure function";
    E033 "a constant whose value cannot be computed";
    E034 "something that becomes too large";
    E035 "something that is certain to fail";

    E040 "a size named after something that is no size";
    E041 "sizes that are known to disagree";
    E042 "rows of different lengths where they must agree";
    E043 "a stencil offset or boundary that is not constant";
    E044 "a wrong number of dimensions";

    E050 "a use of a moved array";
    E051 "a borrowed array taken over";
    E052 "an assignment to something that is not `mut`";
    E053 "an assignment from inside a parallel closure";
    E054 "an array taken over more than once";
    E055 "an argument that is also the destination";

    E090 "something that accel will have, and does not have yet";
}

/// One compile error.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The code.
    pub code: Code,
    /// The place it is about.
    pub span: Span,
    /// The error, in one sentence.
    pub message: String,
    /// Other places that belong to the error, and their descriptions.
    pub labels: Vec<(Span, String)>,
    /// Facts: expected and found.
    pub notes: Vec<String>,
    /// Advice, one item for each `help:` line.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            span,
            message: message.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    /// Adds a fact.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Adds another place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        if span.is_some() {
            self.labels.push((span, text.into()));
        }
        self
    }

    /// The text of the error, without its places.
    pub fn text(&self) -> String {
        self.with_notes(&self.notes)
    }

    fn with_notes(&self, notes: &[String]) -> String {
        let mut text = format!("accel[{}]: {}", self.code.name(), self.message);
        for note in notes {
            text.push_str("\n  = note: ");
            text.push_str(note);
        }
        for help in &self.help {
            text.push_str("\n  = help: ");
            text.push_str(help);
        }
        text
    }

    /// The other places that belong to the error, as notes.
    fn other_places(&self, source: &SourceMap) -> impl Iterator<Item = String> {
        let own = source.location(self.span);
        self.labels.iter().map(move |(span, label)| match source.location(*span) {
            // Some editors say of all tokens that they are at one place.
            place if place.line == 0 || place == own => label.replace(" here", ""),
            Location { line, column } if line == own.line => {
                format!("line {line}, column {column}: {label}")
            }
            Location { line, .. } => format!("line {line}: {label}"),
        })
    }

    /// The error as a `compile_error!` at its place. The first error of a block tells the address of its page, and so
    /// that there are such pages.
    pub fn to_tokens(&self, source: &SourceMap, is_first: bool) -> TokenStream {
        let notes: Vec<String> =
            self.other_places(source).chain(self.notes.iter().cloned()).collect();
        let mut text = self.with_notes(&notes);
        if is_first {
            text.push_str(&self.code.more());
        }
        compile_error(source, self.span, &text)
    }
}

/// `compile_error!` that underlines from the first to the last token of `span`: the path takes
/// the first token's place, the group the last one's, and rustc joins the two.
fn compile_error(source: &SourceMap, span: Span, text: &str) -> TokenStream {
    let (first, last) = source.tokens(span);
    let mut message = proc_macro2::Literal::string(text);
    message.set_span(first);
    let path = quote_spanned!(first=> ::core::compile_error!);
    let group = quote_spanned!(last=> { #message });
    quote::quote!(#path #group)
}

/// The errors of one compilation, in the order in which they were found.
#[derive(Default, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Records an error. A second error with the same code at the same place adds nothing.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        let known = |old: &Diagnostic| old.span == diagnostic.span && old.code == diagnostic.code;
        if !diagnostic.span.is_some() || !self.list.iter().any(known) {
            self.list.push(diagnostic);
        }
    }

    /// Records an error that needs no notes.
    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(code, span, message));
    }

    /// Gives the first error behind so many, if there is one, this advice in place of its own.
    pub fn advise(&mut self, count: usize, help: impl Into<String>) {
        if let Some(diagnostic) = self.list.get_mut(count) {
            diagnostic.help = vec![help.into()];
        }
    }

    /// Returns true if there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The number of diagnostics.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Forgets all but the first so many.
    pub fn truncate(&mut self, count: usize) {
        self.list.truncate(count);
    }

    /// The errors, in source order.
    pub fn into_sorted(mut self, source: &SourceMap) -> Vec<Diagnostic> {
        self.list.sort_by_cached_key(|diagnostic| source.location(diagnostic.span));
        self.list
    }

    /// The errors, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, compile};

    /// The texts of the errors that a block gives.
    fn errors(block: &str) -> Vec<String> {
        let expansion = compile(Input::Block(block.parse().expect("tokens"))).to_string();
        let errors = expansion.split("compile_error ! {").skip(1);
        errors.map(|text| text.split('}').next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn another_place_is_a_note_with_its_line() {
        let found = errors(
            "pub fn f(xs: [f64; n], is: &[usize; m], vs: &[f64; m]) -> ([f64; n], f64) {
                 let ys = xs.scatter(is, vs);
                 (ys, xs.sum())
             }
             pub fn g(x: f64, x: f64) -> f64 { x }",
        );
        let [moved, twice] = found.as_slice() else { panic!("{found:?}") };
        let note = "= note: line 2: `xs` is taken over here, as the destination of `scatter`";
        assert!(moved.contains(note), "{moved}");
        assert!(twice.contains("= note: line 5, column 23: first used here"), "{twice}");
    }

    #[test]
    fn the_first_error_of_a_block_tells_the_address_of_its_page() {
        let found = errors("pub fn f(x: f64) -> f32 { x } pub fn g(x: f64) -> f64 { y }");
        let [first, second] = found.as_slice() else { panic!("{found:?}") };
        assert!(first.contains("/docs/errors/E020.md"), "{first}");
        assert!(!second.contains("/docs/errors/"), "{second}");
    }
}
