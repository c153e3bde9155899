//! Summarises a column of a table, says how far its mean can be trusted, and draws its histogram.
//!
//! `cargo run --release -p examples --bin statistics -- TABLE.csv --column NAME`

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use examples::inputs::file_or;
use examples::tables::Table;
use examples::{charts, pictures, statistics};

/// Summarises a column of a table, says how far its mean can be trusted, and draws its histogram.
#[derive(Parser)]
struct Arguments {
    /// A table of comma-separated values whose first line names the columns
    /// [default: the weather in Seattle]
    table: Option<PathBuf>,
    /// The column
    #[arg(long, default_value = "temp_max")]
    column: String,
    /// The number of bars of the histogram
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=1000))]
    bins: u32,
    /// The number of times that the numbers are drawn anew, to find the interval of the mean
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(40..))]
    samples: u32,
    /// The file for the histogram
    #[arg(long, default_value = "target/statistics/histogram.png")]
    out: PathBuf,
}

fn main() -> Result<()> {
    let Arguments { table, column, bins, samples, out } = Arguments::parse();
    let table = Table::read(&file_or(table, "seattle-weather.csv"))?;
    let numbers = table.numbers(&column)?;

    let summary = statistics::try_summarise(&numbers)?;
    let means = statistics::try_bootstrap(&numbers, samples as usize, 1)?.into_vec();
    let from = means[means.len() / 40];
    let to = means[means.len() - 1 - means.len() / 40];
    println!("{column}: {} numbers", numbers.len());
    println!("  mean       {:>12.4}   95 % from {from:.4} to {to:.4}", summary.mean);
    println!("  deviation  {:>12.4}", summary.deviation);
    println!("  skewness   {:>12.4}", summary.skewness);
    println!("  minimum    {:>12.4}", summary.minimum);
    println!("  quartile   {:>12.4}", summary.lower_quartile);
    println!("  median     {:>12.4}", summary.median);
    println!("  quartile   {:>12.4}", summary.upper_quartile);
    println!("  maximum    {:>12.4}", summary.maximum);

    let (low, high) = range(summary.minimum, summary.maximum);
    let counts = statistics::try_histogram(&numbers, low, high, bins as usize)?;
    let title = format!("{column}, {} values", numbers.len());
    pictures::write(&out, &charts::histogram(&title, &counts, (low, high), summary.mean)?)?;
    println!("{}", out.display());
    Ok(())
}

/// From the smallest to the largest number; somewhat more if they are the same.
fn range(minimum: f64, maximum: f64) -> (f64, f64) {
    let margin = if minimum < maximum { 0.0 } else { 0.5 * minimum.abs().max(1.0) };
    (minimum - margin, maximum + margin)
}
