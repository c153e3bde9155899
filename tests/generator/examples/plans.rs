//! Prints the errors of program files, or the plans of their functions, without compiling them: `cargo
//! run -p accel-test-programs --example plans -- FILE…`.

use accel_test_programs::block::front;

fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        match front(&text) {
            Ok(functions) => {
                for lowered in functions {
                    let plan = lowered.plan().0;
                    let storage = accel_ir::plan::Storage::of(&plan);
                    print!("{}", accel_ir::plan::overview(&plan, &storage, &lowered.source));
                }
            }
            Err(errors) => errors.iter().for_each(|error| eprintln!("{file}: {error}")),
        }
    }
}
