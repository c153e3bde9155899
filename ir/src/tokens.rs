//! Tokens that may go to another thread, with numbers for their places.
//!
//! The tokens that rustc hands to a macro stay on the thread of the call: their places are handles that
//! mean nothing elsewhere. So the tokens go to the compiler as a plain list, and their places as positions
//! in it. Within the compiler a place is one of `proc_macro2`'s own: the line of a text that has a line for
//! each token. The tokens that come out go back in the same way.

use std::cell::RefCell;
use std::iter::once;

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

use crate::source::Location;

/// A token, or an end of a group of tokens: groups are flat, so that nothing recurses on them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A word; raw ones with their `r#`.
    Ident(String),
    /// One character.
    Punct(char, Spacing),
    /// A literal as it is written.
    Literal(String),
    /// The beginning of a group.
    Open(Delimiter),
    /// The end of a group.
    Close(Delimiter),
}

/// The place of a token: 0 is the call of the macro, `n` the `n`th token of its input.
pub type Place = u32;

/// Tells where a token stands in the user's file.
pub type Locate = Box<dyn Fn(Place) -> Location + Send>;

/// A token of a macro's output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The token.
    pub token: Token,
    /// The first place of the token.
    pub first: Place,
    /// The token with which its place ends: another one for a group as a whole.
    pub last: Place,
    /// True if names mean there the same as in the macro, and are not seen by others.
    pub hygienic: bool,
}

/// The input at hand.
struct Known {
    tokens: Vec<Token>,
    locate: Locate,
    /// A place for each token with the hygiene of the macro, and one for the call before them.
    hygienic: Vec<Span>,
}

thread_local! {
    static KNOWN: RefCell<Option<Known>> = const { RefCell::new(None) };
}

/// Calls `made_of` with the first so many tokens of a macro's input and with the others, and gives the
/// tokens that it gives. The first one has the place 1.
///
/// Until then places of any other tokens mean nothing on this thread.
pub fn with_tokens(
    tokens: Vec<Token>,
    arguments: usize,
    locate: Locate,
    made_of: impl FnOnce(TokenStream, TokenStream) -> TokenStream,
) -> Vec<Placed> {
    let count = tokens.len();
    // The first token is on line 2, the call on line 1; a hygienic token is a column further right.
    let plain = spans(&format!("\n{}", "a\n".repeat(count)));
    let hygienic = spans(&" a\n".repeat(count + 1));
    let head = stream(&tokens[..arguments], &plain);
    let rest = stream(&tokens[arguments..], &plain[arguments..]);
    KNOWN.set(Some(Known { tokens, locate, hygienic }));
    let output = placed(made_of(head, rest));
    KNOWN.set(None);
    output
}

/// The places of the words of a text.
fn spans(text: &str) -> Vec<Span> {
    let tokens: TokenStream = text.parse().unwrap_or_default();
    tokens.into_iter().map(|token| token.span()).collect()
}

/// Tokens at these places.
fn stream(tokens: &[Token], spans: &[Span]) -> TokenStream {
    let mut open: Vec<(Delimiter, Span, Vec<TokenTree>)> = Vec::new();
    let mut list: Vec<TokenTree> = Vec::new();
    for (token, span) in tokens.iter().zip(spans) {
        let mut tree: TokenTree = match token {
            Token::Open(delimiter) => {
                open.push((*delimiter, *span, std::mem::take(&mut list)));
                continue;
            }
            Token::Close(_) => {
                let Some((delimiter, start, around)) = open.pop() else { continue };
                let inner = std::mem::replace(&mut list, around);
                let mut group = Group::new(delimiter, inner.into_iter().collect());
                group.set_span(start.join(*span).unwrap_or(start));
                list.push(group.into());
                continue;
            }
            Token::Ident(text) => identifier(text).into(),
            Token::Punct(character, spacing) => Punct::new(*character, *spacing).into(),
            Token::Literal(text) => match text.parse::<Literal>() {
                Ok(literal) => literal.into(),
                // rustc has reported it.
                Err(_) => Literal::usize_unsuffixed(0).into(),
            },
        };
        tree.set_span(*span);
        list.push(tree);
    }
    list.into_iter().collect()
}

/// A word. rustc lets words through that it reports, such as some with emoji: these get a name that is
/// allowed.
fn identifier(text: &str) -> Ident {
    let name = text.strip_prefix("r#").unwrap_or(text);
    let is_plain = |name: &str| name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
    let starts = |name: &str| !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit());
    let is_word = |name: &str| {
        let tokens: Vec<TokenTree> =
            name.parse::<TokenStream>().into_iter().flatten().take(2).collect();
        matches!(&tokens[..], [TokenTree::Ident(word)] if word == name)
    };
    let known = match (is_plain(name) && starts(name)) || is_word(name) {
        true => name.to_owned(),
        false => {
            let allowed = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' });
            once('_').chain(allowed).collect()
        }
    };
    match known == name && text != name {
        true => Ident::new_raw(name, Span::call_site()),
        false => Ident::new(&known, Span::call_site()),
    }
}

/// Tokens as a list, with their places.
fn placed(tokens: TokenStream) -> Vec<Placed> {
    let mut list = Vec::new();
    let mut open: Vec<(proc_macro2::token_stream::IntoIter, Placed)> = Vec::new();
    let mut rest = tokens.into_iter();
    loop {
        let Some(tree) = rest.next() else {
            let Some((around, close)) = open.pop() else { return list };
            list.push(close);
            rest = around;
            continue;
        };
        let (first, hygienic) = place(tree.span());
        let last = last_place(tree.span());
        let at = |token| Placed { token, first, last, hygienic };
        let token = match tree {
            TokenTree::Group(group) => {
                list.push(at(Token::Open(group.delimiter())));
                let close = at(Token::Close(group.delimiter()));
                open.push((std::mem::replace(&mut rest, group.stream().into_iter()), close));
                continue;
            }
            TokenTree::Ident(word) => Token::Ident(word.to_string()),
            TokenTree::Punct(mark) => Token::Punct(mark.as_char(), mark.spacing()),
            TokenTree::Literal(literal) => Token::Literal(literal.to_string()),
        };
        list.push(at(token));
    }
}

/// The place at which a span begins, and a flag that is true if it has the hygiene of the macro.
fn place(span: Span) -> (Place, bool) {
    let start = span.start();
    (start.line as Place - 1, start.column == 1)
}

/// The place at which a span ends.
fn last_place(span: Span) -> Place {
    span.end().line as Place - 1
}

/// A part of the known input, if there is one.
fn known<T>(of: impl FnOnce(&Known) -> T) -> Option<T> {
    KNOWN.with_borrow(|known| known.as_ref().map(of))
}

/// The location at which a place begins in the user's file.
pub fn location(span: Span) -> Location {
    let found = known(|known| match place(span).0 {
        0 => Location::default(),
        place => (known.locate)(place),
    });
    found.unwrap_or_else(|| {
        let start = span.start();
        Location { line: start.line as u32, column: start.column as u32 + 1 }
    })
}

/// The text at a place, if that is one token.
pub fn text(span: Span) -> Option<String> {
    let found = known(|known| {
        let (place, _) = place(span);
        if last_place(span) != place {
            return None;
        }
        known.tokens.get((place as usize).checked_sub(1)?).map(Token::text)
    });
    found.unwrap_or_else(|| span.source_text())
}

/// Returns true if a place is the call of the macro: syn puts there the tokens that are missing at the end.
pub fn is_call_site(span: Span) -> bool {
    known(|_| place(span).0 == 0).unwrap_or_else(|| {
        let text = span.source_text();
        text.is_some() && text == Span::call_site().source_text()
    })
}

/// The place for names that nobody but the macro sees, shown to users at `span`.
pub fn hygienic(span: Span) -> Span {
    let found = known(|known| known.hygienic.get(place(span).0 as usize).copied());
    found.flatten().unwrap_or_else(|| Span::mixed_site().located_at(span))
}

impl Token {
    fn text(&self) -> String {
        match self {
            Token::Ident(text) | Token::Literal(text) => text.clone(),
            Token::Punct(character, _) => character.to_string(),
            Token::Open(delimiter) => brackets(*delimiter).0.to_owned(),
            Token::Close(delimiter) => brackets(*delimiter).1.to_owned(),
        }
    }
}

fn brackets(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}
