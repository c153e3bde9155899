//! How often kernels take each form of a schedule: `ir/examples/forms.rs` on all program files and on random
//! programs.

use std::error::Error;
use std::process::Command;

/// How many random programs there are.
const RANDOM_PROGRAMS: &str = "2000";

/// Prints the table.
pub fn print() -> Result<(), Box<dyn Error>> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--locked", "-p", "accel-ir", "--example", "forms", "--"]);
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/programs")).arg(RANDOM_PROGRAMS);
    match command.status()?.success() {
        true => Ok(()),
        false => Err("the forms were not counted".into()),
    }
}
