//! Measures kernels in accel beside rayon, Rust tuned by hand, and plain loops.

use std::path::Path;
use std::process::ExitCode;

use accel_benches::arguments::Arguments;
use accel_benches::measure::Bench;
use accel_benches::{KERNELS, machine, report};

fn main() -> ExitCode {
    let arguments = match Arguments::parse(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    };
    let mut bench = Bench::new(arguments.quick, arguments.fastest);
    for kernel in KERNELS.iter().filter(|kernel| arguments.wants(kernel)) {
        (kernel.run)(&mut bench);
    }
    let mut text = report::table(&bench.rows);
    let evenness = report::evenness(&bench.rows);
    if !evenness.is_empty() {
        text += &format!("\nBeside the best of each rival for the same work:\n\n{evenness}");
    }
    let missed = report::missed(&bench.rows);
    if !missed.is_empty() {
        text += &format!("\nMissed goals:\n\n{missed}");
    }
    print!("{text}");
    let Some(file) = arguments.out else { return ExitCode::SUCCESS };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join(file);
    let counted = if arguments.fastest { "Fastest turns" } else { "Medians" };
    let text = format!("{}{counted} count.\n\n{text}", machine::description());
    match std::fs::write(&path, text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}
