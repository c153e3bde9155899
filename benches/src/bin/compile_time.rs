//! Measures how long the compiler behind `accel!` takes for a function: for programs that people
//! would write, of about thirty lines, and for families of programs that grow in one direction.
//!
//! The compiler runs as a library on tokens that are parsed already, which is what the macro does.

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use accel_ir::{Input, compile};
use proc_macro2::TokenStream;

/// Programs of about thirty lines.
const PROGRAMS: &[(&str, &str)] = &[
    ("statistics", include_str!("../../programs/statistics.rs")),
    ("options", include_str!("../../programs/options.rs")),
    ("n_body", include_str!("../../programs/n_body.rs")),
    ("k_means", include_str!("../../programs/k_means.rs")),
    ("paths", include_str!("../../programs/paths.rs")),
    ("gray_scott", include_str!("../../programs/gray_scott.rs")),
    ("filters", include_str!("../../programs/filters.rs")),
];

/// The goal for a function of thirty lines.
const GOAL: Duration = Duration::from_millis(10);

/// Programs that grow with a number.
struct Family {
    name: &'static str,
    numbers: &'static [usize],
    program: fn(usize) -> String,
}

const DEPTHS: &[usize] = &[1, 2, 3, 4, 5, 6, 7, 8];
const LETS: &[usize] = &[10, 20, 40, 80, 160, 320];

const FAMILIES: &[Family] = &[
    Family { name: "nested maps", numbers: DEPTHS, program: nested_maps },
    Family { name: "nested sums", numbers: DEPTHS, program: nested_sums },
    Family { name: "nested conditions", numbers: DEPTHS, program: nested_conditions },
    Family { name: "nested loops", numbers: DEPTHS, program: nested_loops },
    Family { name: "chained maps", numbers: LETS, program: chained_maps },
    Family { name: "chained scalars", numbers: LETS, program: chained_scalars },
    Family { name: "chained stencils", numbers: &[1, 2, 4, 8, 16], program: chained_stencils },
    Family { name: "functions", numbers: &[1, 2, 4, 8, 16, 32, 64], program: functions },
    Family { name: "levels of helpers", numbers: &[2, 4, 8, 16, 32], program: levels_of_helpers },
];

/// Measures everything, or the families that the command line names: `programs`, some of them, or
/// others.
fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |name: &str| names.is_empty() || names.iter().any(|other| other == name);
    println!("Built with {}.", build());
    let named = |name: &str| wanted("programs") || wanted(name);
    if PROGRAMS.iter().any(|(name, _)| named(name)) {
        programs(named);
    }
    for family in FAMILIES.iter().filter(|family| wanted(family.name)) {
        grow(family);
    }
}

fn build() -> &'static str {
    if cfg!(debug_assertions) {
        "debug assertions (the verifier runs)"
    } else {
        "no debug assertions"
    }
}

fn programs(wanted: impl Fn(&str) -> bool) {
    println!("\n| program | lines | ms | goal |\n|---|--:|--:|---|");
    for (name, text) in PROGRAMS.iter().filter(|(name, _)| wanted(name)) {
        let time = measure(text);
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        let verdict = if time <= GOAL { "met" } else { "missed" };
        println!("| {name} | {lines} | {:.2} | {verdict} |", milliseconds(time));
    }
}

/// A program for each number; the growth is from each to the next.
fn grow(Family { name, numbers, program }: &Family) {
    println!("\n| {name} | ms | ms each | growth |\n|--:|--:|--:|--:|");
    let mut last: Option<f64> = None;
    for number in *numbers {
        let time = milliseconds(measure(&program(*number)));
        let growth = last.map_or(String::new(), |last| format!("×{:.2}", time / last));
        println!("| {number} | {time:.2} | {:.2} | {growth} |", time / *number as f64);
        last = Some(time);
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The least time of some compilations: each does the same work, so more time is disturbance.
fn measure(text: &str) -> Duration {
    let tokens: TokenStream = match text.parse() {
        Ok(tokens) => tokens,
        Err(error) => panic!("{error}\n{text}"),
    };
    let mut times = Vec::new();
    let begin = Instant::now();
    while times.len() < 5 || (times.len() < 101 && begin.elapsed() < Duration::from_millis(500)) {
        let input = Input::Block(tokens.clone());
        let start = Instant::now();
        let output = black_box(compile(input));
        times.push(start.elapsed());
        if times.len() == 1 {
            let output = output.to_string();
            assert!(!output.contains("compile_error"), "{output}\n{text}");
        }
    }
    times.into_iter().min().expect("there is a first time")
}

/// A `generate` in a `map` in a `map` …
fn nested_maps(depth: usize) -> String {
    let mut body = "x * 2.0 + 1.0".to_string();
    for level in (0..depth).rev() {
        let row = if level == 0 { "xs".to_string() } else { format!("row_{level}") };
        let argument =
            if level + 1 == depth { "x".to_string() } else { format!("row_{}", level + 1) };
        body = format!("{row}.map(|{argument}| {body})");
    }
    let mut array = "f64".to_string();
    for level in (0..depth).rev() {
        array = format!("[{array}; n{level}]");
    }
    format!("pub fn nested(xs: &{array}) -> {array} {{ {body} }}")
}

/// A sum over a sum over a sum …, each of which also maps.
fn nested_sums(depth: usize) -> String {
    let indices: Vec<String> = (0..depth).map(|level| format!("i{level} as f64")).collect();
    let mut body = format!("({}) * scale", indices.join(" + "));
    for level in (0..depth).rev() {
        body = format!("(0..n).map(|i{level}| {{ let s: f64 = {body}; s + 1.0 }}).sum()");
    }
    format!("pub fn nested(n: usize, scale: f64) -> f64 {{ {body} }}")
}

/// An `if` in both arms of an `if` would double the program; here it is in one arm.
fn nested_conditions(depth: usize) -> String {
    let mut body = "x".to_string();
    for level in 0..depth {
        body = format!(
            "if x > {level}.0 {{ let y = x * {level}.5; let z = {body}; z + y }} else {{ x - {level}.0 }}"
        );
    }
    format!("pub fn nested(xs: &[f64]) -> [f64] {{ xs.map(|x| {body}) }}")
}

/// A loop in a loop in a loop …
fn nested_loops(depth: usize) -> String {
    let mut body = "total += 1.0;".to_string();
    for level in (0..depth).rev() {
        body = format!("for i{level} in 0..n {{ total = total * 0.5; {body} }}");
    }
    format!(
        "pub fn nested(n: usize, xs: &[f64]) -> [f64] {{ xs.map(|x| {{ let mut total = x; {body} total }}) }}"
    )
}

/// Maps, each of the one before.
fn chained_maps(count: usize) -> String {
    let mut body = "let x0 = xs;".to_string();
    for step in 0..count {
        let _ = write!(body, "let x{} = x{step}.map(|x| x * {step}.5 + 1.0);", step + 1);
    }
    format!("pub fn chain(xs: &[f64]) -> [f64] {{ {body} x{count}.map(|x| x) }}")
}

/// Scalars in one closure, each made of two before it.
fn chained_scalars(count: usize) -> String {
    let mut body = "let x0 = x; let x1 = x + 1.0;".to_string();
    for step in 0..count {
        let _ = write!(body, "let x{} = x{} * x{step} + {step}.5;", step + 2, step + 1);
    }
    format!("pub fn chain(xs: &[f64]) -> [f64] {{ xs.map(|x| {{ {body} x{} }}) }}", count + 1)
}

/// Stencils, each of the result of the one before.
fn chained_stencils(count: usize) -> String {
    let mut body = String::new();
    for step in 0..count {
        let _ = write!(
            body,
            "let m{} = m{step}.stencil(Clamp, |at| 0.25 * (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1)));",
            step + 1
        );
    }
    format!("pub fn chain(m0: &[[f64; w]; h]) -> [[f64; w]; h] {{ {body} m{count} }}")
}

/// Functions of ten lines.
fn functions(count: usize) -> String {
    let mut text = String::new();
    for number in 0..count {
        let _ = write!(
            text,
            "pub fn function_{number}(xs: &[f64; n], ys: &[f64; n]) -> ([f64; n], f64) {{
                let products = zip(xs, ys).map(|(x, y)| x * y);
                let total = products.sum();
                let scaled = products.map(|p| p / total);
                let logs = scaled.map(|p| if p > 0.0 {{ p * p.ln() }} else {{ 0.0 }});
                (scaled, -logs.sum())
            }}"
        );
    }
    text
}

/// Functions that each call the next one twice.
fn levels_of_helpers(count: usize) -> String {
    let mut text = "fn helper_0(x: f64, y: f64) -> f64 { (x * y + 1.0).sqrt() }".to_string();
    for number in 1..=count {
        let next = number - 1;
        let _ = write!(
            text,
            "fn helper_{number}(x: f64, y: f64) -> f64 {{
                let first = helper_{next}(x, y + {number}.0);
                first + helper_{next}(y, first) * 0.5
            }}"
        );
    }
    let _ = write!(text, "pub fn f(xs: &[f64]) -> [f64] {{ xs.map(|x| helper_{count}(x, 2.0)) }}");
    text
}
