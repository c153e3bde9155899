//! Shows what each pass makes of the public functions of a block.
//!
//! `cargo run -p accel-ir --example passes -- FILE [PASS]` prints core IR after every pass (or
//! after those of one name), and the plan at the end.

#[path = "../../tests/src/block.rs"]
#[allow(dead_code)]
mod block;

use accel_ir::core::{print_function, verify_function};
use accel_ir::passes::{PIPELINE, selections};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        eprintln!("usage: passes FILE [PASS]");
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
    let functions = match block::front(&text) {
        Ok(functions) => functions,
        Err(errors) => {
            errors.iter().for_each(|error| eprintln!("{error}"));
            std::process::exit(1);
        }
    };
    for lowered in functions {
        let mut program = lowered.program.clone();
        println!("== {} as written", lowered.name());
        program.functions.iter().for_each(|f| println!("{}", print_function(f)));
        if let Err(error) = verify_function(&program.functions[0]) {
            panic!("{error}");
        }
        selections(&mut program);
        if only.as_deref().is_none_or(|only| only == "selections") {
            println!("== after selections");
            program.functions.iter().for_each(|f| println!("{}", print_function(f)));
        }
        for pass in PIPELINE {
            for function in &mut program.functions {
                (pass.run)(function);
            }
            if only.as_deref().is_none_or(|only| only == pass.name) {
                println!("== after {}", pass.name);
                program.functions.iter().for_each(|f| println!("{}", print_function(f)));
            }
        }
        println!("== plan\n{}", accel_ir::plan::print_plan(&lowered.plan().0));
    }
}
