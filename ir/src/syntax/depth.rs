//! How deeply a block nests, found out before anything walks it: parsers and passes recurse, and
//! must not run out of stack whatever they are given.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// How deeply brackets may nest, and how often what nests without brackets may follow itself.
/// Rust's own limit for macros is the same.
const LIMIT: usize = 128;

/// How many `else`s may follow each other: they are one list to who reads them, and take less stack
/// than brackets do.
const ALTERNATIVES: usize = 256;

/// The token at which a program begins to nest too deeply.
pub(super) fn too_deep(tokens: TokenStream) -> Option<proc_macro2::Span> {
    within(tokens, LIMIT)
}

fn within(tokens: TokenStream, limit: usize) -> Option<proc_macro2::Span> {
    let mut chains = Chains::default();
    let mut previous: Option<TokenTree> = None;
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            if limit == 0 {
                return Some(group.span_open());
            }
            if let Some(place) = within(group.stream(), limit - 1) {
                return Some(place);
            }
        }
        chains.add(previous.as_ref(), &token);
        if chains.is_too_long() {
            return Some(token.span());
        }
        previous = Some(token);
    }
    None
}

/// What nests without brackets, counted within one statement or argument.
#[derive(Default)]
struct Chains {
    /// `|x| |y| …`.
    closures: usize,
    /// `else if … else if …`.
    alternatives: usize,
    /// `a = b = …`, `a += b += …`.
    assignments: usize,
    /// `a @ b @ …`.
    bindings: usize,
    /// `- - …`, `! ! …`, `& & …`.
    prefixes: usize,
}

impl Chains {
    fn add(&mut self, previous: Option<&TokenTree>, token: &TokenTree) {
        let is_else = matches!(token, TokenTree::Ident(word) if word == "else");
        // What comes after a block is a statement of its own, unless it is an `else`.
        let after_block = matches!(previous, Some(TokenTree::Group(group))
            if group.delimiter() == Delimiter::Brace);
        if after_block && !is_else {
            *self = Chains::default();
        }
        let TokenTree::Punct(mark) = token else {
            self.alternatives += usize::from(is_else);
            let between = matches!(token, TokenTree::Ident(word) if word == "mut")
                || matches!(previous, Some(TokenTree::Punct(mark)) if mark.as_char() == '\'');
            if !between {
                self.prefixes = 0;
            }
            return;
        };
        let joined = match previous {
            Some(TokenTree::Punct(mark)) if mark.spacing() == Spacing::Joint => mark.as_char(),
            _ => ' ',
        };
        match mark.as_char() {
            ',' | ';' => *self = Chains::default(),
            // In `a || b` the two bars are joined.
            '|' if joined == ' ' && is_punct(previous, '|') => self.closures += 1,
            '=' if mark.spacing() == Spacing::Alone && !matches!(joined, '=' | '!') => {
                self.assignments += usize::from(!matches!(joined, '<' | '>' | '.'));
            }
            '@' => self.bindings += 1,
            '-' | '!' | '&' | '*' if matches!(previous, None | Some(TokenTree::Punct(_))) => {
                self.prefixes += 1;
            }
            '\'' => {}
            _ => self.prefixes = 0,
        }
    }

    fn is_too_long(&self) -> bool {
        let counts = [self.closures, self.assignments, self.bindings, self.prefixes];
        counts.into_iter().any(|count| count > LIMIT) || self.alternatives > ALTERNATIVES
    }
}

fn is_punct(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(mark)) if mark.as_char() == character)
}
