//! What a program does instead on devices: recursions go level by level (`lift/`), and rows are
//! scattered element by element (`passes/rows/scatter.rs`).

use std::sync::Arc;

use crate::core::Program;
use crate::lift::lift;
use crate::passes::{calls, prepare, scattered_rows};

/// The program whose first function, under another name, does on devices what that of this program
/// does; none if it does the same. Scatters in recursive functions stay loops.
pub fn for_devices(program: &Program) -> Option<Program> {
    let mut program = program.clone();
    program.functions.iter_mut().for_each(prepare);
    let scatters = scattered_rows(&mut program.functions[0]);
    if let Some(lifted) = lift(&program) {
        return Some(lifted);
    }
    if !scatters {
        return None;
    }
    let first = program.functions[0].clone();
    program.functions[0].name = name_for_devices(&first.name);
    if program.functions.iter().any(|function| calls(function, &first.name)) {
        program.functions.push(first);
    }
    Some(program)
}

/// The name of what a function does on devices.
pub fn name_for_devices(function: &str) -> Arc<str> {
    format!("{function}.devices").into()
}

/// Whether only devices go through a function, by its name.
pub fn is_for_devices(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, form)| form.starts_with("lanes") || form == "devices")
}
