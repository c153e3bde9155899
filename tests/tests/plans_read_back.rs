//! Back ends write the same code of a plan that has been printed and read back: all that they go by stands in
//! the plan. The programs are all program files, and random ones: `ACCEL_PLANS_READ_BACK` says how many.

use std::fs;
use std::path::Path;

use accel_ir::{
    CodeOfUnits, DeviceCode, Input, Limits, Options, compile_as, cuda_units_as, on_own_stack,
};
use accel_test_programs::folders::program_files;
use accel_test_programs::random;
use accel_test_programs::settings::setting;

/// The number of random programs, unless the environment says otherwise.
const RANDOM_PROGRAMS: u64 = 200;

/// The number of expressions of a random program, more or less.
const BUDGET: i64 = 40;

#[test]
fn code_of_program_files_is_that_of_their_printed_plans() {
    for file in program_files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/programs"))) {
        let text = fs::read_to_string(&file).expect("a program file can be read");
        let name = file.display().to_string();
        on_own_stack(|| check(&name, &text, Limits::MEASURED), || ());
    }
}

#[test]
fn code_of_random_programs_is_that_of_their_printed_plans() {
    for seed in 0..setting("ACCEL_PLANS_READ_BACK", RANDOM_PROGRAMS) {
        let text = random::program(seed, BUDGET).to_string();
        let name = format!("the random program {seed}");
        for limits in [Limits::MEASURED, Limits::LOWERED] {
            on_own_stack(|| check(&name, &text, limits), || ());
        }
    }
}

/// Compares the Rust and the CUDA C++ of a program with those of plans that have been read back.
fn check(name: &str, text: &str, limits: Limits) {
    let [direct, read_back] =
        [false, true].map(|reads_plans_back| code(text, limits, reads_plans_back));
    if direct == read_back {
        return;
    }
    let both = direct.lines().zip(read_back.lines()).enumerate();
    let (line, (direct, read_back)) =
        both.into_iter().find(|(_, (a, b))| a != b).expect("some line differs");
    panic!("{name}, line {line}:\n{direct}\nis, of plans that are read back,\n{read_back}");
}

fn code(text: &str, limits: Limits, reads_plans_back: bool) -> String {
    let compiled =
        |unit: &str| Some(DeviceCode { ptx: quote::quote!(PTX_OF[#unit]), machine: Vec::new() });
    let units: CodeOfUnits = Some(&compiled);
    let input = || Input::Block(text.parse().expect("a program is made of tokens"));
    let options = Options { units, limits, reads_plans_back };
    let rust = compile_as(input(), &options).to_string();
    let rust = rust.replace(';', ";\n");
    let cuda = cuda_units_as(input(), &options);
    let cuda: String =
        cuda.iter().map(|unit| format!("// {}\n{}\n", unit.name, unit.source)).collect();
    rust + &cuda
}
