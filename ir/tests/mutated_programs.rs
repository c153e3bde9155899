//! No token stream makes the compiler panic: mutated programs, and constructs nested deeply.
//!
//! `ACCEL_MUTATIONS` says how many mutations are tried (8 000 unless told), `ACCEL_MUTATION_SEED`
//! where their seeds begin. `tests/fuzz` runs the same mutations under a fuzzer.

use std::process::Command;

use accel_ir::plan::verify_plan;
use accel_ir::{Input, compile};
use accel_test_programs::agreement::quietly;
use accel_test_programs::block::front;
use accel_test_programs::inputs::Random;
use accel_test_programs::mutation::{mutated, reduced};
use accel_test_programs::random::program;
use accel_test_programs::settings::setting;
use accel_test_programs::texts::texts;
use proc_macro2::TokenStream;
use rayon::prelude::*;

/// The texts of the program files, and some random programs.
fn corpus() -> Vec<String> {
    texts().into_iter().chain((0..100).map(|seed| program(seed, 20).to_string())).collect()
}

/// One function of a program and the items that it may need: mutations of small inputs say more.
fn part(text: &str, random: &mut Random) -> TokenStream {
    let tokens: TokenStream = text.parse().expect("program files are tokens");
    let mut items: Vec<Vec<proc_macro2::TokenTree>> = vec![Vec::new()];
    for token in tokens {
        let end = match &token {
            proc_macro2::TokenTree::Group(group) => {
                group.delimiter() == proc_macro2::Delimiter::Brace
            }
            proc_macro2::TokenTree::Punct(mark) => mark.as_char() == ';',
            _ => false,
        };
        items.last_mut().expect("an item").push(token);
        if end {
            items.push(Vec::new());
        }
    }
    if items.len() > 8 {
        let keep = 1 + random.below(3) as usize;
        let first = random.below((items.len() - keep) as u64) as usize;
        items = items.split_off(first);
        items.truncate(keep);
    }
    items.into_iter().flatten().collect()
}

/// The first thing that is wrong with how a token stream is compiled, if any is.
fn problem(tokens: &TokenStream) -> Option<String> {
    let text = tokens.to_string();
    let expanded = match quietly(|| compile(Input::Block(tokens.clone()))) {
        Ok(expanded) => expanded,
        Err(message) => {
            let first = message.lines().next().unwrap_or_default();
            return Some(format!("panic: {first}"));
        }
    };
    let shown = expanded.to_string();
    if let Err(error) = syn::parse2::<syn::File>(expanded) {
        return Some(format!("the expansion is not Rust: {error}"));
    }
    if shown.contains("compile_error") {
        return None;
    }
    let verified = quietly(|| match front(&text) {
        // Groups without delimiters get lost in text.
        Err(_) => None,
        Ok(list) => list.iter().find_map(|lowered| verify_plan(&lowered.plan().0).err()),
    });
    match verified {
        Ok(None) => None,
        Ok(Some(error)) => Some(format!("the plan does not verify: {error}")),
        Err(message) => {
            Some(format!("panic in the front: {}", message.lines().next().unwrap_or_default()))
        }
    }
}

/// A problem without the parts that differ between inputs.
fn kind(problem: &str) -> String {
    let mut kind = String::new();
    for (position, text) in problem.split('`').enumerate() {
        kind += if position % 2 == 0 { text } else { "…" };
    }
    kind.chars().filter(|c| !c.is_ascii_digit()).take(90).collect()
}

#[test]
fn mutations_do_not_panic() {
    let count = setting("ACCEL_MUTATIONS", 8_000);
    let first = setting("ACCEL_MUTATION_SEED", 0);
    let corpus = corpus();
    let pool = rayon::ThreadPoolBuilder::new().stack_size(8 << 20).build().expect("threads");
    let mutate = |seed: u64| {
        let mut random = Random::new(seed);
        for _ in 0..4 {
            random.draw();
        }
        let text = &corpus[random.below(corpus.len() as u64) as usize];
        let tokens = part(text, &mut random);
        mutated(tokens, &mut |bound| random.below(bound as u64) as usize)
    };
    let mut failures: Vec<(u64, String)> = pool.install(|| {
        (first..first + count)
            .into_par_iter()
            .filter_map(|seed| Some((seed, problem(&mutate(seed))?)))
            .collect()
    });
    failures.sort();
    let total = failures.len();
    let mut kinds: Vec<String> = Vec::new();
    failures.retain(|failure| {
        let kind = kind(&failure.1);
        let new = !kinds.contains(&kind);
        kinds.extend(new.then_some(kind));
        new
    });
    let report: Vec<String> = pool.install(|| {
        failures
            .par_iter()
            .map(|(seed, found)| {
                let kind_found = kind(found);
                let mut tries = 0;
                let small = reduced(mutate(*seed), &mut |candidate| {
                    tries += 1;
                    tries < 2000
                        && problem(candidate).is_some_and(|other| kind(&other) == kind_found)
                });
                format!("seed {seed}: {found}\n    {small}\n")
            })
            .collect()
    });
    assert!(report.is_empty(), "{total} of {count} mutations fail:\n{}", report.join("\n"));
}

/// Constructs that nest: the text before, around (again and again) and after the innermost.
const NESTS: &[(&str, &str, &str, &str)] = &[
    ("parentheses", "(", "1", ")"),
    ("blocks", "{", "1", "}"),
    ("arrays", "[", "1", "]"),
    ("repeats", "[", "1", "; 1]"),
    ("tuples", "(1, ", "1", ")"),
    ("minus", "-", "1", ""),
    ("not", "!", "true", ""),
    ("references", "& ", "1", ""),
    ("sums", "1 + (", "1", ")"),
    ("chain", "1 + ", "1", ""),
    ("comparisons", "true && ", "true", ""),
    ("methods", "", "1", ".abs()"),
    ("maps", "", "[1, 2]", ".map(|x| x + 1)"),
    ("fields", "", "x", ".0"),
    ("indices", "", "x", "[0]"),
    ("inner indices", "x[", "0", "]"),
    ("casts", "", "1", " as i32"),
    ("calls", "f(", "1", ")"),
    ("ifs", "if true {", "1", "} else { 1 }"),
    ("else ifs", "if true { 1 } else ", "{ 1 }", ""),
    ("matches", "match 1 { 0 => 1, _ => ", "1", "}"),
    ("closures", "[1].map(|x| ", "1", ")"),
    ("bare closures", "|x| ", "1", ""),
    ("loops", "{ for i in 0..1 {", "", "} 1 }"),
    ("whiles", "{ while false {", "", "} 1 }"),
    ("lets", "{ let x = 1; ", "1", "}"),
    ("ranges", "0..(", "1", ")"),
    ("structs", "S { a: ", "1", "}"),
    ("asserts", "{ assert!(true); ", "1", "}"),
    ("statements", "let x = 1; ", "1", ""),
    ("zips", "zip(", "[1]", ", [1])"),
    ("concat", "concat(", "[1]", ", [1])"),
    ("sum of map", "[1, 2].map(|x| ", "x", ").sum()"),
    ("assignments", "x = ", "1", ""),
];

const TYPE_NESTS: &[(&str, &str, &str, &str)] = &[
    ("array types", "[", "i32", "; 1]"),
    ("ragged types", "[", "i32", "]"),
    ("tuple types", "(i32, ", "i32", ")"),
    ("parenthesised types", "(", "i32", ")"),
    ("references to types", "&", "i32", ""),
    ("sizes", "[i32; (", "1", ")]"),
];

const PATTERN_NESTS: &[(&str, &str, &str, &str)] = &[
    ("tuple patterns", "(a, ", "b", ")"),
    ("parenthesised patterns", "(", "b", ")"),
    ("alternatives", "1 | ", "2", ""),
    ("bindings", "a @ ", "b", ""),
];

fn nests() -> Vec<(String, String)> {
    let depth = setting("ACCEL_DEPTH", 3000) as usize;
    let nest =
        |&(name, before, inner, after): &(&str, &str, &str, &str), open: &str, close: &str| {
            let (before, after) = (before.repeat(depth), after.repeat(depth));
            (name.to_string(), format!("{open}{before}{inner}{after}{close}"))
        };
    let values = NESTS.iter().map(|n| nest(n, "pub fn f(x: i32) -> i32 { ", " }"));
    let types = TYPE_NESTS.iter().map(|n| nest(n, "pub fn f(x: ", ") -> i32 { 1 }"));
    let patterns =
        PATTERN_NESTS.iter().map(|n| nest(n, "pub fn f(x: i32) -> i32 { match x { ", " => 1 } }"));
    values.chain(types).chain(patterns).collect()
}

/// Compiles the text that the environment names; a test of its own, because a stack that overflows ends
/// the process.
#[test]
fn deep_child() {
    let Ok(name) = std::env::var("ACCEL_NEST") else { return };
    let list = nests();
    let (_, text) = list.iter().find(|nest| nest.0 == name).expect("a construct");
    // The stack that rustc gives to a macro.
    let text = text.clone();
    let compiled = std::thread::Builder::new().stack_size(8 << 20).spawn(move || {
        let tokens: TokenStream = text.parse().expect("tokens");
        drop(compile(Input::Block(tokens)).to_string());
    });
    compiled.expect("a thread").join().expect("the compiler does not panic");
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let this = std::env::current_exe().expect("a path");
    let failed: Vec<String> = nests()
        .par_iter()
        .filter_map(|(name, _)| {
            let output = Command::new(&this)
                .args(["--exact", "deep_child", "--nocapture"])
                .env("ACCEL_NEST", name)
                .output()
                .expect("the test runs itself");
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            let line = message.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
            (!output.status.success()).then(|| format!("{name}: {} {line}", output.status))
        })
        .collect();
    assert!(failed.is_empty(), "{failed:#?}");
}
