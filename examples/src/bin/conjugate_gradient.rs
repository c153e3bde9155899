//! Solves a sparse system of equations by conjugate gradients: a Matrix Market file, or the heat of
//! a plate.
//!
//! `cargo run --release -p examples --bin conjugate_gradient -- MATRIX.mtx`

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Parser;
use examples::comparison::beside;
use examples::inputs::positive;
use examples::matrix_market::Sparse;
use examples::{sparse, with_rayon};

/// Solves a sparse system of equations by conjugate gradients, with a right side for which all
/// unknowns are 1.
#[derive(Parser)]
struct Arguments {
    /// A symmetric, positive definite matrix of real numbers in the Matrix Market format
    /// [default: the heat of a square plate]
    matrix: Option<PathBuf>,
    /// The number of points of the plate along each side
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..=4000))]
    plate: u16,
    /// The size that the rest must have at most, relative to the right side
    #[arg(long, default_value_t = 1e-9, value_parser = positive)]
    tolerance: f64,
    /// The most rounds to try
    #[arg(long, default_value_t = 10_000)]
    rounds: usize,
}

fn main() -> Result<()> {
    let Arguments { matrix, plate, tolerance, rounds: most } = Arguments::parse();
    let matrix = match matrix {
        Some(path) => Sparse::read(&path)?,
        None => heat(plate.into()),
    };
    let n = matrix.height();
    ensure!(matrix.width == n && n > 0, "the matrix is {n} × {}, not square", matrix.width);

    let rows = matrix.rows();
    let ones = vec![1.0; n];
    let right = sparse::try_product(rows, &ones)?;
    let (solution, rounds, rest) = sparse::try_conjugate_gradient(rows, &right, tolerance, most)?;
    println!("{n} unknowns, {} entries", matrix.values.len());
    ensure!(
        rest <= tolerance,
        "no solution in {rounds} rounds (rest {rest:.1e}): is the matrix symmetric and positive definite?"
    );
    let apart = solution.iter().map(|x| (x - 1.0).abs()).fold(0.0, f64::max);
    println!("solved in {rounds} rounds; no unknown is off by more than {apart:.1e}");

    beside(
        "product",
        sparse::product::plan(),
        || sparse::product(rows, &right),
        || with_rayon::sparse::product(&matrix, &right),
        |ours, theirs| (Box::new(ours.iter()), Box::new(theirs.iter().copied())),
    )?;
    beside(
        "conjugate_gradient",
        sparse::conjugate_gradient::plan(),
        || sparse::conjugate_gradient(rows, &right, tolerance, most),
        || with_rayon::sparse::conjugate_gradient(&matrix, &right, tolerance, most),
        |ours, theirs| (Box::new(ours.0.iter()), Box::new(theirs.0.iter().copied())),
    )?;
    Ok(())
}

/// The heat of a square plate with cold edges: each point is as warm as its four neighbours are on
/// average, but for the points that are heated.
fn heat(side: usize) -> Sparse {
    let mut entries = Vec::new();
    for y in 0..side {
        for x in 0..side {
            let place = y * side + x;
            entries.push((place, place as u32, 4.0));
            if x > 0 {
                entries.push((place, (place - 1) as u32, -1.0));
                entries.push((place - 1, place as u32, -1.0));
            }
            if y > 0 {
                entries.push((place, (place - side) as u32, -1.0));
                entries.push((place - side, place as u32, -1.0));
            }
        }
    }
    Sparse::from_entries(side * side, side * side, &entries)
}
