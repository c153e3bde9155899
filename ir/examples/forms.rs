//! Counts how often kernels take each form of a schedule, in all program files and in random programs, with the
//! usual limits and with low ones: `cargo xtask forms`. A form that low limits never give is one that random
//! programs do not test.
//!
//! The first argument is the folder of the program files, the second how many random programs there are.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use accel_ir::Limits;
use accel_test_programs::forms::forms;
use accel_test_programs::{folders, random};

/// The number of expressions of a random program, more or less.
const BUDGET: i64 = 40;

/// The number of times that a form is taken in program files and in random programs, with usual and
/// with low limits.
type Counts = BTreeMap<String, [[u32; 2]; 2]>;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("the folder of the program files");
    let count: u64 = arguments.next().and_then(|count| count.parse().ok()).expect("a count");
    let mut counts = Counts::new();
    for file in folders::program_files(Path::new(&folder)) {
        let text = fs::read_to_string(file).expect("a program file can be read");
        add(&mut counts, 0, &text);
    }
    for seed in 0..count {
        let text = random::program(seed, BUDGET).to_string();
        add(&mut counts, 1, &text);
    }
    println!("{:48} {:>18} {:>18}", "kernels of", "program files", "random programs");
    println!("{:48} {:>9}{:>9} {:>9}{:>9}", "limits", "usual", "low", "usual", "low");
    for (form, [files, random]) in counts {
        println!("{form:48} {:>9}{:>9} {:>9}{:>9}", files[0], files[1], random[0], random[1]);
    }
}

/// Counts the forms of all kernels of a program, with usual and with low limits.
fn add(counts: &mut Counts, source: usize, text: &str) {
    for (number, limits) in [Limits::MEASURED, Limits::LOWERED].iter().enumerate() {
        let mut count = |form: String| counts.entry(form).or_default()[source][number] += 1;
        for forms in forms(text, limits) {
            count("kernels".to_owned());
            forms.into_iter().for_each(&mut count);
        }
    }
}
