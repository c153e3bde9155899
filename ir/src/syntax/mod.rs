//! Tokens to surface tree.
//!
//! `syn` parses Rust; this stage cuts the result down to the language. A construct that Rust has and accel
//! does not is an error that names the construct and the accel way of writing it. Parsing never gives up:
//! an item that cannot be read is skipped, and the rest is still checked.

mod attributes;
mod depth;
mod destructuring;
mod expected;
mod expressions;
mod habits;
mod items;
mod macros;
mod patterns;
mod signature;
pub mod tree;
mod types;
mod written;

use std::sync::Arc;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{SourceMap, Span};
use crate::tokens;
use tree::{ExpressionId, Module, Name};

/// Returns true if tokens nest so deeply that parsing them could run out of stack; as a block they give an
/// error that says so.
pub fn nests_too_deeply(tokens: proc_macro2::TokenStream) -> bool {
    depth::too_deep(tokens).is_some()
}

/// The tokens of `accel! { … }` as a module.
pub fn parse_block(
    tokens: TokenStream,
    source: &mut SourceMap,
    errors: &mut Diagnostics,
) -> Module {
    let mut reader = Reader::new(source, errors);
    let mut module = items::block(&mut reader, tokens);
    module.expressions = reader.expressions;
    module.errors_of_functions = reader.errors_of_functions;
    module.reported = reader.reported;
    module.mutable_names = reader.mutable_names;
    module
}

/// The items of `#[accel::module] mod name { … }` as a module, with the arguments of the attribute.
pub fn parse_module(
    arguments: TokenStream,
    items: Vec<syn::Item>,
    source: &mut SourceMap,
    errors: &mut Diagnostics,
) -> Module {
    let mut reader = Reader::new(source, errors);
    let mut module = items::items(&mut reader, arguments, items);
    module.expressions = reader.expressions;
    module.errors_of_functions = reader.errors_of_functions;
    module.reported = reader.reported;
    module.mutable_names = reader.mutable_names;
    module
}

/// The state of reading: the list of places, the errors, and the next expression number.
struct Reader<'a> {
    source: &'a mut SourceMap,
    errors: &'a mut Diagnostics,
    expressions: ExpressionId,
    /// Names that something reported would have defined.
    reported: FxHashSet<Arc<str>>,
    /// The types of the block that have type parameters, which is an error of theirs.
    generic_types: FxHashSet<String>,
    /// The functions whose bodies are not Rust; their signatures are.
    unreadable: FxHashSet<String>,
    /// The number of errors that concern functions.
    errors_of_functions: usize,
    /// The places from `mut` to the name behind it, by those of the names.
    mutable_names: FxHashMap<Span, Span>,
}

impl<'a> Reader<'a> {
    fn new(source: &'a mut SourceMap, errors: &'a mut Diagnostics) -> Reader<'a> {
        Reader {
            source,
            errors,
            expressions: 0,
            reported: FxHashSet::default(),
            generic_types: FxHashSet::default(),
            unreadable: FxHashSet::default(),
            errors_of_functions: 0,
            mutable_names: FxHashMap::default(),
        }
    }
}

impl Reader<'_> {
    /// Notes that something reported would have defined a name.
    fn lost(&mut self, name: &syn::Ident) {
        let text = name.to_string();
        self.reported.insert(text.strip_prefix("r#").unwrap_or(&text).into());
    }

    /// Notes the names that a pattern which was reported would have bound.
    fn lost_in_pattern(&mut self, pattern: &syn::Pat) {
        use syn::Pat;
        match pattern {
            Pat::Ident(binding) => {
                self.lost(&binding.ident);
                binding.subpat.iter().for_each(|(_, inner)| self.lost_in_pattern(inner));
            }
            Pat::Paren(inner) => self.lost_in_pattern(&inner.pat),
            Pat::Reference(inner) => self.lost_in_pattern(&inner.pat),
            Pat::Type(inner) => self.lost_in_pattern(&inner.pat),
            Pat::Tuple(list) => list.elems.iter().for_each(|inner| self.lost_in_pattern(inner)),
            Pat::TupleStruct(list) => {
                list.elems.iter().for_each(|inner| self.lost_in_pattern(inner));
            }
            Pat::Slice(list) => list.elems.iter().for_each(|inner| self.lost_in_pattern(inner)),
            Pat::Or(list) => list.cases.iter().for_each(|inner| self.lost_in_pattern(inner)),
            Pat::Struct(list) => {
                list.fields.iter().for_each(|field| self.lost_in_pattern(&field.pat));
            }
            _ => {}
        }
    }

    /// The place from one token to another.
    fn place(&mut self, first: proc_macro2::Span, last: proc_macro2::Span) -> Span {
        self.source.add(first, last)
    }

    /// The place from the beginning of one place to the end of another.
    fn join(&mut self, first: Span, last: Span) -> Span {
        let place = (self.source.tokens(first).0, self.source.tokens(last).1);
        self.source.add(place.0, place.1)
    }

    /// The place of any piece of syntax. It walks all its tokens, so only errors use it.
    fn span(&mut self, node: &impl ToTokens) -> Span {
        let mut tokens = node.to_token_stream().into_iter();
        let Some(first) = tokens.next() else { return Span::NONE };
        let (start, end) = (opening(&first), closing(&tokens.last().unwrap_or(first)));
        self.source.add(start, end)
    }

    fn name(&mut self, identifier: &syn::Ident) -> Name {
        let span = identifier.span();
        let text = identifier.to_string();
        let span = self.source.add(span, span);
        let text: Arc<str> = text.strip_prefix("r#").unwrap_or(&text).into();
        Name { text, span }
    }

    fn next_id(&mut self) -> ExpressionId {
        self.expressions += 1;
        self.expressions - 1
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.errors.error(code, span, message);
    }

    /// Reports `accel does not have x`, with the construct to write instead.
    fn unsupported(&mut self, code: Code, node: &impl ToTokens, what: &str, instead: &str) {
        let span = self.span(node);
        let mut diagnostic = Diagnostic::new(code, span, format!("accel does not have {what}"));
        if !instead.is_empty() {
            diagnostic = diagnostic.help(instead);
        }
        self.errors.report(diagnostic);
    }

    /// Reports a construct that the language has and this version of the compiler does not.
    fn not_yet(&mut self, node: &impl ToTokens, what: &str) {
        let span = self.span(node);
        self.error(Code::E090, span, format!("{what} not supported yet"));
    }

    /// A syntax error, in syn's words, in some tokens. syn has no place for their end.
    fn syntax(&mut self, error: &syn::Error, whole: &TokenStream) {
        for error in error.clone() {
            let span = error.span();
            let text = error.to_string();
            if let Some(last) = whole.clone().into_iter().last()
                && tokens::is_call_site(span)
            {
                let expected = text.strip_prefix("unexpected end of input, ").unwrap_or(&text);
                let span = self.source.add(closing(&last), closing(&last));
                let message = format!("{expected} after this");
                self.errors.report(Diagnostic::new(Code::E001, span, message));
                continue;
            }
            if let Some(habit) = habits::habit(span, whole) {
                let span = self.source.add(habit.place.0, habit.place.1);
                let diagnostic = Diagnostic::new(Code::E001, span, habit.message);
                self.errors.report(diagnostic.help(habit.help));
                continue;
            }
            let span = self.source.add(span, span);
            let found = tokens::text(error.span()).filter(|found| !found.contains('\n'));
            let message = expected::message(&text, found.as_deref());
            let diagnostic = Diagnostic::new(Code::E001, span, message);
            self.errors.report(match text.as_str() {
                "comparison operators cannot be chained" => {
                    diagnostic.help("split the comparison into two: `a < b && b < c`")
                }
                "expected `:`" => diagnostic.help("give it a type: `x: T`"),
                "unexpected token, expected `]`" if found.as_deref() == Some(",") => diagnostic
                    .help("each dimension has brackets of its own: `m[i][j]`, `[[x; m]; n]`"),
                _ => diagnostic,
            });
        }
    }
}

fn opening(token: &TokenTree) -> proc_macro2::Span {
    match token {
        TokenTree::Group(group) => group.span_open(),
        other => other.span(),
    }
}

fn closing(token: &TokenTree) -> proc_macro2::Span {
    match token {
        TokenTree::Group(group) => group.span_close(),
        other => other.span(),
    }
}
