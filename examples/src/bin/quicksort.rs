//! Sorts a column of a table, or random numbers, by a quicksort whose parts are sorted in parallel.
//!
//! `cargo run --release -p examples --bin quicksort -- TABLE.csv --column NAME`

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use examples::comparison::beside;
use examples::tables::Table;
use examples::{sorting, with_rayon};

/// Sorts a column of a table, or random numbers, by a quicksort whose parts are sorted in parallel.
#[derive(Parser)]
struct Arguments {
    /// A table of comma-separated values [default: random numbers]
    #[arg(requires = "column")]
    table: Option<PathBuf>,
    /// The column of the table
    #[arg(long, requires = "table")]
    column: Option<String>,
    /// The number of random numbers
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u32).range(1..))]
    random: u32,
}

fn main() -> Result<()> {
    let Arguments { table, column, random } = Arguments::parse();
    let keys = match (table, column) {
        (Some(table), Some(column)) => Table::read(&table)?.numbers(&column)?,
        _ => {
            let mut dice = fastrand::Rng::with_seed(1);
            (0..random).map(|_| dice.f64()).collect()
        }
    };
    let sorted = sorting::try_quicksort(&keys)?;
    let at = |part: usize| sorted[[part * (sorted.len() - 1) / 4]];
    println!("{} numbers, from {} to {}", sorted.len(), at(0), at(4));
    println!(
        "a quarter is at most {}, half at most {}, three quarters at most {}",
        at(1),
        at(2),
        at(3)
    );

    beside(
        "quicksort",
        sorting::quicksort::plan(),
        || sorting::quicksort(&keys),
        || {
            let mut sorted = keys.clone();
            with_rayon::sorting::quicksort(&mut sorted);
            sorted
        },
        |ours, theirs| (Box::new(ours.iter()), Box::new(theirs.iter().copied())),
    )?;
    Ok(())
}
