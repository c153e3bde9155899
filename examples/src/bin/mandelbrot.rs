//! Draws the Mandelbrot set, or the Julia set of a number.
//!
//! `cargo run --release -p examples --bin mandelbrot -- --julia=-0.8,0.156`

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use examples::fractals::{Window, try_julia, try_mandelbrot};
use examples::inputs::positive;
use examples::pictures;

/// Draws the Mandelbrot set, or the Julia set of a number.
#[derive(Parser)]
struct Arguments {
    /// The number whose Julia set is drawn: its real and its imaginary part
    #[arg(long, value_name = "RE,IM", value_parser = complex, allow_hyphen_values = true)]
    julia: Option<(f64, f64)>,
    /// The middle of the picture
    #[arg(long, value_name = "RE,IM", value_parser = complex, allow_hyphen_values = true)]
    centre: Option<(f64, f64)>,
    /// The length of the real axis that the picture spans
    #[arg(long, default_value_t = 3.2, value_parser = positive)]
    span: f64,
    /// The width of the picture, in pixels
    #[arg(long, default_value_t = 1200, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    width: u32,
    /// The height of the picture, in pixels
    #[arg(long, default_value_t = 800, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    height: u32,
    /// After how many steps a point counts as one of the set
    #[arg(long, default_value_t = 500)]
    limit: u32,
    /// The file that the picture is written to
    #[arg(long, default_value = "target/mandelbrot/mandelbrot.png")]
    out: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let (width, height) = (arguments.width as usize, arguments.height as usize);
    let middle = if arguments.julia.is_some() { (0.0, 0.0) } else { (-0.65, 0.0) };
    let (re, im) = arguments.centre.unwrap_or(middle);
    let window = Window { re, im, span: arguments.span };
    let steps = match arguments.julia {
        Some(c) => try_julia(width, height, window, c, arguments.limit)?,
        None => try_mandelbrot(width, height, window, arguments.limit)?,
    };
    pictures::write(&arguments.out, &pictures::rainbow(&steps, arguments.limit as f32))?;
    println!("{}", arguments.out.display());
    Ok(())
}

fn complex(text: &str) -> Result<(f64, f64), String> {
    let parts = text.split_once(',').map(|(re, im)| (re.trim().parse(), im.trim().parse()));
    match parts {
        Some((Ok(re), Ok(im))) => Ok((re, im)),
        _ => Err("expected two numbers with a comma between them, such as -0.8,0.156".to_string()),
    }
}
