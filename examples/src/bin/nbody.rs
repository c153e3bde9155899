//! Moves bodies that attract each other: the planets, a table of your own, or a made-up galaxy.
//!
//! `cargo run --release -p examples --bin nbody -- --years 12`

use std::path::PathBuf;

use accel::Array;
use anyhow::Result;
use clap::Parser;
use examples::charts::{self, Track};
use examples::gravity::{self, Body};
use examples::inputs::{bodies, file_or, positive, progress};
use examples::pictures;
use examples::tables::Table;

/// Moves bodies that attract each other: the planets, a table of your own, or a made-up galaxy.
#[derive(Parser)]
struct Arguments {
    /// A table with name, mass (of the Sun), x, y, z (astronomical units), vx, vy, vz (per year)
    /// [default: the Sun and its planets]
    table: Option<PathBuf>,
    /// A galaxy of so many bodies instead of a table
    #[arg(long, conflicts_with = "table")]
    galaxy: Option<usize>,
    /// For how many years
    #[arg(long, default_value_t = 12.0, value_parser = positive)]
    years: f64,
    /// The number of days of one step
    #[arg(long, default_value_t = 0.5, value_parser = positive)]
    days: f64,
    /// Half the height of the picture, in astronomical units
    #[arg(long, default_value_t = 6.5, value_parser = positive)]
    reach: f64,
    /// The file that the picture of the tracks is written to
    #[arg(long, default_value = "target/nbody/tracks.png")]
    out: PathBuf,
}

/// The number of points of a track.
const POINTS: usize = 400;

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let (names, mut bodies, softening) = match arguments.galaxy {
        Some(n) => (vec![String::new(); n], gravity::try_galaxy(n)?, 0.01),
        None => {
            let (names, bodies) = bodies(&Table::read(&file_or(arguments.table, "planets.csv"))?)?;
            (names, Array::from(bodies), 0.0)
        }
    };
    let mut tracks: Vec<Track> =
        names.into_iter().map(|name| Track { name, points: Vec::new() }).collect();
    let before = gravity::try_energy(&bodies, softening)?;
    let steps = (arguments.years * 365.25 / arguments.days / POINTS as f64).ceil().max(1.0);
    let step = arguments.years / (POINTS as f64 * steps);

    let bar = progress(POINTS, "moving");
    for _ in 0..POINTS {
        remember(&bodies, &mut tracks);
        bodies = gravity::try_advance(&bodies, softening, step, steps as usize)?;
        bar.inc(1);
    }
    bar.finish();
    remember(&bodies, &mut tracks);
    let after = gravity::try_energy(&bodies, softening)?;

    let title = format!("{} bodies in {} years", bodies.len(), arguments.years);
    pictures::write(&arguments.out, &charts::tracks(&title, &tracks, arguments.reach)?)?;
    println!("energy changed by {:.1e} of itself", ((after - before) / before).abs());
    println!("{}", arguments.out.display());
    Ok(())
}

fn remember(bodies: &Array<Body, 1>, tracks: &mut [Track]) {
    for (body, track) in bodies.iter().zip(tracks) {
        track.points.push((body.location.0, body.location.1));
    }
}
