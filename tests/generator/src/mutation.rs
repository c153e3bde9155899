//! Token streams that are almost programs, to find input that makes the compiler panic.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};

/// A choice among so many, from wherever choices come: random numbers, or a fuzzer's bytes.
pub type Choose<'c> = &'c mut dyn FnMut(usize) -> usize;

const WORDS: &[&str] = &[
    "fn",
    "pub",
    "let",
    "mut",
    "if",
    "else",
    "match",
    "for",
    "in",
    "while",
    "loop",
    "break",
    "return",
    "struct",
    "const",
    "type",
    "impl",
    "Fn",
    "use",
    "mod",
    "enum",
    "trait",
    "where",
    "extern",
    "unsafe",
    "async",
    "await",
    "dyn",
    "move",
    "ref",
    "static",
    "self",
    "Self",
    "crate",
    "super",
    "as",
    "true",
    "false",
    "_",
    "T",
    "n",
    "x",
    "xs",
    "main",
    "usize",
    "i32",
    "f64",
    "u8",
    "bool",
    "str",
    "String",
    "Vec",
    "SKIP",
    "Clamp",
    "Constant",
    "Seq",
    "map",
    "zip",
    "reduce",
    "scan",
    "fold",
    "filter",
    "partition",
    "flatten",
    "flat_map",
    "split_by",
    "lengths",
    "chunks",
    "windows",
    "reshape",
    "transpose",
    "gather",
    "scatter",
    "scatter_with",
    "sort",
    "sort_by_key",
    "argsort",
    "stencil",
    "update",
    "clone",
    "swap",
    "len",
    "shape",
    "sum",
    "min",
    "argmax",
    "unzip",
    "enumerate",
    "generate",
    "concat",
    "MAX",
    "at",
    "sqrt",
    "pow",
    "assert",
    "vec",
    "macro_rules",
    "f32",
    "isize",
    "i8",
    "u64",
    "first",
    "rotate_left",
    "min_by_key",
    "all",
];

const LITERALS: &[&str] = &[
    "0",
    "1",
    "2",
    "255",
    "256",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211455",
    "340282366920938463463374607431768211456",
    "99999999999999999999999999999999999999999999999999",
    "0x_ff",
    "0b1",
    "1_000",
    "1u8",
    "300u8",
    "1i128",
    "1f32",
    "1e308",
    "1e999",
    "1.5",
    "1.0e-400",
    "2.0f64",
    "1.5i32",
    "\"text\"",
    "'c'",
    "b\"bytes\"",
    "b'b'",
    "c\"c\"",
    "r#\"raw\"#",
    "9223372036854775808usize",
    "1usize",
    "7foo",
    "4294967296",
    "1000000000000",
    "0usize",
    "0.0",
];

const MARKS: &str = "+-*/%^!&|=<>@.,;:#$?~'";

/// A program with a few tokens changed.
pub fn mutated(program: TokenStream, choose: Choose) -> TokenStream {
    let mut tokens = program;
    for _ in 0..1 + choose(4) {
        let donors: Vec<TokenTree> = tokens.clone().into_iter().collect();
        tokens = changed(tokens, &donors, choose);
    }
    tokens
}

/// A list of tokens with one change, in it or in one of its groups.
fn changed(tokens: TokenStream, donors: &[TokenTree], choose: Choose) -> TokenStream {
    let mut list: Vec<TokenTree> = tokens.into_iter().collect();
    let groups: Vec<usize> = (0..list.len())
        .filter(|position| matches!(&list[*position], TokenTree::Group(_)))
        .collect();
    // Deep places are as likely as shallow ones.
    if !groups.is_empty() && choose(5) > 0 {
        let position = groups[choose(groups.len())];
        if let TokenTree::Group(group) = &list[position] {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            let donors = if choose(3) == 0 { donors } else { &inner };
            let stream = changed(group.stream(), donors, choose);
            list[position] = Group::new(group.delimiter(), stream).into();
        }
        return list.into_iter().collect();
    }
    let position = choose(list.len() + 1);
    if position == list.len() {
        list.push(some_token(donors, choose));
        return list.into_iter().collect();
    }
    match choose(12) {
        0 | 1 => drop(list.remove(position)),
        2 => list.insert(position, list[position].clone()),
        3 => {
            let other = choose(list.len());
            list.swap(position, other);
        }
        4..7 => list[position] = some_token(donors, choose),
        7 => list.insert(position, some_token(donors, choose)),
        8 => list.truncate(position),
        9 => {
            let end = position + 1 + choose((list.len() - position).min(6));
            let inner: TokenStream = list.drain(position..end.min(list.len())).collect();
            list.insert(position, Group::new(delimiter(choose), inner).into());
        }
        10 => {
            if let TokenTree::Group(group) = &list[position] {
                let inner = group.stream();
                if choose(2) == 0 {
                    list[position] = Group::new(delimiter(choose), inner).into();
                } else {
                    list.splice(position..=position, inner);
                }
            }
        }
        _ => list.insert(position, Group::new(delimiter(choose), TokenStream::new()).into()),
    }
    list.into_iter().collect()
}

fn delimiter(choose: Choose) -> Delimiter {
    [Delimiter::Parenthesis, Delimiter::Brace, Delimiter::Bracket, Delimiter::None][choose(4)]
}

fn some_token(donors: &[TokenTree], choose: Choose) -> TokenTree {
    match choose(5) {
        0 => {
            let word = WORDS[choose(WORDS.len())];
            Ident::new(word, Span::call_site()).into()
        }
        1 => {
            let text = LITERALS[choose(LITERALS.len())];
            let tokens: TokenStream = text.parse().expect("a literal");
            tokens.into_iter().next().expect("a token")
        }
        2 => {
            let marks: Vec<char> = MARKS.chars().collect();
            let spacing = if choose(2) == 0 { Spacing::Alone } else { Spacing::Joint };
            Punct::new(marks[choose(marks.len())], spacing).into()
        }
        _ if donors.is_empty() => Group::new(delimiter(choose), TokenStream::new()).into(),
        _ => donors[choose(donors.len())].clone(),
    }
}

/// A smaller token stream for which `fails` still holds: one token or group after the other is left
/// out, or replaced by its content.
pub fn reduced(tokens: TokenStream, fails: &mut dyn FnMut(&TokenStream) -> bool) -> TokenStream {
    let mut best = tokens;
    loop {
        let count = candidates(&best).len();
        let smaller = (0..count).find_map(|position| {
            let candidate = candidates(&best).swap_remove(position);
            fails(&candidate).then_some(candidate)
        });
        match smaller {
            Some(smaller) => best = smaller,
            None => return best,
        }
    }
}

/// All streams that have one token less, the largest omissions first.
fn candidates(tokens: &TokenStream) -> Vec<TokenStream> {
    let list: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut result = Vec::new();
    for length in [8, 4, 2, 1] {
        for position in 0..list.len().saturating_sub(length - 1) {
            let rest = list[..position].iter().chain(&list[position + length..]);
            result.push(rest.cloned().collect());
        }
    }
    for (position, token) in list.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        for inner in candidates(&group.stream()) {
            let mut list = list.clone();
            list[position] = Group::new(group.delimiter(), inner).into();
            result.push(list.into_iter().collect());
        }
    }
    result
}
