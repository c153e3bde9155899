//! The signature of a function as its user writes it, for the documentation of the function that Rust sees: its types
//! are other ones there, which have no sizes.

use proc_macro2::{Spacing, TokenStream, TokenTree};
use quote::ToTokens;

use super::written::brackets;

/// `fn f(xs: &[T; n], k: usize) -> [T; n]`, in one line.
pub(super) fn written(signature: &syn::Signature) -> String {
    let mut text = format!("fn {}(", signature.ident);
    for (position, input) in signature.inputs.iter().enumerate() {
        if position > 0 {
            text.push_str(", ");
        }
        write(input.to_token_stream(), &mut text);
    }
    text.push(')');
    if let syn::ReturnType::Type(_, ty) = &signature.output {
        text.push_str(" -> ");
        write(ty.to_token_stream(), &mut text);
    }
    text
}

/// Writes the tokens of a parameter or of a type with the spaces that rustfmt would give them.
fn write(tokens: TokenStream, text: &mut String) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = brackets(group.delimiter());
                text.push_str(open);
                write(group.stream(), text);
                text.truncate(text.trim_end().len());
                text.push_str(close);
            }
            TokenTree::Punct(mark) => punctuation(mark.as_char(), mark.spacing(), text),
            word => {
                if ends_an_operand(text) {
                    text.push(' ');
                }
                text.push_str(&word.to_string());
            }
        }
    }
}

fn punctuation(mark: char, spacing: Spacing, text: &mut String) {
    match mark {
        ',' | ';' => text.extend([mark, ' ']),
        ':' if spacing == Spacing::Joint || text.ends_with(':') => text.push(mark),
        ':' => text.push_str(": "),
        '.' | '!' | '&' | '\'' => text.push(mark),
        '>' if text.ends_with('-') => text.push_str("> "),
        _ if ends_an_operand(text) => {
            text.extend([' ', mark]);
            if spacing == Spacing::Alone {
                text.push(' ');
            }
        }
        _ => text.push(mark),
    }
}

/// Returns true if a text ends with a word or with a closing bracket.
fn ends_an_operand(text: &str) -> bool {
    text.ends_with(|end: char| end.is_alphanumeric() || matches!(end, '_' | ')' | ']' | '}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_written_as_rustfmt_writes_them() {
        for text in [
            "fn f()",
            "fn total(xs: &[f64]) -> f64",
            "fn product(a: &[[f32; k]; n], b: &[[f32; m]; k]) -> [[f32; m]; n]",
            "fn padded(mut xs: [(f64, bool); n], width: usize) -> [(f64, bool); n + 2 * width]",
            "fn halves(xs: &[S; _], n: usize) -> ([S; n / 2], [[u8]])",
            "fn rest(xs: &[f64; n]) -> [f64; n.saturating_sub(1)]",
            "fn integral(f: impl Fn(f64, u8) -> f64, to: f64) -> f64",
            "fn bits(x: f64) -> [u8; { f64::DIGITS as usize }]",
        ] {
            let signature: syn::Signature = syn::parse_str(text).expect("a signature");
            assert_eq!(written(&signature), text);
        }
    }

    #[test]
    fn a_comma_behind_the_last_parameter_is_left_out() {
        let signature: syn::Signature =
            syn::parse_quote!(fn f(a: &[f64; n], b: &[f64; n],) -> [f64; n]);
        assert_eq!(written(&signature), "fn f(a: &[f64; n], b: &[f64; n]) -> [f64; n]");
    }
}
