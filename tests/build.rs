//! Turns the program files into tests: each file becomes a module with its block, a test for each
//! thing that it demands, and functions that call its code on the interpreter's values.
//! `ACCEL_PROGRAM_FILES` leaves out those whose names have none of these words in them. Random
//! programs become modules of the same kind: `ACCEL_COMPILED_PROGRAMS` says how many (300 unless
//! told), `ACCEL_COMPILED_SEED` where their seeds begin. The last third of them is compiled here, with low
//! limits, so that small programs take the forms that are meant for large ones.

#[path = "src/glue.rs"]
mod glue;
#[path = "src/program_file.rs"]
mod program_file;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use accel_ir::core::{Expression, Statement};
use accel_ir::{CodeOfUnits, DeviceCode, Input, Limits, Options};
use accel_test_programs::folders::list;
use accel_test_programs::{block, random, settings};
use program_file::{Demand, demands};

/// The number of expressions of a random program, more or less.
const BUDGET: i64 = 25;

fn main() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("set by cargo"));
    println!("cargo::rerun-if-changed=programs");
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-env-changed=ACCEL_PROGRAM_FILES");
    let words = std::env::var("ACCEL_PROGRAM_FILES").unwrap_or_default();
    let wanted = |file: &Path| {
        words.is_empty() || words.split_whitespace().any(|word| stem(file).contains(word))
    };
    let mut folders: Vec<PathBuf> = list(&root.join("programs"));
    folders.retain(|path| path.is_dir());
    for folder in folders {
        let name = stem(&folder);
        let mut text = String::new();
        for file in list(&folder).iter().filter(|file| wanted(file)) {
            program(file, &mut text);
        }
        std::fs::write(out.join(format!("{name}.rs")), text).expect("the output can be written");
    }
    let (count, first) =
        (setting("ACCEL_COMPILED_PROGRAMS", 300), setting("ACCEL_COMPILED_SEED", 0));
    let [second, third, end] = [1, 2, 3].map(|part| first + count * part / 3);
    for (name, seeds) in [("random_1", first..second), ("random_2", second..third)] {
        let mut text = String::new();
        for seed in seeds {
            let source = random::program(seed, BUDGET).to_string();
            random_program(seed, &source, &mut text, &expanded_by_the_macro);
        }
        std::fs::write(out.join(format!("{name}.rs")), text).expect("the output can be written");
    }
    let low = out.join("random_low.rs");
    // The kernels of these blocks are compiled before there is code that mentions them.
    let sources: Vec<String> = (third..end).map(without_hygiene).collect();
    let block = |source: &String| format!("#[cfg(any())] ::accel::accel! {{ {source} }}\n");
    let blocks: String = sources.iter().map(block).collect();
    std::fs::write(&low, &blocks).expect("the output can be written");
    #[cfg(feature = "cuda")]
    precompile(&sources);
    let kernels = out.join("accel");
    let mut text = blocks;
    for (seed, source) in (third..end).zip(&sources) {
        random_program(seed, source, &mut text, &|source| {
            expanded_with_low_limits(source, &kernels)
        });
    }
    std::fs::write(low, text).expect("the output can be written");
}

/// Compiles the kernels of all blocks, those of these sources with low limits.
#[cfg(feature = "cuda")]
fn precompile(sources: &[String]) {
    let plain = |source: &String| {
        let tokens = source.parse::<proc_macro2::TokenStream>();
        tokens.expect("a program is made of tokens").to_string()
    };
    let low: std::collections::BTreeSet<String> = sources.iter().map(plain).collect();
    accel_build::precompile_as(&|input| match &input {
        Input::Block(tokens) if low.contains(&tokens.to_string()) => {
            accel_ir::cuda_units_as(input, &low_limits(None))
        }
        _ => accel_ir::cuda_units(input),
    });
}

/// A random program whose code can be written as text. Names have no hygiene there: a parameter with the name of
/// the function `try_main` would be called instead of it.
fn without_hygiene(seed: u64) -> String {
    random::program(seed, BUDGET).to_string().replace("try_main", "tried_main")
}

fn low_limits(units: CodeOfUnits) -> Options {
    Options { units, limits: Limits::LOWERED, ..Options::default() }
}

/// The block of a program, which the macro compiles.
fn expanded_by_the_macro(source: &str) -> String {
    format!("::accel::accel! {{ {source} }}")
}

/// The code of a program, with low limits; its kernels are those in a folder.
fn expanded_with_low_limits(source: &str, kernels: &Path) -> String {
    let compiled = |unit: &str| {
        let file = kernels.join(format!("{unit}.ptx"));
        let path = file.to_str().filter(|_| file.exists())?;
        Some(DeviceCode { ptx: quote::quote!(::core::include_bytes!(#path)), machine: Vec::new() })
    };
    let tokens = source.parse().expect("a program is made of tokens");
    accel_ir::compile_as(Input::Block(tokens), &low_limits(Some(&compiled))).to_string()
}

/// The first lines of the module of a program.
const HEAD: &str = "#![allow(dead_code, unused_imports, unused_variables, private_interfaces, \
                    clippy::all)]\nuse super::*;";

/// The first lines of the module of a random program, which does much that nobody means.
const HEAD_OF_RANDOM: &str = "#![allow(unused, deprecated, unused_comparisons, invalid_nan_comparisons, \
                              private_interfaces, clippy::all)]\nuse super::*;";

fn setting(name: &str, default: u64) -> u64 {
    println!("cargo::rerun-if-env-changed={name}");
    settings::setting(name, default)
}

/// The module of a random program. One that is not compiled becomes a test that fails, so that
/// the others are still tested.
fn random_program(seed: u64, source: &str, text: &mut String, expanded: &dyn Fn(&str) -> String) {
    let compiled = std::panic::catch_unwind(|| {
        let tokens = source.parse().expect("a program is made of tokens");
        let code = accel_ir::compile(accel_ir::Input::Block(tokens)).to_string();
        if code.contains("compile_error") { None } else { block::front(source).ok() }
    });
    let _ = writeln!(text, "pub mod program_{seed} {{\n{HEAD_OF_RANDOM}");
    let Ok(Some(list)) = compiled else {
        let _ =
            writeln!(text, "#[test] fn forms_agree() {{ not_compiled({seed}, {source:?}); }}\n}}");
        return;
    };
    let _ = writeln!(text, "{}", expanded(source));
    let mut functions = String::new();
    for lowered in list {
        text.push_str(&glue::glue(&lowered));
        let full = lowered.name();
        let _ = write!(functions, "({full:?}, call_{full}),");
    }
    let _ = writeln!(
        text,
        "#[test] fn forms_agree() {{ code_agrees({seed}, &::accel_tests::compiled::Program {{ \
         name: \"seed {seed}\", text: {source:?}, functions: &[{functions}] }}); }}\n}}"
    );
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

/// The module of a program file.
fn program(file: &Path, text: &mut String) {
    let name = stem(file);
    let source = std::fs::read_to_string(file).expect("the file can be read");
    let _ = writeln!(text, "pub mod {name} {{\n{HEAD}\nuse ::accel_tests::program_tests::*;");
    let _ = writeln!(text, "::accel::accel! {{ {source} }}");
    let mut functions = String::new();
    // An error in a block is reported where the macro compiles the block.
    let list = block::front(&source).unwrap_or_default();
    for lowered in &list {
        text.push_str(&glue::glue(lowered));
        let full = lowered.name();
        let _ = write!(functions, "({full:?}, call_{full}),");
    }
    for (number, demand) in demands(&source).into_iter().enumerate() {
        let _ = writeln!(text, "{}", test(number, &demand, &list));
    }
    let _ = writeln!(
        text,
        "#[test] fn all_forms_agree() {{ forms_agree(&::accel_tests::compiled::Program {{ \
         name: {name:?}, text: {source:?}, functions: &[{functions}] }}); }}\n}}"
    );
}

fn test(number: usize, demand: &Demand, list: &[block::Lowered]) -> String {
    match demand {
        Demand::Gives(expression) => {
            format!("#[test] fn gives_{number}() {{ assert!({expression}); }}")
        }
        Demand::Fails(call, kind) => format!(
            "#[test] fn fails_{number}() {{ match {call} {{ \
             Err(error) => {{ assert_eq!(error.kind(), ::accel::ErrorKind::{kind}, \"{{error}}\"); \
             assert!(error.line() > 0 && error.column() > 0, \"{{error:?}}\"); }} \
             Ok(value) => panic!(\"gives {{value:?}}\") }} }}"
        ),
        Demand::Plan(function, numbers) => {
            let checks: Vec<String> = numbers
                .iter()
                .map(|(name, value)| {
                    let found = match name.as_str() {
                        "kernels" => "plan.kernels().len()",
                        "intermediates" => "plan.intermediates()",
                        "descriptors" => "plan.descriptors()",
                        "checks" => &checks_in(function, list, false).to_string(),
                        "lane_checks" => &checks_in(function, list, true).to_string(),
                        "lane_arrays" => &arrays_in_lanes(function, list).to_string(),
                        other => panic!("plans have no number of {other}"),
                    };
                    format!("assert_eq!({found}, {value}, \"{name}\\n{{plan}}\");")
                })
                .collect();
            format!(
                "#[test] fn plan_{number}() {{ let plan = {function}::plan(); {} }}",
                checks.join(" ")
            )
        }
        Demand::Fused(kernel, list) => {
            let (function, _) = kernel.split_once('.').expect("a function and a number");
            format!(
                "#[test] fn fused_{number}() {{ let plan = {function}::plan(); \
                 let kernel = plan.kernels().iter().find(|kernel| kernel.name() == {kernel:?}); \
                 let kernel = kernel.expect(\"the kernel exists\"); \
                 assert_eq!(kernel.fused(), &{list:?} as &[&str], \"\\n{{plan}}\"); }}"
            )
        }
    }
}

/// The number of arrays, of sizes that only the run tells, which the lanes of a function's kernels make.
fn arrays_in_lanes(function: &str, list: &[block::Lowered]) -> usize {
    fn count(statements: &[Statement], of: &accel_ir::core::Variables) -> usize {
        let arrays = statements.iter().map(|statement| {
            let makes = !matches!(statement.expression, Expression::If(_) | Expression::Loop(_));
            let made = statement.binds.iter().filter(|bind| {
                let mut extents = of.ty(**bind).extents().iter();
                extents.any(|extent| extent.size().and_then(|size| size.known_size()).is_none())
            });
            let here = if makes { made.count() } else { 0 };
            let inside = statement.expression.bodies().into_iter().map(|body| count(body, of));
            here + inside.sum::<usize>()
        });
        arrays.sum()
    }
    let lowered = list.iter().find(|lowered| lowered.name() == function);
    let (plan, _) = lowered.expect("a function of the file").plan();
    plan.kernels.iter().map(|kernel| count(&kernel.soac.body, &plan.variables)).sum()
}

/// The number of checks that are left in the plan of a function, or in the lanes of its kernels.
fn checks_in(function: &str, list: &[block::Lowered], in_lanes: bool) -> usize {
    fn count(statements: &[Statement]) -> usize {
        let checks = statements.iter().map(|statement| match &statement.expression {
            Expression::Check(_) => 1,
            other => other.bodies().into_iter().map(|body| count(body)).sum(),
        });
        checks.sum()
    }
    let lowered = list.iter().find(|lowered| lowered.name() == function);
    let (plan, _) = lowered.expect("a function of the file").plan();
    if in_lanes {
        return plan.kernels.iter().map(|kernel| count(&kernel.soac.body)).sum();
    }
    count(&accel_ir::plan::as_function(&plan).body.statements)
}
