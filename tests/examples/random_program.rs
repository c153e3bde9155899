//! Prints the program of a seed: `cargo run -p accel-tests --example random_program SEED BUDGET`.

fn main() {
    let number = |position: usize| std::env::args().nth(position)?.parse().ok();
    let (seed, budget) = (number(1).unwrap_or(0), number(2).unwrap_or(40));
    println!("{}", accel_tests::random::program(seed as u64, budget));
}
