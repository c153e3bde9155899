//! Programs of any size end, as code or as an error: programs that nest deeply do not overflow the stack,
//! and programs that stand for very much are refused before that is made. The lane `compiler` builds the
//! compiler without optimisation for it, as a user's debug build does.

use accel_ir::source::Location;
use accel_ir::tokens::{Placed, Token, with_tokens};
use accel_ir::{Input, compile, on_own_stack};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A program of a size.
type OfSize = fn(usize) -> String;

/// Programs of each kind, by their size.
const KINDS: &[(&str, OfSize)] = &[
    ("terms", |n| format!("pub fn f(x: i32) -> i32 {{ {}x }}", "x + ".repeat(n))),
    ("conditions", |n| format!("pub fn f(x: i32) -> bool {{ {}true }}", "x > 1 && ".repeat(n))),
    ("casts", |n| format!("pub fn f(x: i32) -> i32 {{ x{} }}", " as i32".repeat(n))),
    ("scalar methods", |n| format!("pub fn f(x: i32) -> i32 {{ x{} }}", ".abs()".repeat(n))),
    ("maps", |n| format!("pub fn f(x: &[i32]) -> [i32] {{ x{} }}", ".map(|y| y + 1)".repeat(n))),
    ("fields", |n| format!("pub fn f(x: i32) -> i32 {{ x{} }}", ".0".repeat(n))),
    ("indices", |n| format!("pub fn f(x: &[i32]) -> i32 {{ x{} }}", "[0]".repeat(n))),
    ("negations", |n| format!("pub fn f(x: i32) -> i32 {{ {}x }}", "-".repeat(n))),
    ("parentheses", |n| around(n, "(", "x", ")")),
    ("blocks", |n| around(n, "{ ", "x", " }")),
    ("conditionals", |n| around(n, "if x > 1 { ", "x", " } else { x }")),
    ("closures", |n| around(n, "[x, 2].map(|x| ", "x", ").sum()")),
    ("lanes", |n| around(n, "(0..5).map(|i| ", "x", ").sum()")),
    ("folds", |n| around(n, "[x, 2].fold(0, |a, x| a + ", "x", ")")),
    ("scans", |n| around(n, "(0..9).map(|i| i as i32).scan(0, |a, x| a + ", "x", ").sum()")),
    ("alternatives", |n| around(n, "if x == 7 { 1 } else ", "{ x }", "")),
    ("arrays", |n| {
        format!("pub fn f(x: i32) -> i32 {{ let a = {}x{}; 1 }}", "[".repeat(n), "]".repeat(n))
    }),
    ("dimensions", |n| {
        format!("pub fn f(x: &{}i32{}) -> i32 {{ 1 }}", "[".repeat(n), "]".repeat(n))
    }),
    ("calls", |n| {
        chain(
            n,
            "fn f0(x: f64) -> f64 { x }",
            "fn f@(x: f64) -> f64 { f#(x) + 1.0 }",
            "pub fn g(x: f64) -> f64 { f@(x) }",
        )
    }),
    ("public calls", |n| {
        chain(
            n,
            "pub fn f0(x: f64) -> f64 { x }",
            "pub fn f@(x: f64) -> f64 { f#(x) + 1.0 }",
            "pub fn g(x: f64) -> f64 { f@(x) }",
        )
    }),
    ("calls on arrays", |n| {
        chain(
            n,
            "fn f0(x: &[f64]) -> [f64] { x.map(|y| y) }",
            "fn f@(x: &[f64]) -> [f64] { f#(x).map(|y| y + 1.0) }",
            "pub fn g(x: &[f64]) -> [f64] { f@(x) }",
        )
    }),
    ("calls with closures", |n| {
        chain(
            n,
            "fn f0(x: f64, g: impl Fn(f64) -> f64) -> f64 { g(x) }",
            "fn f@(x: f64, g: impl Fn(f64) -> f64) -> f64 { f#(x, |y| g(y)) + 1.0 }",
            "pub fn g(x: f64) -> f64 { f@(x, |y| y) }",
        )
    }),
    ("calls in branches", |n| {
        chain(
            n,
            "fn f0(x: f64) -> f64 { x }",
            "fn f@(x: f64) -> f64 { if x > 1.0 { f#(x) } else { x } }",
            "pub fn g(x: f64) -> f64 { f@(x) }",
        )
    }),
    ("calls in lanes", |n| {
        chain(
            n,
            "fn f0(x: usize) -> usize { x }",
            "fn f@(n: usize) -> usize { (0..n).map(|i| f#(i)).sum() }",
            "pub fn g(x: usize) -> usize { f@(x) }",
        )
    }),
    ("constants", |n| {
        chain(
            n,
            "const C0: u64 = 1;",
            "const C@: u64 = C# + 1;",
            "pub fn g(x: u64) -> u64 { C@ + x }",
        )
    }),
    ("public constants", |n| {
        chain(
            n,
            "pub const C0: u64 = 1;",
            "pub const C@: u64 = C# + 1;",
            "pub fn g(x: u64) -> u64 { C@ + x }",
        )
    }),
    ("aliases", |n| chain(n, "type T0 = f64;", "type T@ = T#;", "pub fn g(x: T@) -> f64 { x }")),
    ("structs", |n| {
        chain(
            n,
            "struct T0 { a: f64 }",
            "struct T@ { a: T# }",
            "pub fn g(x: f64) -> f64 { x } fn h(x: T@) -> f64 { 1.0 }",
        )
    }),
    ("statements", |n| {
        chain(n, "pub fn f(x: f64) -> f64 { let x0 = x;", "let x@ = x# * 1.5 + 1.0;", "x@ }")
    }),
    ("assignments", |n| {
        chain(n, "pub fn f(x: f64) -> f64 { let mut y = x;", "y = y * 1.5 + @.0;", "y }")
    }),
    // The programs below stand for twice as much with each line.
    ("twice as many calls", |n| {
        chain(
            n,
            "fn f0(x: f64) -> f64 { x * x + 1.0 }",
            "fn f@(x: f64) -> f64 { f#(x) + f#(x + 1.0) }",
            "pub fn g(x: f64) -> f64 { f@(x) }",
        )
    }),
    ("twice as many calls on arrays", |n| {
        chain(
            n,
            "fn f0(x: &[f64]) -> [f64] { x.map(|a| a * 2.0) }",
            "fn f@(x: &[f64]) -> [f64] { let a = f#(x); let b = f#(a); zip(a, b).map(|(p, q)| p + q) }",
            "pub fn g(x: &[f64]) -> [f64] { f@(x) }",
        )
    }),
    ("twice as many closures", |n| {
        let inner = "twice(x, |x| ".repeat(n) + "x + 1.0" + &")".repeat(n);
        format!(
            "fn twice(x: f64, f: impl Fn(f64) -> f64) -> f64 {{ f(f(x)) }} pub fn g(x: f64) -> f64 {{ {inner} }}"
        )
    }),
    ("twice as many fields", |n| {
        chain(
            n,
            "struct T0 { a: f64, b: f64 }",
            "struct T@ { a: T#, b: T# }",
            "pub fn g(x: f64) -> f64 { x } fn h(x: T@) -> f64 { 1.0 }",
        )
    }),
    ("twice as many types", |n| {
        chain(
            n,
            "type T0 = (f64, f64);",
            "type T@ = (T#, T#);",
            "pub fn g(x: &[T@]) -> usize { x.len() }",
        )
    }),
    ("twice as many components", |n| {
        chain(n, "pub fn g(x: f64) -> f64 { let x0 = (x, x);", "let x@ = (x#, x#);", "x }")
    }),
    ("twice as many arrays", |n| {
        chain(
            n,
            "pub fn g(x: &[f64]) -> usize { let x0 = zip(x, x);",
            "let x@ = zip(x#, x#);",
            "x@.len() }",
        )
    }),
    ("twice as many constants", |n| {
        chain(
            n,
            "const C0: u64 = 1;",
            "const C@: u64 = C# + C#;",
            "pub fn g(x: u64) -> u64 { C@ + x }",
        )
    }),
    ("twice as many offsets", |n| {
        chain(
            n,
            "const C0: i32 = 0;",
            "const C@: i32 = C# + C#;",
            "pub fn g(x: &[f64]) -> [f64] { x.stencil(Clamp, |at| at(C@)) }",
        )
    }),
    ("instances", |n| {
        let listed: Vec<String> =
            (0..n.min(40)).map(|i| format!("T{i}: f32 | f64 | i32 | u8")).collect();
        let taken: Vec<String> = (0..n.min(40)).map(|i| format!("x{i}: T{i}")).collect();
        format!("<{}> pub fn f({}) -> usize {{ 1 }}", listed.join(", "), taken.join(", "))
    }),
];

/// A function with something that is in itself so many times.
fn around(times: usize, before: &str, inner: &str, after: &str) -> String {
    let (before, after) = (before.repeat(times), after.repeat(times));
    format!("pub fn f(x: i32) -> i32 {{ {before}{inner}{after} }}")
}

/// Lines each of which needs the one before it: `@` is the number of a line, `#` that of the one before.
fn chain(count: usize, first: &str, line: &str, last: &str) -> String {
    let lines =
        (1..=count).map(|i| line.replace('@', &i.to_string()).replace('#', &(i - 1).to_string()));
    let lines: Vec<String> = lines.collect();
    format!("{first}\n{}\n{}", lines.join("\n"), last.replace('@', &count.to_string()))
}

/// The codes of the errors that a program gives, compiled as the macro compiles it.
fn errors_of(program: &str) -> Vec<String> {
    let tokens = list(program.parse().expect("tokens"));
    let locate = Box::new(|_| Location::default());
    let compiled = |_, tokens: TokenStream| compile(Input::Block(tokens));
    let output = on_own_stack(|| with_tokens(tokens, 0, locate, compiled), || {});
    let literals = output.iter().filter_map(|Placed { token, .. }| match token {
        Token::Literal(text) => Some(text.as_str()),
        _ => None,
    });
    let code = |text: &str| Some(text.strip_prefix("\"accel[")?.split_once(']')?.0.to_owned());
    literals.filter_map(code).collect()
}

/// The tokens of a program as a list.
fn list(tokens: TokenStream) -> Vec<Token> {
    let mut list = Vec::new();
    let mut open: Vec<(proc_macro2::token_stream::IntoIter, Delimiter)> = Vec::new();
    let mut rest = tokens.into_iter();
    loop {
        match rest.next() {
            Some(TokenTree::Group(group)) => {
                list.push(Token::Open(group.delimiter()));
                let inner = group.stream().into_iter();
                open.push((std::mem::replace(&mut rest, inner), group.delimiter()));
            }
            Some(TokenTree::Ident(word)) => list.push(Token::Ident(word.to_string())),
            Some(TokenTree::Punct(mark)) => list.push(Token::Punct(mark.as_char(), mark.spacing())),
            Some(TokenTree::Literal(value)) => list.push(Token::Literal(value.to_string())),
            None => {
                let Some((around, delimiter)) = open.pop() else { return list };
                list.push(Token::Close(delimiter));
                rest = around;
            }
        }
    }
}

#[test]
fn programs_of_any_size_end() {
    let mut wrong = Vec::new();
    for (kind, program) in KINDS {
        for size in [1, 10, 100, 2_000] {
            let errors = errors_of(&program(size));
            let about_size = |code: &String| matches!(code.as_str(), "E001" | "E034");
            // An index into a value that is no array, or a field of one that has none, is wrong at
            // any size.
            let other = ["E013", "E027", "E043"];
            if !errors.iter().all(|code| about_size(code) || other.contains(&code.as_str())) {
                wrong.push(format!("{kind} × {size}: {errors:?}"));
            }
            if size == 1 && errors.iter().any(about_size) {
                wrong.push(format!("{kind} × {size} is refused"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_usual_compiles() {
    let sizes = |kind: &str| match kind {
        "terms" | "casts" | "scalar methods" | "conditions" => 2_000,
        "statements" | "assignments" | "maps" | "constants" | "public constants" | "aliases"
        | "calls" => 1_000,
        "closures" | "lanes" | "parentheses" | "conditionals" | "blocks" => 100,
        "alternatives" => 250,
        "structs" => 30,
        kind if kind.starts_with("twice as many") => 7,
        "instances" => 4,
        _ => 1,
    };
    for (kind, program) in KINDS {
        if matches!(*kind, "fields" | "indices") {
            continue;
        }
        let errors = errors_of(&program(sizes(kind)));
        assert!(errors.is_empty(), "{kind} × {}: {errors:?}", sizes(kind));
    }
}

#[test]
fn very_long_chains_are_refused() {
    for (kind, program) in KINDS {
        let lines = ["statements", "assignments"];
        let tall = kind.starts_with("twice as many") || *kind == "instances";
        if program(2).contains('\n') || lines.contains(kind) || tall {
            continue;
        }
        assert!(errors_of(&program(100_000)).contains(&"E001".to_owned()), "{kind}");
    }
}
