//! Examples of the compiler that go through all program files and random programs.

use std::error::Error;
use std::process::Command;

/// The number of random programs.
const RANDOM_PROGRAMS: &str = "2000";

/// Runs an example, with a folder if one is named.
pub fn example(name: &str, folder: Option<&str>) -> Result<(), Box<dyn Error>> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--locked", "-p", "accel-ir", "--example", name, "--"]);
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/programs"));
    command.arg(RANDOM_PROGRAMS).args(folder);
    match command.status()?.success() {
        true => Ok(()),
        false => Err(format!("the example {name} has failed").into()),
    }
}
