//! Blurs a photograph, and finds its edges by the operators of Sobel and Canny.
//!
//! `cargo run --release -p examples --bin filters -- PHOTO.jpg --blur 3`

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Parser;
use examples::inputs::{file_or, unit};
use examples::{filters, pictures};

/// Blurs a photograph, and finds its edges by the operators of Sobel and Canny.
#[derive(Parser)]
struct Arguments {
    /// A photograph: PNG, JPEG or GIF [default: a cup of coffee]
    picture: Option<PathBuf>,
    /// The standard deviation of the blur, in pixels
    #[arg(long, default_value_t = 4.0)]
    blur: f32,
    /// From which steepness a ridge is an edge if it touches one
    #[arg(long, default_value_t = 0.15, value_parser = unit)]
    low: f32,
    /// From which steepness a ridge is an edge
    #[arg(long, default_value_t = 0.4, value_parser = unit)]
    high: f32,
    /// The folder that the pictures are written to
    #[arg(long, default_value = "target/filters")]
    out: PathBuf,
}

fn main() -> Result<()> {
    let Arguments { picture, blur, low, high, out } = Arguments::parse();
    ensure!(blur > 0.0 && blur <= 100.0, "--blur should be above 0 and at most 100, but is {blur}");
    let photo = pictures::read(&file_or(picture, "coffee.jpg"))?;

    let grey = filters::try_luminance(&photo)?;
    let results = [
        ("blurred.png", filters::try_blur(&grey, blur)?),
        ("sobel.png", filters::try_sobel(&grey)?),
        ("canny.png", filters::try_canny(&photo, 1.4, low, high)?),
    ];
    for (name, result) in results {
        let path = out.join(name);
        pictures::write(&path, &pictures::shades(&result))?;
        println!("{}", path.display());
    }
    Ok(())
}
