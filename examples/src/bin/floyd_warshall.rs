//! Finds the shortest way by air between two airports, and between all others on the way.
//!
//! `cargo run --release -p examples --bin floyd_warshall -- --from BRW --to KEY`

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Parser;
use examples::charts::{self, Track};
use examples::inputs::{file_or, network};
use examples::tables::Table;
use examples::{pictures, routes};

/// Finds the shortest way by air between two airports of a network of direct flights.
#[derive(Parser)]
struct Arguments {
    /// The code of the airport to leave from
    #[arg(long, default_value = "OME")]
    from: String,
    /// The code of the airport to go to
    #[arg(long, default_value = "EYW")]
    to: String,
    /// A table of airports with iata, latitude, longitude [default: the United States]
    #[arg(long, requires = "flights")]
    airports: Option<PathBuf>,
    /// A table of direct flights with origin, destination [default: the United States in 2008]
    #[arg(long, requires = "airports")]
    flights: Option<PathBuf>,
    /// The file for the map
    #[arg(long, default_value = "target/floyd_warshall/map.png")]
    out: PathBuf,
}

fn main() -> Result<()> {
    let Arguments { from, to, airports, flights, out } = Arguments::parse();
    let airports = Table::read(&file_or(airports, "airports.csv"))?;
    let flights = Table::read(&file_or(flights, "flights.csv"))?;
    let network = network(&airports, &flights)?;
    let (from, to) = (network.find(&from)?, network.find(&to)?);

    let distances = routes::try_great_circles(&network.places)?;
    let (lengths, first) = routes::try_shortest(&network.direct(&distances))?;
    let length = lengths[[from, to]];
    let (start, goal) = (&network.codes[from], &network.codes[to]);
    ensure!(length.is_finite(), "no flights lead from {start} to {goal}");

    let mut stops = vec![from];
    while let Some(&stop) = stops.last()
        && stop != to
    {
        stops.push(first[[stop, to]] as usize);
    }
    for leg in stops.windows(2) {
        let (a, b) = (leg[0], leg[1]);
        println!("{} → {}  {:>7.0} km", network.codes[a], network.codes[b], distances[[a, b]]);
    }
    println!("{length:.0} km in all; {:.0} km as the crow flies", distances[[from, to]]);

    let on_map = |place: &usize| {
        let (latitude, longitude) = network.places[*place];
        (f64::from(longitude), f64::from(latitude))
    };
    let places: Vec<_> = (0..network.places.len()).map(|place| on_map(&place)).collect();
    let title = format!("{start} to {goal}, {length:.0} km");
    let route = Track { name: title.clone(), points: stops.iter().map(on_map).collect() };
    pictures::write(&out, &charts::map(&title, &places, &route)?)?;
    println!("{}", out.display());
    Ok(())
}
