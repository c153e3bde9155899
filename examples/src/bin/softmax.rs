//! Turns scores of choices into probabilities, for each group of a table: groups may have any number
//! of choices.
//!
//! `cargo run --release -p examples --bin softmax -- TABLE.csv --group user --choice film --score stars`

use std::collections::HashMap;
use std::path::PathBuf;

use accel::Ragged;
use anyhow::Result;
use clap::Parser;
use examples::comparison::beside;
use examples::inputs::{file_or, positive};
use examples::tables::Table;
use examples::{chances, with_rayon};

/// Turns the scores of choices into probabilities, for each group of a table.
#[derive(Parser)]
struct Arguments {
    /// A table with a row for each choice
    /// [default: the flights within the United States: to where from each airport?]
    table: Option<PathBuf>,
    /// The column that says to which group a choice belongs
    #[arg(long, default_value = "origin")]
    group: String,
    /// The column that names the choice
    #[arg(long, default_value = "destination")]
    choice: String,
    /// The column of scores
    #[arg(long, default_value = "count")]
    score: String,
    /// The number by which scores are divided: the higher, the more even the probabilities
    #[arg(long, default_value_t = 1000.0, value_parser = positive)]
    temperature: f64,
    /// So many made-up groups instead of a table
    #[arg(long, conflicts_with = "table")]
    random: Option<usize>,
    /// The number of groups that are listed
    #[arg(long, default_value_t = 10)]
    top: usize,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let temperature = arguments.temperature;
    let (groups, choices, scores) = match arguments.random {
        Some(groups) => random(groups),
        None => {
            let table = Table::read(&file_or(arguments.table, "flights.csv"))?;
            let (groups, choices) =
                (table.texts(&arguments.group)?, table.texts(&arguments.choice)?);
            grouped(&groups, &choices, &table.numbers(&arguments.score)?)
        }
    };
    let rows: Vec<Vec<f64>> =
        scores.iter().map(|row| row.iter().map(|score| score / temperature).collect()).collect();
    let scores = Ragged::from_rows(&rows);

    let probabilities = chances::try_softmax(&scores)?;
    let entropies = chances::try_entropies(&probabilities)?;
    println!("{} groups, {} choices", groups.len(), scores.values().len());
    println!("the groups of most choices:");
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by_key(|group| std::cmp::Reverse(rows[*group].len()));
    for group in order.into_iter().take(arguments.top) {
        let row = probabilities.row(group);
        let likely = (0..row.len()).max_by(|a, b| row[*a].total_cmp(&row[*b])).unwrap_or_default();
        println!(
            "  {:<12}{:>6} choices, {:>6.2} bits, most likely {} with {:.4}",
            groups[group],
            row.len(),
            entropies[group],
            choices[group][likely],
            row[likely]
        );
    }

    beside(
        "softmax",
        chances::softmax::plan(),
        || chances::softmax(&scores),
        || with_rayon::chances::softmax(&rows),
        |ours, theirs| {
            (Box::new(ours.values().iter().copied()), Box::new(theirs.iter().flatten().copied()))
        },
    )?;
    Ok(())
}

/// The names of groups; of each group the names of its choices and their scores.
type Groups = (Vec<String>, Vec<Vec<String>>, Vec<Vec<f64>>);

fn grouped(groups: &[&str], choices: &[&str], scores: &[f64]) -> Groups {
    let mut numbers = HashMap::new();
    let mut all: Groups = Default::default();
    for ((group, choice), score) in groups.iter().zip(choices).zip(scores) {
        let number = *numbers.entry(*group).or_insert_with(|| {
            all.0.push(group.to_string());
            all.1.push(Vec::new());
            all.2.push(Vec::new());
            all.0.len() - 1
        });
        all.1[number].push(choice.to_string());
        all.2[number].push(*score);
    }
    all
}

/// Groups of up to 100 choices whose scores are below 5000.
fn random(groups: usize) -> Groups {
    let mut dice = fastrand::Rng::with_seed(1);
    let scores: Vec<Vec<f64>> = (0..groups)
        .map(|_| (0..dice.usize(1..=100)).map(|_| 5000.0 * dice.f64()).collect())
        .collect();
    let names = (0..groups).map(|group| group.to_string()).collect();
    let choice = |row: &Vec<f64>| (0..row.len()).map(|choice| choice.to_string()).collect();
    (names, scores.iter().map(choice).collect(), scores)
}
