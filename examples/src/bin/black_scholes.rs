//! Prices the European options of a table, and shows their value if the market moves.
//!
//! `cargo run --release -p examples --bin black_scholes -- OPTIONS.csv`

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use examples::inputs::{contracts, file_or};
use examples::options;
use examples::tables::Table;

/// Prices the European options of a table, and shows their value if the market moves.
#[derive(Parser)]
struct Arguments {
    /// A table with kind (call or put), spot, strike, days, rate, volatility
    /// [default: made-up options on real prices of oil]
    table: Option<PathBuf>,
    /// The file for the quotes: price, delta, gamma, vega
    #[arg(long, default_value = "target/black_scholes/quotes.csv")]
    out: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let contracts = contracts(&Table::read(&file_or(arguments.table, "options.csv"))?)?;
    let quotes = options::try_quotes(&contracts)?;

    let path = &arguments.out;
    let cannot = || format!("cannot write the table {}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(cannot)?;
    }
    let mut table = csv::Writer::from_path(path).with_context(cannot)?;
    table.write_record(["price", "delta", "gamma", "vega"]).with_context(cannot)?;
    for quote in quotes.iter() {
        let cells = [quote.price, quote.delta, quote.gamma, quote.vega];
        table.write_record(cells.map(|cell| format!("{cell:.6}"))).with_context(cannot)?;
    }
    table.flush().with_context(cannot)?;
    println!("{} quotes in {}", quotes.len(), path.display());

    let (spots, volatilities) = ([0.7, 0.85, 1.0, 1.15, 1.3], [0.5, 0.75, 1.0, 1.5, 2.0]);
    let worth = options::try_scenarios(&contracts, &spots, &volatilities)?;
    println!("\nWhat all of them are worth if the spot price (down) and the volatility (across)");
    println!("are multiplied by:\n");
    let heads = volatilities.map(|factor| format!("{factor:>12}×")).concat();
    println!("{:>8}{heads}", "");
    for (row, factor) in spots.iter().enumerate() {
        let cells: String =
            (0..5).map(|column| format!("{:>13.2}", worth[[row, column]])).collect();
        println!("{factor:>7}×{cells}");
    }
    Ok(())
}
