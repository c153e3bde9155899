//! The inputs of the programs: the files that come with the examples, and tables as values of accel.

use std::path::{Path, PathBuf};

use accel::Array;
use anyhow::{Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};

use crate::gravity::Body;
use crate::options::Contract;
use crate::tables::Table;

/// The file of the user, or the one of this name that comes with the examples.
pub fn file_or(given: Option<PathBuf>, name: &str) -> PathBuf {
    given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name))
}

/// An argument that must be a positive number.
///
/// # Errors
/// If it is not.
pub fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a positive number".to_string())
}

/// An argument that must be a number from 0 to 1.
///
/// # Errors
/// If it is not.
pub fn unit(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1".to_string())
}

/// A bar for work of so many steps.
pub fn progress(steps: usize, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:>12} [{bar:40}] {pos}/{len} {eta}")
        .expect("the template is well formed")
        .progress_chars("=> ");
    ProgressBar::new(steps as u64).with_style(style).with_message(what)
}

/// Reads contracts: columns `kind` (call or put), `spot`, `strike`, `days`, `rate`, `volatility`.
///
/// # Errors
/// If the table is not of this form, or an amount that must be positive is not.
pub fn contracts(table: &Table) -> Result<Vec<Contract>> {
    let calls = table.parsed("kind", "`call` or `put`", |kind| match kind {
        "call" => Some(true),
        "put" => Some(false),
        _ => None,
    })?;
    let positive = |name| table.parsed(name, "a positive number", |cell| self::positive(cell).ok());
    let (spot, strike, days) = (positive("spot")?, positive("strike")?, positive("days")?);
    let (rate, volatility) = (table.numbers("rate")?, positive("volatility")?);
    let contract = |row: usize| Contract {
        call: calls[row],
        spot: spot[row],
        strike: strike[row],
        years: days[row] / 365.0,
        rate: rate[row],
        volatility: volatility[row],
    };
    Ok((0..table.rows()).map(contract).collect())
}

/// Reads bodies: columns `name`, `mass`, `x`, `y`, `z`, `vx`, `vy`, `vz`, in masses of the Sun,
/// astronomical units and years.
///
/// # Errors
/// If the table is not of this form.
pub fn bodies(table: &Table) -> Result<(Vec<String>, Vec<Body>)> {
    let names = table.texts("name")?.into_iter().map(str::to_string).collect();
    let mass = table.numbers("mass")?;
    let (x, y, z) = (table.numbers("x")?, table.numbers("y")?, table.numbers("z")?);
    let (vx, vy, vz) = (table.numbers("vx")?, table.numbers("vy")?, table.numbers("vz")?);
    let body = |row: usize| Body {
        mass: mass[row],
        location: (x[row], y[row], z[row]),
        velocity: (vx[row], vy[row], vz[row]),
    };
    Ok((names, (0..table.rows()).map(body).collect()))
}

/// A graph of places that are joined by direct flights.
pub struct Network {
    /// The codes of the airports.
    pub codes: Vec<String>,
    /// Their latitudes and longitudes, in degrees.
    pub places: Vec<(f32, f32)>,
    /// Pairs of airports with a direct flight from the first to the second.
    pub flights: Vec<(usize, usize)>,
}

/// Reads a network: airports with `iata`, `latitude` and `longitude`, and flights with `origin`
/// and `destination`.
///
/// # Errors
/// If the tables are not of this form, or a flight goes to an airport that is not listed.
pub fn network(airports: &Table, flights: &Table) -> Result<Network> {
    let codes: Vec<String> = airports.texts("iata")?.into_iter().map(str::to_string).collect();
    let degrees = |name, most: f64| {
        airports.parsed(name, "an angle in degrees", |cell| {
            cell.parse().ok().filter(|angle: &f64| angle.abs() <= most).map(|angle| angle as f32)
        })
    };
    let places = degrees("latitude", 90.0)?.into_iter().zip(degrees("longitude", 180.0)?).collect();
    let known = |code: &str| codes.iter().position(|known| known == code);
    let origins = flights.parsed("origin", "an airport that is listed", known)?;
    let destinations = flights.parsed("destination", "an airport that is listed", known)?;
    let flights = origins.into_iter().zip(destinations).collect();
    Ok(Network { codes, places, flights })
}

impl Network {
    /// The index of an airport.
    ///
    /// # Errors
    /// If there is none of this code.
    pub fn find(&self, code: &str) -> Result<usize> {
        let found = self.codes.iter().position(|known| known.eq_ignore_ascii_case(code));
        ensure!(found.is_some(), "there is no airport `{code}` in the table");
        Ok(found.unwrap_or_default())
    }

    /// The length of each direct flight, given all distances; infinite where there is none.
    pub fn direct(&self, distances: &Array<f32, 2>) -> Array<f32, 2> {
        let n = self.codes.len();
        let mut lengths = vec![f32::INFINITY; n * n];
        for (from, to) in &self.flights {
            lengths[from * n + to] = distances[[*from, *to]];
        }
        for place in 0..n {
            lengths[place * n + place] = 0.0;
        }
        Array::from_vec([n, n], lengths)
    }
}
