//! Tasks of this repository that are more than a command: `cargo xtask TASK`.

mod ci;
mod gpu_bundle;
mod programs;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask ci LANE | cargo xtask forms | cargo xtask gpu-bundle FOLDER \
                     | cargo xtask text [FOLDER]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["ci", lane] => ci::run(lane),
        ["forms"] => programs::example("forms", None),
        ["gpu-bundle", folder] => gpu_bundle::make(folder.as_ref()),
        ["text"] => programs::example("text", None),
        ["text", folder] => programs::example("text", Some(folder)),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
