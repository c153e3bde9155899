//! Limits the depth of a block before anything walks it: parsers and passes recurse, and must not run out
//! of stack whatever they are given.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use super::opening;

/// The greatest depth of brackets, and the most constructs that nest without brackets and may follow each
/// other. Rust's own limit for macros is the same.
const LIMIT: usize = 128;

/// The most `else`s that may follow each other: to a reader they are one list, and they take less stack
/// than brackets do.
const ALTERNATIVES: usize = 256;

/// The most operators, method calls and the like that may follow each other in a statement, with those
/// around it and the longest ones in it: each may nest in the next one.
const CHAIN: usize = 4096;

/// The place at which a program begins to nest too deeply, and the advice against it.
pub(super) struct TooDeep {
    pub place: proc_macro2::Span,
    pub help: &'static str,
}

/// The place at which a program begins to nest too deeply, if it does.
pub(super) fn too_deep(tokens: TokenStream) -> Option<TooDeep> {
    longest_chain(tokens, LIMIT).err()
}

/// The length of the longest chain in some tokens.
fn longest_chain(tokens: TokenStream, brackets: usize) -> Result<usize, TooDeep> {
    let inner_part = "put the inner part into a function of its own";
    let mut chains = Chains::default();
    let (mut own, mut inner, mut longest) = (0, 0, 0);
    let mut previous: Option<TokenTree> = None;
    for token in tokens {
        if begins_statement(previous.as_ref(), &token) {
            (own, inner) = (0, 0);
        }
        own += usize::from(nests(previous.as_ref(), &token));
        if let TokenTree::Group(group) = &token {
            if brackets == 0 {
                return Err(TooDeep { place: group.span_open(), help: inner_part });
            }
            inner = inner.max(longest_chain(group.stream(), brackets - 1)?);
        }
        chains.add(previous.as_ref(), &token);
        if chains.is_too_long() {
            return Err(TooDeep { place: token.span(), help: inner_part });
        }
        longest = longest.max(own + inner);
        if longest > CHAIN {
            let help = "give parts of it names with `let`";
            return Err(TooDeep { place: opening(&token), help });
        }
        previous = Some(token);
    }
    Ok(longest)
}

/// Returns true if a token begins a statement, an item or an argument of its own.
fn begins_statement(previous: Option<&TokenTree>, token: &TokenTree) -> bool {
    let after_block = matches!(previous, Some(TokenTree::Group(group))
        if group.delimiter() == Delimiter::Brace);
    match token {
        TokenTree::Punct(mark) if matches!(mark.as_char(), ',' | ';') => true,
        TokenTree::Punct(mark) => after_block && mark.as_char() == '#',
        TokenTree::Ident(word) => after_block && word != "else" && word != "as",
        TokenTree::Group(_) | TokenTree::Literal(_) => after_block,
    }
}

/// Returns true if the construct that a token stands in may be nested in the one that follows.
fn nests(previous: Option<&TokenTree>, token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(mark) => {
            !matches!(mark.as_char(), ',' | ';')
                && !matches!(previous, Some(TokenTree::Punct(mark)) if mark.spacing() == Spacing::Joint)
        }
        TokenTree::Group(_) => true,
        TokenTree::Ident(word) => word == "as" || word == "else",
        TokenTree::Literal(_) => false,
    }
}

/// The constructs that nest without brackets, counted within one statement or argument.
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
        // The tokens after a block begin a statement of its own, unless they are an `else`.
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
