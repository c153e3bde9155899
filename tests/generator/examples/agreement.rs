//! Checks that all forms of a program agree: `cargo run -p accel-test-programs --example agreement
//! FILE…`, where each file holds the items of a block.

use accel_test_programs::agreement::{Outcome, agreement};

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        match agreement(&text, &[0, 1, 2, 3, 5], 7) {
            Outcome::Disagrees(found) => println!("{path}: {}\n{}", found.kind, found.details),
            other => println!("{path}: {other:?}"),
        }
    }
}
