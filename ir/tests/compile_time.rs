//! The compiler's work grows about as programs do: for a program that is twice as long, or a nest that
//! is twice as deep, there is about twice as much core IR and code. This is counted, not timed, and so
//! is the number of times that the passes ask for memory, which tells when a pass goes through the whole
//! program for each of its statements. The times of each stage are printed for whoever wants to see
//! them: `cargo test -p accel-ir --test compile_time -- --nocapture`.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt::Write;
use std::time::{Duration, Instant};

use accel_ir::core::print_program;
use accel_ir::plan::print_plan;
use accel_ir::{Input, compile};
use accel_test_programs::block::front;
use proc_macro2::{TokenStream, TokenTree};

/// The allocator of the system, counting allocations.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is handed on to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's duties are those of the allocator of the system.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's duties are those of the allocator of the system.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The amount of work of the compiler on a program.
#[derive(Clone, Copy, Debug)]
struct Work {
    /// Lines of core IR as lowered.
    lowered: usize,
    /// Lines of core IR after all passes.
    optimised: usize,
    /// Lines of plans.
    planned: usize,
    /// Tokens of the code.
    tokens: usize,
    /// The number of times that the passes asked for memory.
    memory: usize,
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = run();
    (result, start.elapsed())
}

fn tokens(stream: TokenStream) -> usize {
    let count = |tree| match tree {
        TokenTree::Group(group) => 2 + tokens(group.stream()),
        _ => 1,
    };
    stream.into_iter().map(count).sum()
}

/// Compiles a program, stage by stage and as a whole.
fn work(name: &str, size: usize, text: &str) -> Work {
    let (list, front_time) = timed(|| front(text));
    let list = list.unwrap_or_else(|errors| panic!("{name}: {errors:#?}\n{text}"));
    let before = ALLOCATIONS.get();
    let (optimised, pass_time) =
        timed(|| list.iter().map(|lowered| lowered.optimised()).collect::<Vec<_>>());
    let memory = ALLOCATIONS.get() - before;
    let plans: Vec<_> = list.iter().map(|lowered| lowered.plan().0).collect();
    let input = text.parse().expect("a program is made of tokens");
    let (code, whole_time) = timed(|| compile(Input::Block(input)));
    assert!(!code.to_string().contains("compile_error"), "{name}: {text}");
    let lines = |text: String| text.lines().count();
    let work = Work {
        lowered: list.iter().map(|lowered| lines(print_program(&lowered.program))).sum(),
        optimised: optimised.iter().map(|program| lines(print_program(program))).sum(),
        planned: plans.iter().map(|plan| lines(print_plan(plan))).sum(),
        tokens: tokens(code),
        memory,
    };
    println!(
        "{name} {size}: {work:?}, front {front_time:.0?}, passes {pass_time:.0?}, in all {whole_time:.0?}"
    );
    work
}

/// Compiles a program of two sizes, the second of which is twice the first, and compares.
#[track_caller]
fn grows_linearly(name: &str, size: usize, program: impl Fn(usize) -> String) {
    let (small, large) =
        (work(name, size, &program(size)), work(name, 2 * size, &program(2 * size)));
    let parts = [
        ("core IR as lowered", small.lowered, large.lowered),
        ("core IR after all passes", small.optimised, large.optimised),
        ("plans", small.planned, large.planned),
        ("tokens", small.tokens, large.tokens),
    ];
    for (what, small, large) in parts {
        // Types and shapes are longer in deeper nests, so it is not quite twice.
        assert!(10 * large <= 26 * small, "{name}: {what} grows from {small} to {large}");
    }
    // In nests, each level looks at those inside it.
    let Work { memory, .. } = small;
    let many = size > 10;
    let grown = large.memory;
    assert!(!many || 10 * grown <= 28 * memory, "{name}: requests for memory: {memory}, {grown}");
}

/// A regular array type of so many dimensions.
fn regular(rank: usize) -> String {
    (0..rank).fold("i32".into(), |inner, level| format!("[{inner}; n{level}]"))
}

#[test]
fn nests_of_maps_over_regular_arrays() {
    grows_linearly("regular maps", 5, |depth| {
        let body = (0..depth).fold("a0 + 1".to_string(), |body, level| {
            format!("a{}.map(|a{level}| {body})", level + 1)
        });
        let ty = regular(depth);
        format!("pub fn f(a{depth}: &{ty}) -> {ty} {{ {body} }}")
    });
}

#[test]
fn nests_of_sums_over_regular_arrays() {
    grows_linearly("regular sums", 5, |depth| {
        let body = (0..depth).fold("a0 + 1".to_string(), |body, level| {
            format!("a{}.map(|a{level}| {body}).sum()", level + 1)
        });
        format!("pub fn f(a{depth}: &{}) -> i32 {{ {body} }}", regular(depth))
    });
}

#[test]
fn nests_with_statements_at_each_level() {
    grows_linearly("statements between", 5, |depth| {
        let body = (0..depth).rev().fold("total0 + xs[i0 % 7]".to_string(), |body, level| {
            format!(
                "(0..n + {level}).map(|i{level}| {{ let total{level} = xs.map(|x| x * i{level} as i32).sum(); \
                 let row{level} = xs.map(|x| x + total{level}); {body} + row{level}.sum() }}).sum()"
            )
        });
        format!("pub fn f(n: usize, xs: &[i32]) -> i32 {{ {body} }}")
    });
}

#[test]
fn nests_of_ranges_of_lengths_of_their_own() {
    grows_linearly("ragged sums", 5, |depth| {
        let body = (0..depth).rev().fold(format!("i{depth}"), |body, level| {
            format!("(0..i{level}).map(|i{}| {body}).sum()", level + 1)
        });
        format!("pub fn f(i0: usize) -> usize {{ {body} }}")
    });
}

#[test]
fn nests_whose_levels_alternate() {
    grows_linearly("mixed", 5, |depth| {
        let body = (0..depth).rev().fold(format!("i{depth}"), |body, level| {
            let outer = if level % 2 == 0 { "n".into() } else { format!("i{level}") };
            format!("(0..{outer}).map(|i{}| {body}).filter(|x| x > 3).sum()", level + 1)
        });
        format!("pub fn f(n: usize) -> usize {{ {body} }}")
    });
}

#[test]
fn nests_of_ragged_rows_that_are_stored() {
    grows_linearly("ragged maps", 5, |depth| {
        let body = (0..depth - 1).rev().fold(format!("0..i{}", depth - 1), |body, level| {
            format!("(0..i{level}).map(|i{}| {body})", level + 1)
        });
        let ty = (0..depth).fold("usize".to_string(), |inner, _| format!("[{inner}]"));
        format!(
            "pub fn f(i0: usize) -> usize {{ let a: {ty} = {body}; a{}.sum() + a.len() }}",
            ".flatten()".repeat(depth - 1)
        )
    });
}

/// A function of so many lines, each made from its number.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (1..=count).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "    {}", line(number));
        text
    })
}

#[test]
fn lines_of_scalars() {
    grows_linearly("scalar lines", 150, |count| {
        let body =
            lines(count, |i| format!("let v{i} = v{} * {i} + v{} % {};", i - 1, i / 2, i + 1));
        format!("pub fn f(v0: u64) -> u64 {{\n{body} v{count} }}")
    });
}

#[test]
fn lines_of_arrays() {
    grows_linearly("array lines", 150, |count| {
        let body = lines(count, |i| match i % 5 {
            0 => format!("let s{i} = a{}.sum(); let a{i} = a{}.map(|x| x * s{i});", i - 1, i - 1),
            1 => format!("let a{i} = zip(a{}, a{}).map(|(x, y)| x - y);", i - 1, i / 2),
            2 => format!("let a{i} = a{}.scan(0, |x, y| x + y);", i - 1),
            3 => format!("let a{i} = a{}.rev().map(|x| x / 2);", i - 1),
            _ => format!("let a{i} = a{}.map(|x| x + {i});", i - 1),
        });
        format!("pub fn f(a0: &[i64; n]) -> [i64; n] {{\n{body} a{count} }}")
    });
}

#[test]
fn lines_of_branches_loops_and_nests() {
    grows_linearly("mixed lines", 75, |count| {
        let body = lines(count, |i| {
            let before = i - 1;
            match i % 4 {
                0 => format!(
                    "let v{i} = if v{before} > {i} {{ v{before} / 3 }} else {{ v{before} + xs.sum() }};"
                ),
                1 => format!(
                    "let mut w{i} = v{before}; for i in 0..{i} {{ w{i} = w{i} * 3 + i; }} let v{i} = w{i};"
                ),
                2 => format!("let v{i} = xs.map(|x| xs.map(|y| x * y + v{before}).sum()).sum();"),
                _ => format!(
                    "let v{i} = match v{before} % 3 {{ 0 => 1, 1 => v{before} * 2, _ => xs.filter(|x| x > v{before}).len() as i64 }};"
                ),
            }
        });
        format!("pub fn f(xs: &[i64], v0: i64) -> i64 {{\n{body} v{count} }}")
    });
}

#[test]
fn lines_over_ragged_rows() {
    grows_linearly("ragged lines", 40, |count| {
        let body = lines(count, |i| {
            let before = i - 1;
            match i % 3 {
                0 => format!("let a{i} = a{before}.map(|row| row.filter(|x| x > {i}));"),
                1 => format!("let a{i} = a{before}.map(|row| row.map(|x| x + row.len() as i64));"),
                _ => format!("let a{i} = a{before}.map(|row| row.scan(0, |x, y| x + y));"),
            }
        });
        format!("pub fn f(a0: &[[i64]]) -> [[i64]] {{\n{body} a{count} }}")
    });
}

#[test]
fn deep_conditions() {
    grows_linearly("deep ifs", 20, |depth| {
        let body = (0..depth).fold("x".to_string(), |body, level| {
            format!("if x % {} == 0 {{ x + {level} }} else {{ let y{level} = x * {level}; y{level} + {body} }}", level + 2)
        });
        format!("pub fn f(xs: &[u64; n]) -> [u64; n] {{ xs.map(|x| {body}) }}")
    });
}

#[test]
fn conditions_with_rows_in_their_arms() {
    grows_linearly("ifs with arrays", 10, |depth| {
        let body = (0..depth).fold("row".to_string(), |body, level| {
            format!(
                "if row.sum() % {} == 0 {{ row.map(|x| x + {level}) }} else {{ {body} }}",
                level + 2
            )
        });
        format!("pub fn f(m: &[[u64; k]; n]) -> [[u64; k]; n] {{ m.map(|row| {body}) }}")
    });
}

#[test]
fn lines_that_replace_rows() {
    grows_linearly("rows replaced", 10, |count| {
        let body = lines(count, |i| match i % 4 {
            0 => format!("m.swap({i} % n, 0);"),
            1 => format!("m[{i} % n] = concat(m[0], m[n - 1]);"),
            2 => format!("if m[0].len() > {i} {{ m[0] = m[0].map(|x| x + {i}); }}"),
            _ => format!("let r{i} = m[{i} % n].rev(); m[0] = r{i}.filter(|x| x > {i});"),
        });
        format!(
            "pub fn f(xss: [[i64]], k: usize) -> [[i64]] {{\n\
             let n = xss.len(); let mut m = xss; for _ in 0..k {{ {body} }} m }}"
        )
    });
}

#[test]
fn alternatives() {
    grows_linearly("else if", 50, |count| {
        let body = lines(count, |i| format!("if x == {i} {{ {} }} else ", i * 7 % 13));
        format!("pub fn f(xs: &[i64]) -> [i64] {{ xs.map(|x| {body} {{ x }}) }}")
    });
}

#[test]
fn arms() {
    grows_linearly("arms", 100, |count| {
        let body = lines(count, |i| format!("{i} => {},", i * 7 % 13));
        format!("pub fn f(xs: &[i64]) -> [i64] {{ xs.map(|x| match x {{ {body} _ => x }}) }}")
    });
}

#[test]
fn many_recursive_functions() {
    grows_linearly("recursive functions", 15, |count| {
        let functions = lines(count, |i| {
            format!(
                "fn f{i}(xs: &[u64], n: u64) -> u64 {{ if n == 0 {{ xs.sum() }} else {{ \
                 f{i}(xs.map(|x| x + {i}), n - 1) + f{}(xs, n / 2) }} }}",
                i - 1
            )
        });
        format!(
            "fn f0(xs: &[u64], n: u64) -> u64 {{ n + xs.sum() }}\n{functions}\
             pub fn f(xs: &[u64], n: u64) -> u64 {{ f{count}(xs, n) }}"
        )
    });
}

#[test]
fn many_functions_one_inside_the_other() {
    grows_linearly("functions", 30, |count| {
        let functions = lines(count, |i| {
            format!("fn f{i}(xs: &[u64; n]) -> [u64; n] {{ f{}(xs).map(|x| x * {i} + 1) }}", i - 1)
        });
        format!(
            "fn f0(xs: &[u64; n]) -> [u64; n] {{ xs.map(|x| x) }}\n{functions}\
             pub fn f(xs: &[u64; n]) -> [u64; n] {{ f{count}(xs) }}"
        )
    });
}
