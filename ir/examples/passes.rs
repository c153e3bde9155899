//! Shows the public functions of a block after each entry of the pipeline.
//!
//! `cargo run -p accel-ir --example passes -- [--device] FILE [PASS]` prints core IR after every entry
//! (or after those of one name), and the plans at the end; with `--device` of the functions as they are
//! for devices, if these differ.

use accel_ir::Limits;
use accel_ir::core::{Function, Program, print_function};
use accel_ir::diagnostic::Diagnostic;
use accel_ir::front::{Lowered, front};
use accel_ir::pipeline::{self, Entry};
use accel_ir::plan::print_plan;

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let device = arguments.next_if(|argument| argument == "--device").is_some();
    let Some(file) = arguments.next() else {
        eprintln!("usage: passes [--device] FILE [PASS]");
        std::process::exit(2);
    };
    let only = arguments.next();
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{file}: {error}");
            std::process::exit(1);
        }
    };
    let functions = match front(&text) {
        Ok(functions) => functions,
        Err(errors) => {
            errors.iter().for_each(|error| eprintln!("{error}"));
            std::process::exit(1);
        }
    };
    for lowered in functions {
        if let Err(error) = show(&lowered, device, only.as_deref()) {
            eprintln!("{}", error.text());
            std::process::exit(1);
        }
    }
}

/// Prints a function after each entry.
fn show(lowered: &Lowered, device: bool, only: Option<&str>) -> Result<(), Box<Diagnostic>> {
    println!("== {} as written", lowered.name());
    print(&lowered.program.functions);
    let is_shown = |entry: &Entry| only.is_none_or(|only| only == entry.name);
    let mut after = |entry: &Entry, program: &Program| {
        if is_shown(entry) {
            println!("== after {}", entry.name);
            print(&program.functions);
        }
    };
    let optimised = pipeline::stages(lowered.program.clone(), device, &mut after);
    let Some(Program { functions }) = optimised else {
        println!("== {} does on devices what it does on the CPU", lowered.name());
        return Ok(());
    };
    let first = functions.first().map(|first| first.name.clone());
    for function in functions.iter().cloned() {
        let is_first = first.as_ref() == Some(&function.name);
        let owned = |var| is_first && lowered.owned.contains(&var);
        let mut after = |entry: &Entry, function: &Function| {
            if is_shown(entry) {
                println!("== {} after {}", function.name, entry.name);
                print(std::slice::from_ref(function));
            }
        };
        pipeline::host_code(function.clone(), &owned, &Limits::MEASURED, &mut after)?;
        let regularity = if is_first && !device { lowered.regularity.clone() } else { Vec::new() };
        let plan = pipeline::plan(function, regularity, &owned, &Limits::MEASURED)?;
        println!("== plan\n{}", print_plan(&plan));
    }
    let called = if device { Vec::new() } else { functions };
    for function in called.into_iter().skip(1) {
        println!("== {} as lanes call it", function.name);
        print(&[pipeline::in_lane(function)]);
    }
    Ok(())
}

fn print(functions: &[Function]) {
    functions.iter().for_each(|function| println!("{}", print_function(function)));
}
