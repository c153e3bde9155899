//! Lets two galaxies collide in the plane, or moves the bodies of a table, by the method of Barnes
//! and Hut, and writes a film of it.
//!
//! `cargo run --release -p examples --bin barnes_hut -- --bodies 50000`

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;

use accel::Array;
use anyhow::{Context, Result};
use clap::Parser;
use examples::comparison::beside;
use examples::inputs::{positive, progress};
use examples::quadtree::{self, Body};
use examples::tables::Table;
use examples::{pictures, with_rayon};
use image::codecs::gif::{GifEncoder, Repeat};
use image::{DynamicImage, Frame};

/// Lets two galaxies collide in the plane, or moves the bodies of a table, and writes a film of it.
#[derive(Parser)]
struct Arguments {
    /// A table with mass (of the Sun), x, y (astronomical units), vx, vy (per year)
    /// [default: two galaxies]
    table: Option<PathBuf>,
    /// The number of bodies of which the galaxies are made
    #[arg(long, default_value_t = 8_000, value_parser = clap::value_parser!(u32).range(2..))]
    bodies: u32,
    /// The number of years
    #[arg(long, default_value_t = 1.5, value_parser = positive)]
    years: f64,
    /// The number of frames of the film
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    frames: u32,
    /// The number of steps between two frames
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// Groups that look smaller than this, in radians, count as one body
    #[arg(long, default_value_t = 0.5, value_parser = positive)]
    opening: f64,
    /// Half the height of the picture, in astronomical units
    #[arg(long, default_value_t = 3.5, value_parser = positive)]
    reach: f64,
    /// The width and height of the film, in pixels
    #[arg(long, default_value_t = 320, value_parser = clap::value_parser!(u16).range(8..=2048))]
    size: u16,
    /// The film
    #[arg(long, default_value = "target/barnes_hut/film.gif")]
    out: PathBuf,
}

/// Below this distance attraction grows no further, so that bodies that meet do not fling each
/// other away.
const SOFTENING: f64 = 0.03;

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let opening = arguments.opening;
    let mut bodies: Array<Body, 1> = match &arguments.table {
        Some(path) => read(&Table::read(path)?)?.into(),
        None => quadtree::try_collision(arguments.bodies as usize)?,
    };
    let begin = bodies.to_vec();

    let path = &arguments.out;
    let cannot = || format!("cannot write the film {}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(cannot)?;
    }
    let file = File::create(path).with_context(cannot)?;
    let mut film = GifEncoder::new_with_speed(BufWriter::new(file), 10);
    film.set_repeat(Repeat::Infinite).with_context(cannot)?;
    let step = arguments.years / f64::from(arguments.frames * arguments.steps);
    let bar = progress(arguments.frames as usize, "frames");
    for _ in 0..arguments.frames {
        let counts = quadtree::try_density(&bodies, arguments.reach, arguments.size.into())?;
        // Some bodies at a pixel are visible, many do not hide all else.
        let bright: Vec<f32> = counts.iter().map(|count| (1.0 + count).log2() / 5.0).collect();
        let picture = pictures::glow(&Array::from_vec(counts.shape(), bright));
        let frame = Frame::new(DynamicImage::ImageRgb8(picture).into_rgba8());
        film.encode_frame(frame).with_context(cannot)?;
        bodies =
            quadtree::try_advance(&bodies, opening, SOFTENING, step, arguments.steps as usize)?;
        bar.inc(1);
    }
    bar.finish();
    drop(film);
    println!("{} bodies, {} years: {}", begin.len(), arguments.years, path.display());

    let pulls = beside(
        "accelerations",
        quadtree::accelerations::plan(),
        || quadtree::accelerations(&begin, opening, SOFTENING),
        || with_rayon::quadtree::accelerations(&begin, opening, SOFTENING),
        |ours, theirs| {
            let theirs = theirs.iter().flat_map(|pull| [pull.0, pull.1]);
            (Box::new(ours.iter().flat_map(|pull| [pull.0, pull.1])), Box::new(theirs))
        },
    )?;
    let (mut error, mut total) = (0.0, 0.0);
    for (body, pull) in pulls.iter().enumerate().step_by(begin.len().div_ceil(100)) {
        let exact = with_rayon::quadtree::exact(&begin, body, SOFTENING);
        error += f64::hypot(pull.0 - exact.0, pull.1 - exact.1);
        total += f64::hypot(exact.0, exact.1);
    }
    println!("groups that count as one body change a pull by {:.2} %", 100.0 * error / total);
    Ok(())
}

fn read(table: &Table) -> Result<Vec<Body>> {
    let mass = table.parsed("mass", "a positive number", |cell| positive(cell).ok())?;
    let (x, y) = (table.numbers("x")?, table.numbers("y")?);
    let (vx, vy) = (table.numbers("vx")?, table.numbers("vy")?);
    let body = |row: usize| Body {
        mass: mass[row],
        location: (x[row], y[row]),
        velocity: (vx[row], vy[row]),
    };
    Ok((0..table.rows()).map(body).collect())
}
