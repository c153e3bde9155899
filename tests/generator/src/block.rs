//! Blocks through the front end, and pass by pass.

use accel_ir::core::{Program, print_program};
use accel_ir::pipeline;

pub use accel_ir::front::{Lowered, front};

/// The result of a pass on a program.
pub struct Stage {
    /// The name of the pass.
    pub pass: &'static str,
    /// The program after it.
    pub program: Program,
    /// Its text.
    pub text: String,
}

/// A program after each pass that changes it. A pass that leaves the program as it is needs no
/// second run.
pub fn stages(program: Program) -> Vec<Stage> {
    stages_of(program, false).unwrap_or_default()
}

/// The same of the program as it is for devices, if that is another one.
pub fn stages_for_devices(program: Program) -> Option<Vec<Stage>> {
    stages_of(program, true)
}

fn stages_of(program: Program, for_devices: bool) -> Option<Vec<Stage>> {
    let mut before = print_program(&program);
    let mut list = Vec::new();
    pipeline::stages(program, for_devices, &mut |entry, program| {
        let text = print_program(program);
        if text != before {
            before.clone_from(&text);
            list.push(Stage { pass: entry.name, program: program.clone(), text });
        }
    })?;
    Some(list)
}
