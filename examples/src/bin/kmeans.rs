//! Groups the rows of a table into clusters by k-means.
//!
//! `cargo run --release -p examples --bin kmeans -- TABLE.csv --columns height,weight --clusters 3`

use std::path::PathBuf;

use accel::Array;
use anyhow::{Result, ensure};
use clap::Parser;
use examples::clusters;
use examples::comparison::beside;
use examples::inputs::file_or;
use examples::tables::Table;
use examples::with_rayon::{self, Matrix};

/// Groups the rows of a table into clusters by k-means.
#[derive(Parser)]
struct Arguments {
    /// A table of comma-separated values [default: airports of the United States]
    table: Option<PathBuf>,
    /// The columns that say how close rows are
    #[arg(long, value_delimiter = ',', default_value = "longitude,latitude")]
    columns: Vec<String>,
    /// The column with the names of the rows [default: their numbers]
    #[arg(long)]
    name: Option<String>,
    /// So many made-up points instead of a table
    #[arg(long, conflicts_with = "table", value_parser = clap::value_parser!(u32).range(1..))]
    random: Option<u32>,
    /// The number of clusters
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
    clusters: u32,
    /// The most rounds
    #[arg(long, default_value_t = 100)]
    rounds: usize,
}

fn main() -> Result<()> {
    let Arguments { table, columns, name, random, clusters: k, rounds: most } = Arguments::parse();
    let (points, names) = match random {
        Some(n) => (made_up(n as usize, columns.len()), None),
        None => {
            let name = name.or_else(|| table.is_none().then(|| "iata".to_string()));
            let table = Table::read(&file_or(table, "airports.csv"))?;
            let columns: Vec<Vec<f64>> =
                columns.iter().map(|column| table.numbers(column)).collect::<Result<_>>()?;
            let points =
                (0..table.rows()).flat_map(|row| columns.iter().map(move |column| column[row]));
            let points = Array::from_vec([table.rows(), columns.len()], points.collect());
            let names = name.map(|name| {
                table.texts(&name).map(|texts| texts.into_iter().map(str::to_string).collect())
            });
            (points, names.transpose()?)
        }
    };
    let ([n, d], k) = (points.shape(), k as usize);
    ensure!(k <= n, "{n} rows cannot be {k} clusters");
    let names: Vec<String> = names.unwrap_or_else(|| (1..=n).map(|row| row.to_string()).collect());

    // The first centres are rows at even distances.
    let start = (0..k).flat_map(|cluster| (0..d).map(move |axis| (cluster * n / k, axis)));
    let start = Array::from_vec([k, d], start.map(|(row, axis)| points[[row, axis]]).collect());
    let (centres, members, rounds) = clusters::try_cluster(&points, &start, most)?;
    let radii = clusters::try_radii(&points, &centres, &members)?;
    println!("{n} rows in {k} clusters after {rounds} rounds");
    for cluster in 0..k {
        let rows = members.row(cluster);
        let centre: Vec<_> =
            (0..d).map(|axis| format!("{:.2}", centres[[cluster, axis]])).collect();
        let some: Vec<_> = rows.iter().take(5).map(|row| names[*row].as_str()).collect();
        println!(
            "  {:>6} around ({}), radius {:.2}: {} …",
            rows.len(),
            centre.join(", "),
            radii[cluster],
            some.join(", ")
        );
    }

    let (by_hand, start_by_hand) = (Matrix::from(&points), Matrix::from(&start));
    beside(
        "cluster",
        clusters::cluster::plan(),
        || clusters::cluster(&points, &start, most),
        || with_rayon::clusters::cluster(&by_hand, &start_by_hand, most),
        |ours, theirs| (Box::new(ours.0.iter()), Box::new(theirs.values.iter().copied())),
    )?;
    Ok(())
}

/// Points in heaps around ten places.
fn made_up(n: usize, axes: usize) -> Array<f64, 2> {
    let mut dice = fastrand::Rng::with_seed(1);
    let heaps: Vec<f64> = (0..10 * axes).map(|_| 10.0 * dice.f64()).collect();
    let mut points = Vec::new();
    for _ in 0..n {
        let heap = dice.usize(..10);
        for axis in 0..axes {
            points.push(heaps[heap * axes + axis] + dice.f64() + dice.f64() - 1.0);
        }
    }
    Array::from_vec([n, axes], points)
}
