//! Between rustc's tokens, which stay on the thread of the macro's call, and those that the compiler
//! takes and gives, which go to a thread with a stack of its own.

use std::collections::HashMap;

use accel_ir::source::Location;
use accel_ir::tokens::{Place, Placed, Token};
use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// The places of a macro's input in rustc's terms.
#[derive(Default)]
pub struct Places {
    /// The spans of the tokens: the first one has the place 1.
    spans: Vec<Span>,
    /// For the beginning of each group, its end and the place of the whole.
    groups: HashMap<Place, (Place, Span)>,
    /// The identifier that a macro writes for the crate that defines it; nobody else can make this word.
    crates: HashMap<Place, Ident>,
}

impl Places {
    /// Adds tokens to the input.
    pub fn take(&mut self, tokens: TokenStream, input: &mut Vec<Token>) {
        let mut open = Vec::new();
        let mut rest = tokens.into_iter();
        loop {
            let Some(tree) = rest.next() else {
                let Some((around, group, start)) = open.pop() else { return };
                let group: Group = group;
                let end = group.span_close();
                let place = self.add(Token::Close(delimiter(group.delimiter())), end, input);
                self.groups.insert(start, (place, group.span()));
                rest = around;
                continue;
            };
            match tree {
                TokenTree::Group(group) => {
                    let token = Token::Open(delimiter(group.delimiter()));
                    let start = self.add(token, group.span_open(), input);
                    let inner = group.stream().into_iter();
                    open.push((std::mem::replace(&mut rest, inner), group, start));
                }
                TokenTree::Ident(word) => {
                    let text = word.to_string();
                    let is_crate = text == "$crate";
                    let text = if is_crate { "crate".to_owned() } else { text };
                    let place = self.add(Token::Ident(text), word.span(), input);
                    if is_crate {
                        self.crates.insert(place, word);
                    }
                }
                TokenTree::Punct(mark) => {
                    let spacing = match mark.spacing() {
                        Spacing::Joint => proc_macro2::Spacing::Joint,
                        Spacing::Alone => proc_macro2::Spacing::Alone,
                    };
                    self.add(Token::Punct(mark.as_char(), spacing), mark.span(), input);
                }
                TokenTree::Literal(literal) => {
                    self.add(Token::Literal(literal.to_string()), literal.span(), input);
                }
            }
        }
    }

    fn add(&mut self, token: Token, span: Span, input: &mut Vec<Token>) -> Place {
        self.spans.push(span);
        input.push(token);
        self.spans.len() as Place
    }

    /// Returns the place of a token of the input in the user's file.
    pub fn locate(&self, place: Place) -> Location {
        let span = (place as usize).checked_sub(1).and_then(|position| self.spans.get(position));
        span.map_or(Location::default(), |span| Location {
            line: span.line() as u32,
            column: span.column() as u32,
        })
    }

    /// Returns the output of the compiler as rustc's tokens.
    pub fn give(&self, tokens: Vec<Placed>) -> TokenStream {
        let mut open: Vec<Vec<TokenTree>> = Vec::new();
        let mut list: Vec<TokenTree> = Vec::new();
        for placed in tokens {
            let span = self.span(&placed);
            let mut tree: TokenTree = match placed.token {
                Token::Open(_) => {
                    open.push(std::mem::take(&mut list));
                    continue;
                }
                Token::Close(delimiter) => {
                    let inner = std::mem::replace(&mut list, open.pop().unwrap_or_default());
                    Group::new(rustc_delimiter(delimiter), inner.into_iter().collect()).into()
                }
                Token::Ident(word) => match (self.crates.get(&placed.first), word.as_str()) {
                    (Some(known), "crate") => known.clone().into(),
                    _ => match word.strip_prefix("r#") {
                        Some(raw) => Ident::new_raw(raw, span).into(),
                        None => Ident::new(&word, span).into(),
                    },
                },
                Token::Punct(character, proc_macro2::Spacing::Joint) => {
                    Punct::new(character, Spacing::Joint).into()
                }
                Token::Punct(character, _) => Punct::new(character, Spacing::Alone).into(),
                Token::Literal(text) => match text.parse::<Literal>() {
                    Ok(literal) => literal.into(),
                    Err(_) => Literal::string(&text).into(),
                },
            };
            tree.set_span(span);
            list.push(tree);
        }
        list.into_iter().collect()
    }

    fn span(&self, placed: &Placed) -> Span {
        let whole = self.groups.get(&placed.first).filter(|group| group.0 == placed.last);
        let span = match (placed.first, whole) {
            (0, _) => Span::call_site(),
            (_, Some((_, span))) => *span,
            (place, None) => {
                let known = self.spans.get(place as usize - 1).copied();
                known.unwrap_or_else(Span::call_site)
            }
        };
        if placed.hygienic { Span::mixed_site().located_at(span) } else { span }
    }
}

fn delimiter(delimiter: Delimiter) -> proc_macro2::Delimiter {
    match delimiter {
        Delimiter::Parenthesis => proc_macro2::Delimiter::Parenthesis,
        Delimiter::Brace => proc_macro2::Delimiter::Brace,
        Delimiter::Bracket => proc_macro2::Delimiter::Bracket,
        Delimiter::None => proc_macro2::Delimiter::None,
    }
}

fn rustc_delimiter(delimiter: proc_macro2::Delimiter) -> Delimiter {
    match delimiter {
        proc_macro2::Delimiter::Parenthesis => Delimiter::Parenthesis,
        proc_macro2::Delimiter::Brace => Delimiter::Brace,
        proc_macro2::Delimiter::Bracket => Delimiter::Bracket,
        proc_macro2::Delimiter::None => Delimiter::None,
    }
}
