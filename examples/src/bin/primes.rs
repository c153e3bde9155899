//! Finds all primes up to a limit by a sieve, and the prime factors of the numbers of a file.
//!
//! `cargo run --release -p examples --bin primes -- NUMBERS.txt`

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Parser;
use examples::comparison::beside;
use examples::{primes, with_rayon};

/// Finds all primes up to a limit by a sieve, and the prime factors of the numbers of a file.
#[derive(Parser)]
struct Arguments {
    /// A file of whole numbers from 2 to 10^14, with blanks or ends of lines between them
    /// [default: some numbers of 2 to 13 digits]
    numbers: Option<PathBuf>,
    /// Up to where primes are looked for
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    limit: u64,
    /// The number of primes that are listed
    #[arg(long, default_value_t = 10)]
    top: usize,
}

fn main() -> Result<()> {
    let Arguments { numbers, limit, top } = Arguments::parse();
    let numbers = match numbers {
        Some(path) => read(&path)?,
        None => {
            let mut dice = fastrand::Rng::with_seed(1);
            (0..200).map(|place| dice.u64(2..10_u64.pow(2 + place % 12))).collect()
        }
    };
    let found = primes::try_primes(limit)?;
    println!("{} primes up to {limit}, the last is {}", found.len(), found.last().unwrap_or(&0));

    let largest = numbers.iter().copied().max().unwrap_or(0);
    let small = primes::try_primes(largest.isqrt())?;
    let factors = primes::try_factors(&numbers, &small)?;
    for (number, factors) in numbers.iter().zip(factors.rows()).take(top) {
        println!("{number} = {}", product(*number, factors));
    }

    beside(
        "primes",
        primes::primes::plan(),
        || primes::primes(limit),
        || with_rayon::primes::primes(limit),
        |ours, theirs| {
            let theirs = theirs.iter().map(|prime| *prime as f64);
            (Box::new(ours.iter().map(|prime| prime as f64)), Box::new(theirs))
        },
    )?;
    beside(
        "factors",
        primes::factors::plan(),
        || primes::factors(&numbers, &small),
        || with_rayon::primes::factors(&numbers, &small),
        |ours, theirs| {
            let theirs = theirs.iter().flatten().map(|factor| *factor as f64);
            (Box::new(ours.values().iter().map(|factor| *factor as f64)), Box::new(theirs))
        },
    )?;
    Ok(())
}

/// A number as a product: of its different factors up to its root, as often as they divide it, and of
/// the rest, which is prime.
fn product(number: u64, factors: &[u64]) -> String {
    let (mut rest, mut parts) = (number, Vec::new());
    for factor in factors {
        while rest % factor == 0 {
            parts.push(factor.to_string());
            rest /= factor;
        }
    }
    if rest > 1 {
        parts.push(rest.to_string());
    }
    parts.join(" × ")
}

fn read(path: &Path) -> Result<Vec<u64>> {
    let shown = path.display();
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read the numbers {shown}"))?;
    let number = |word: &str| {
        let number = word.parse().ok().filter(|number| (2..=100_000_000_000_000).contains(number));
        number.ok_or_else(|| {
            anyhow!("{shown}: expected a number from 2 to 10^14, but found `{word}`")
        })
    };
    text.split_whitespace().map(number).collect()
}
