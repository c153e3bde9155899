//! Rewrites of whole programs for devices: recursions go level by level ([`lift`](mod@lift)), and rows
//! are scattered element by element.

mod lift;

use super::scattered_rows;
use crate::core::visit::calls;
use crate::core::{Program, Target};
use lift::lift;

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

/// Gives the first function the name of its variant for devices, unless it has it. Other functions that
/// call it go on calling it as it is.
pub fn name_first_for_devices(program: &mut Program) -> bool {
    let first = program.functions[0].clone();
    if first.target == Target::Devices {
        return false;
    }
    program.functions[0] = first.clone().for_devices();
    if program.functions.iter().any(|function| calls(function, &first.name)) {
        program.functions.push(first);
    }
    true
}
