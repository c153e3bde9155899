//! How deeply a block nests, found out before anything walks it: parsers and passes recurse, and
//! must not run out of stack whatever they are given.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// How deeply brackets may nest, and how many prefixes may follow each other. Rust's own limit
/// for macros is the same.
const LIMIT: usize = 128;

/// The token at which a program begins to nest too deeply.
pub(super) fn too_deep(tokens: TokenStream) -> Option<proc_macro2::Span> {
    within(tokens, LIMIT)
}

fn within(tokens: TokenStream, limit: usize) -> Option<proc_macro2::Span> {
    // What nests without brackets: closures in closures, references to references, `else if`.
    let (mut closures, mut references, mut alternatives) = (0, 0, 0);
    let mut previous: Option<TokenTree> = None;
    for token in tokens {
        let is_else = matches!(&token, TokenTree::Ident(word) if word == "else");
        // What comes after a block is a statement of its own, unless it is an `else`.
        if is_block(previous.as_ref()) && !is_else {
            (closures, references, alternatives) = (0, 0, 0);
        }
        match &token {
            TokenTree::Group(group) => {
                if limit == 0 {
                    return Some(group.span_open());
                }
                if let Some(place) = within(group.stream(), limit - 1) {
                    return Some(place);
                }
            }
            TokenTree::Punct(mark) => match mark.as_char() {
                ',' | ';' => (closures, references, alternatives) = (0, 0, 0),
                '|' if begins_closure(previous.as_ref()) => closures += 1,
                '&' if matches!(previous, None | Some(TokenTree::Punct(_))) => references += 1,
                _ => {}
            },
            TokenTree::Ident(_) if is_else => alternatives += 1,
            _ => {}
        }
        if closures.max(references).max(alternatives) > LIMIT {
            return Some(token.span());
        }
        previous = Some(token);
    }
    None
}

fn is_block(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace)
}

/// Whether a `|` after this token may begin a closure in the body of another. (In `a || b` the
/// two bars are joined.)
fn begins_closure(previous: Option<&TokenTree>) -> bool {
    matches!(previous, Some(TokenTree::Punct(mark))
        if mark.as_char() == '|' && mark.spacing() == Spacing::Alone)
}
