//! Counts how often each word occurs in a text.
//!
//! `cargo run --release -p examples --bin word_frequency -- TEXT.txt`

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use examples::comparison::beside;
use examples::inputs::file_or;
use examples::{with_rayon, words};

/// Counts how often each word occurs in a text.
#[derive(Parser)]
struct Arguments {
    /// A text in UTF-8 [default: Alice's Adventures in Wonderland]
    text: Option<PathBuf>,
    /// A text of so many made-up words instead
    #[arg(long, conflicts_with = "text")]
    random: Option<usize>,
    /// The number of words that are listed
    #[arg(long, default_value_t = 20)]
    top: usize,
}

fn main() -> Result<()> {
    let Arguments { text, random, top } = Arguments::parse();
    let text = match random {
        Some(words) => made_up(words),
        None => {
            let path = file_or(text, "alice.txt");
            fs::read(&path).with_context(|| format!("cannot read the text {}", path.display()))?
        }
    };
    let found = words::try_frequencies(&text)?;
    let total: usize = found.iter().map(|(_, _, count)| count).sum();
    println!("{total} words, {} of them different", found.len());
    for (start, length, count) in found.iter().take(top) {
        let word = String::from_utf8_lossy(&text[start..start + length]).to_lowercase();
        println!("  {word:<16}{count:>8}");
    }

    beside(
        "frequencies",
        words::frequencies::plan(),
        || words::frequencies(&text),
        || with_rayon::words::frequencies(&text),
        |ours, theirs| {
            let numbers = |(start, length, count)| [start, length, count].map(|n: usize| n as f64);
            let theirs = theirs.iter().copied().flat_map(numbers);
            (Box::new(ours.iter().flat_map(numbers)), Box::new(theirs))
        },
    )?;
    Ok(())
}

/// Words of up to four syllables, where short ones are frequent.
fn made_up(words: usize) -> Vec<u8> {
    const SYLLABLES: [&str; 8] = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti"];
    let mut dice = fastrand::Rng::with_seed(1);
    let mut text = String::new();
    for place in 0..words {
        let most = dice.usize(1..=4);
        for _ in 0..dice.usize(1..=most) {
            text.push_str(SYLLABLES[dice.usize(..8)]);
        }
        text.push(if place % 12 == 11 { '\n' } else { ' ' });
    }
    text.into_bytes()
}
