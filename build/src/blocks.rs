//! Finds the `accel!` blocks and `#[accel::module]` modules in the text of a Rust file.
//!
//! The search goes over tokens and not over a syntax tree. So it looks into the arguments of other
//! macros, too, ignores comments and strings, does not care about a file that is half written, and
//! cannot run out of stack: it never recurses.

use std::iter::Peekable;

use accel_ir::Input;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree, token_stream::IntoIter};

/// A block, and the line of its first token.
pub struct Block {
    pub input: Input,
    pub line: usize,
}

/// The blocks of a file in the order of their beginnings; none if the text is not Rust, which is
/// for rustc to report.
pub fn blocks(text: &str) -> Vec<Block> {
    let Ok(tokens) = text.parse::<TokenStream>() else { return Vec::new() };
    let mut found = Vec::new();
    let mut open = vec![Walk::new(tokens)];
    while let Some(walk) = open.last_mut() {
        match walk.step() {
            Step::Token => {}
            Step::Into(group) => open.push(Walk::new(group.stream())),
            Step::Found(block) => found.push(block),
            Step::End => {
                open.pop();
            }
        }
    }
    found
}

enum Step {
    Token,
    /// The inside of these brackets comes next.
    Into(Group),
    Found(Block),
    End,
}

/// A walk over the tokens between two brackets.
struct Walk {
    tokens: Peekable<IntoIter>,
    /// The path that ends at the last token: `["", "accel", "accel"]` for `::accel::accel`.
    path: Vec<String>,
    /// The number of colons, of the two of `::`, that stand behind the path.
    colons: usize,
}

impl Walk {
    fn new(tokens: TokenStream) -> Walk {
        Walk { tokens: tokens.into_iter().peekable(), path: Vec::new(), colons: 0 }
    }

    fn step(&mut self) -> Step {
        let Some(token) = self.tokens.next() else { return Step::End };
        match token {
            TokenTree::Ident(name) => {
                if self.colons != 2 {
                    self.path.clear();
                }
                self.colons = 0;
                self.path.push(plain(&name.to_string()));
            }
            TokenTree::Punct(mark) if mark.as_char() == ':' => {
                self.colons += 1;
                if self.colons == 2 && self.path.is_empty() {
                    self.path.push(String::new());
                }
            }
            TokenTree::Punct(mark) if mark.as_char() == '!' && self.colons == 0 => {
                let is_accel = is_path_of(&self.path, "accel");
                self.forget_path();
                if is_accel && let Some(group) = self.next_group() {
                    let line = group.span_open().start().line;
                    return Step::Found(Block { input: Input::Block(group.stream()), line });
                }
            }
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                self.forget_path();
                if let Some(block) = self.module() {
                    return Step::Found(block);
                }
            }
            TokenTree::Group(group) => {
                self.forget_path();
                return Step::Into(group);
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => self.forget_path(),
        }
        Step::Token
    }

    fn forget_path(&mut self) {
        self.path.clear();
        self.colons = 0;
    }

    fn next_group(&mut self) -> Option<Group> {
        let next = self.tokens.next_if(|token| matches!(token, TokenTree::Group(_)));
        next.map(|token| match token {
            TokenTree::Group(group) => group,
            _ => unreachable!("asked for above"),
        })
    }

    /// The module behind a `#` that turns out to begin `#[accel::module]`.
    fn module(&mut self) -> Option<Block> {
        let Some(TokenTree::Group(attribute)) = self.tokens.peek() else { return None };
        let arguments = (attribute.delimiter() == Delimiter::Bracket)
            .then(|| arguments_of_module(attribute.stream()))??;
        // On a copy: another crate's `module` may stand before any item, which is then walked.
        let mut ahead = self.tokens.clone();
        let line = ahead.next()?.span().start().line;
        // The item ends with the first brace: before it stand attributes, a visibility, `mod` and
        // a name.
        let mut item = TokenStream::new();
        loop {
            let token = ahead.next()?;
            let is_end = matches!(&token, TokenTree::Group(group)
                if group.delimiter() == Delimiter::Brace);
            item.extend([token]);
            if is_end {
                break;
            }
        }
        // Before anything walks it: parsers recurse. The macro refuses it as a block, too.
        let input = if accel_ir::nests_too_deeply(item.clone()) {
            Input::Block(item)
        } else {
            let items = syn::parse2::<syn::ItemMod>(item).ok()?.content?.1;
            Input::Module { arguments, items }
        };
        self.tokens = ahead;
        Some(Block { input, line })
    }
}

/// The arguments of an attribute that is `accel::module`, `::accel::module`, or an imported `module`:
/// a list of instances, or none.
fn arguments_of_module(attribute: TokenStream) -> Option<TokenStream> {
    let mut path: Vec<TokenTree> = attribute.into_iter().collect();
    let arguments = match path.last() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            let arguments = group.stream();
            path.pop();
            let first = arguments.clone().into_iter().next()?;
            if !matches!(first, TokenTree::Punct(mark) if mark.as_char() == '<') {
                return None;
            }
            arguments
        }
        _ => TokenStream::new(),
    };
    let mut walk = Walk::new(path.into_iter().collect());
    while let Step::Token = walk.step() {}
    is_path_of(&walk.path, "module").then_some(arguments)
}

/// Returns true if the path leads to an item that `accel` exports under this name, or is the name alone.
fn is_path_of(path: &[String], name: &str) -> bool {
    let mut names: Vec<&str> = path.iter().map(String::as_str).collect();
    if let ["", "accel", _] = names[..] {
        names.remove(0);
    }
    names == [name] || names == ["accel", name]
}

/// `r#accel` is `accel`.
fn plain(name: &str) -> String {
    name.strip_prefix("r#").unwrap_or(name).to_owned()
}
