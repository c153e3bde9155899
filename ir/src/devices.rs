//! What a program does instead on devices: recursions go level by level (`lift/`), and rows are
//! scattered element by element (`passes/rows/scatter.rs`).

use std::sync::Arc;

use crate::core::Program;
use crate::lift::lift;
use crate::passes::{calls, scattered_rows};

/// Scatters rows of the first function element by element. Scatters in recursive functions stay loops.
pub fn scattered_rows_of_first(program: &mut Program) -> bool {
    scattered_rows(&mut program.functions[0])
}

/// Has calls of recursive functions run for many lanes at the same time, where they can.
pub fn lift_in_place(program: &mut Program) -> bool {
    match lift(program) {
        Some(lifted) => {
            *program = lifted;
            true
        }
        None => false,
    }
}

/// Gives the first function the name of what it does on devices, unless it has it. Others that call it
/// go on with it as it is.
pub fn name_first_for_devices(program: &mut Program) -> bool {
    let first = program.functions[0].clone();
    if is_for_devices(&first.name) {
        return false;
    }
    program.functions[0].name = name_for_devices(&first.name);
    if program.functions.iter().any(|function| calls(function, &first.name)) {
        program.functions.push(first);
    }
    true
}

/// The name of what a function does on devices.
pub fn name_for_devices(function: &str) -> Arc<str> {
    format!("{function}.devices").into()
}

/// Returns true if only devices go through a function, by its name.
pub fn is_for_devices(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, form)| form.starts_with("lanes") || form == "devices")
}
