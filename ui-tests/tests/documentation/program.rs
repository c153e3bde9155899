//! Programs of the documentation through the compiler.

use accel_ir::{Input, compile};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The errors of the `accel! { … }` blocks of a program, in source order.
pub fn errors(program: &str) -> Vec<String> {
    let tokens: TokenStream = program.parse().expect("tokens of Rust");
    let blocks = bodies_of(tokens, "accel", Delimiter::Brace);
    assert!(!blocks.is_empty(), "no `accel! {{ … }}` in\n{program}");
    blocks.into_iter().flat_map(|block| messages(compile(Input::Block(block)))).collect()
}

/// The texts of the `compile_error!`s.
fn messages(tokens: TokenStream) -> Vec<String> {
    bodies_of(tokens, "compile_error", Delimiter::Brace)
        .into_iter()
        .map(|text| syn::parse2::<syn::LitStr>(text).expect("a string").value())
        .map(|text| text.lines().filter(|line| !is_address(line)).collect::<Vec<_>>().join("\n"))
        .collect()
}

/// Returns true if a line of a message tells the address of the page that shows the message.
fn is_address(line: &str) -> bool {
    line.starts_with("  = note: more about this error: ")
}

/// The tokens in the braces of the calls of a macro.
fn bodies_of(tokens: TokenStream, name: &str, delimiter: Delimiter) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let bodies = tokens.windows(3).filter_map(|three| match three {
        [TokenTree::Ident(word), TokenTree::Punct(mark), TokenTree::Group(group)]
            if word == name && mark.as_char() == '!' && group.delimiter() == delimiter =>
        {
            Some(group.stream())
        }
        _ => None,
    });
    bodies.collect()
}
