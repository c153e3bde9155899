//! Finds the words of a list that have given MD5 digests: why passwords should not be words.
//!
//! `cargo run --release -p examples --bin md5_search -- WORDS.txt --digest 5f4dcc3b5aa765d61d8327deb882cf99`

use std::fs;
use std::path::{Path, PathBuf};

use accel::Ragged;
use anyhow::{Context, Result, ensure};
use clap::Parser;
use examples::comparison::beside;
use examples::{digests, with_rayon};

/// Finds the words of a list that have given MD5 digests.
#[derive(Parser)]
struct Arguments {
    /// A list of words, one a line [default: that of the system, or made-up words]
    words: Option<PathBuf>,
    /// A digest to look for, 32 hexadecimal digits; may be repeated
    /// [default: that of a word in the middle of the list]
    #[arg(long = "digest", value_parser = parse)]
    wanted: Vec<Digest>,
    /// So many made-up words instead of a list
    #[arg(long, conflicts_with = "words")]
    random: Option<usize>,
}

/// The file in which systems keep a list of words.
const SYSTEM: &str = "/usr/share/dict/words";

/// Four words of which the first byte is the lowest.
type Digest = (u32, u32, u32, u32);

fn main() -> Result<()> {
    let Arguments { words, mut wanted, random } = Arguments::parse();
    let system = words.is_none() && random.is_none() && Path::new(SYSTEM).is_file();
    let list: Vec<Vec<u8>> = match if system { Some(SYSTEM.into()) } else { words } {
        Some(path) => {
            let text = fs::read(&path)
                .with_context(|| format!("cannot read the words {}", path.display()))?;
            text.split(|byte| *byte == b'\n').map(|line| line.trim_ascii_end().to_vec()).collect()
        }
        None => (0..random.unwrap_or(300_000)).map(made_up).collect(),
    };
    let list: Vec<Vec<u8>> = list.into_iter().filter(|word| !word.is_empty()).collect();
    ensure!(!list.is_empty(), "there are no words in the list");
    if wanted.is_empty() {
        wanted.push(with_rayon::digests::digest(&list[list.len() / 2]));
    }

    let messages = Ragged::from_rows(&list);
    let found = digests::try_search(&messages, &wanted)?;
    println!("{} words, {} bytes", list.len(), messages.values().len());
    for (digest, place) in wanted.iter().zip(found.iter()) {
        let word = list.get(place).map(|word| String::from_utf8_lossy(word).into_owned());
        println!(
            "{}  {}",
            show(*digest),
            word.unwrap_or_else(|| "no word of the list".to_string())
        );
    }

    beside(
        "search",
        digests::search::plan(),
        || digests::search(&messages, &wanted),
        || with_rayon::digests::search(&list, &wanted),
        |ours, theirs| {
            let theirs = theirs.iter().map(|place| *place as f64);
            (Box::new(ours.iter().map(|place| place as f64)), Box::new(theirs))
        },
    )?;
    Ok(())
}

fn parse(text: &str) -> Result<Digest, String> {
    let word = |place: usize| {
        let digits = text.get(8 * place..8 * place + 8)?;
        u32::from_str_radix(digits, 16).ok().map(u32::swap_bytes)
    };
    let digits = text.len() == 32 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    let words = || Some((word(0)?, word(1)?, word(2)?, word(3)?));
    digits.then(words).flatten().ok_or_else(|| "expected 32 hexadecimal digits".to_string())
}

fn show(digest: Digest) -> String {
    let words = [digest.0, digest.1, digest.2, digest.3];
    words.map(|word| format!("{:08x}", word.swap_bytes())).concat()
}

/// The word of this number: syllables, and a number at the end of some.
fn made_up(number: usize) -> Vec<u8> {
    const SYLLABLES: [&str; 16] = [
        "ba", "cho", "da", "fe", "gri", "hu", "ka", "le", "mo", "na", "pi", "ro", "su", "ta", "ve",
        "zo",
    ];
    let (mut rest, mut word) = (number, String::new());
    while rest > 0 || word.is_empty() {
        word.push_str(SYLLABLES[rest % 16]);
        rest /= 16;
    }
    if number.is_multiple_of(5) {
        word.push_str(&(number % 100).to_string());
    }
    word.into_bytes()
}
