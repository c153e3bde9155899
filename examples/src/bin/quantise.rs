//! Paints a photograph in the few colours that represent it best, which k-means finds.
//!
//! `cargo run --release -p examples --bin quantise -- PHOTO.jpg --colours 12`

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use examples::inputs::{file_or, progress};
use examples::{colours, pictures};

/// Paints a photograph in the few colours that represent it best, which k-means finds.
#[derive(Parser)]
struct Arguments {
    /// A photograph: PNG, JPEG or GIF [default: a cup of coffee]
    picture: Option<PathBuf>,
    /// The number of colours
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=256))]
    colours: u16,
    /// The number of rounds of k-means
    #[arg(long, default_value_t = 30)]
    rounds: usize,
    /// The file that the picture is written to
    #[arg(long, default_value = "target/quantise/quantised.png")]
    out: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let photo = pictures::read(&file_or(arguments.picture, "coffee.jpg"))?;

    let mut palette = colours::try_first_palette(&photo, arguments.colours.into())?;
    let bar = progress(arguments.rounds, "rounds");
    for _ in 0..arguments.rounds {
        palette = colours::try_improve_palette(&photo, &palette)?;
        bar.inc(1);
    }
    bar.finish();
    let (painted, error) = colours::try_paint(&photo, &palette)?;
    pictures::write(&arguments.out, &pictures::photo(&painted))?;

    for (r, g, b) in palette.iter() {
        let [r, g, b] = [r, g, b].map(|part| (part * 255.0).round() as u8);
        println!("#{r:02x}{g:02x}{b:02x}");
    }
    println!("mean squared error {error:.5}; {}", arguments.out.display());
    Ok(())
}
