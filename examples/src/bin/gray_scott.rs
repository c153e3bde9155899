//! Lets two chemicals react in a dish, and writes a film of the patterns that they draw.
//!
//! `cargo run --release -p examples --bin gray_scott -- --feed 0.03 --kill 0.062`

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use examples::inputs::{progress, unit};
use examples::{pictures, reaction};
use image::codecs::gif::{GifEncoder, Repeat};
use image::{DynamicImage, Frame};

/// Lets two chemicals react in a dish, and writes a film of the patterns that they draw.
#[derive(Parser)]
struct Arguments {
    /// The speed at which the first chemical is fed
    #[arg(long, default_value_t = 0.037, value_parser = unit)]
    feed: f32,
    /// The speed at which the second chemical is taken away
    #[arg(long, default_value_t = 0.06, value_parser = unit)]
    kill: f32,
    /// The width and the height of the dish, in pixels
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u16).range(8..=4096))]
    size: u16,
    /// The number of frames of the film
    #[arg(long, default_value_t = 60)]
    frames: usize,
    /// The number of steps of the reaction between two frames
    #[arg(long, default_value_t = 100)]
    steps: usize,
    /// Another seed puts the first drops elsewhere
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// The folder for the film, `film.gif`, and its last frame, `last.png`
    #[arg(long, default_value = "target/gray_scott")]
    out: PathBuf,
}

fn main() -> Result<()> {
    let Arguments { feed, kill, size, frames, steps, seed, out } = Arguments::parse();
    let recipe = reaction::Recipe { feed, kill };
    let mut dish = reaction::try_dish(size.into(), size.into(), seed)?;

    std::fs::create_dir_all(&out)
        .with_context(|| format!("cannot make the folder {}", out.display()))?;
    let path = out.join("film.gif");
    let cannot = || format!("cannot write the film {}", path.display());
    let file = File::create(&path).with_context(cannot)?;
    let mut film = GifEncoder::new_with_speed(BufWriter::new(file), 10);
    film.set_repeat(Repeat::Infinite).with_context(cannot)?;

    let bar = progress(frames, "frames");
    for _ in 0..frames {
        let picture = pictures::glow(&reaction::try_concentration(&dish)?);
        let frame = Frame::new(DynamicImage::ImageRgb8(picture).into_rgba8());
        film.encode_frame(frame).with_context(cannot)?;
        dish = reaction::try_react(dish, recipe, steps)?;
        bar.inc(1);
    }
    bar.finish();
    let last = pictures::glow(&reaction::try_concentration(&dish)?);
    pictures::write(&out.join("last.png"), &last)?;
    println!("{}", path.display());
    Ok(())
}
