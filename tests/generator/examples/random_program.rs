//! Prints the random program of a seed: `cargo run -p accel-test-programs --example random_program SEED`.

use accel_test_programs::random::program;

fn main() {
    for seed in std::env::args().skip(1) {
        let seed = seed.parse().expect("a seed is a number");
        println!("{}", program(seed, 40));
    }
}
