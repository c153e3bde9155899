//! The text that the compiler writes, as hashes: `ir/examples/text.rs` on all program files and on random
//! programs.

use std::error::Error;
use std::process::Command;

/// How many random programs there are.
const RANDOM_PROGRAMS: &str = "2000";

/// Prints the hashes, and writes the texts into a folder if one is named.
pub fn print(folder: Option<&str>) -> Result<(), Box<dyn Error>> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--locked", "-p", "accel-ir", "--example", "text", "--"]);
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/programs"));
    command.arg(RANDOM_PROGRAMS).args(folder);
    match command.status()?.success() {
        true => Ok(()),
        false => Err("the texts were not printed".into()),
    }
}
