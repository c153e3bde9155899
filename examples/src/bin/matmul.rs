//! Multiplies matrices: compresses a photograph by the cosine transform, or times a product.
//!
//! `cargo run --release -p examples --bin matmul -- PHOTO.jpg --kept 40`

use std::path::PathBuf;
use std::time::Instant;

use accel::Array;
use anyhow::Result;
use clap::Parser;
use examples::inputs::file_or;
use examples::{filters, matrices, pictures};

/// Multiplies matrices: compresses a photograph by the cosine transform, or times a product.
#[derive(Parser)]
struct Arguments {
    /// A photograph: PNG, JPEG or GIF [default: a cup of coffee]
    picture: Option<PathBuf>,
    /// The number of waves in either direction that are kept of the photograph
    #[arg(long, default_value_t = 60)]
    kept: usize,
    /// Multiplies two matrices of so many rows and columns instead
    #[arg(long, conflicts_with = "picture")]
    size: Option<usize>,
    /// The file that the picture is written to
    #[arg(long, default_value = "target/matmul/compressed.png")]
    out: PathBuf,
}

fn main() -> Result<()> {
    let Arguments { picture, kept, size, out } = Arguments::parse();
    match size {
        Some(size) => time(size),
        None => compress(&file_or(picture, "coffee.jpg"), kept, &out),
    }
}

/// Writes the photograph without its finest waves.
fn compress(picture: &std::path::Path, kept: usize, out: &std::path::Path) -> Result<()> {
    let grey = filters::try_luminance(&pictures::read(picture)?)?;
    let compressed = matrices::try_compress(&grey, kept)?;
    let error = matrices::try_difference(&grey, &compressed)?;
    pictures::write(out, &pictures::shades(&compressed))?;
    let [height, width] = grey.shape();
    let share = (kept.min(width) * kept.min(height)) as f64 / (width * height) as f64;
    println!(
        "{:.1} % of the waves; the signal is {:.1} dB above the error",
        100.0 * share,
        -10.0 * error.log10()
    );
    println!("{}", out.display());
    Ok(())
}

/// Times the product of two square matrices.
fn time(size: usize) -> Result<()> {
    let elements = (0..size * size).map(|place| (place % 17) as f32 / 17.0).collect();
    let matrix = Array::try_from_vec([size, size], elements)?;
    let begin = Instant::now();
    let product = matrices::try_matmul(&matrix, &matrix)?;
    let seconds = begin.elapsed().as_secs_f64();
    let operations = 2.0 * (size as f64).powi(3);
    let trace: f32 = (0..size).map(|place| product[[place, place]]).sum();
    println!("{size} × {size}: {seconds:.3} s, {:.1} GFLOP/s", operations / seconds / 1e9);
    println!("the trace of the product is {trace}");
    Ok(())
}
