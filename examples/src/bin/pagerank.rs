//! Ranks the vertices of a graph by PageRank, and finds how many links lead to each from one of
//! them.
//!
//! `cargo run --release -p examples --bin pagerank -- EDGES.txt`

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use examples::comparison::beside;
use examples::edges::Graph;
use examples::inputs::{file_or, unit};
use examples::{graphs, with_rayon};

/// Ranks the vertices of a graph by PageRank, and finds how many links lead to each from one of them.
#[derive(Parser)]
struct Arguments {
    /// A list of edges: two names a line, or a .csv with origin, destination
    /// [default: the flights within the United States]
    edges: Option<PathBuf>,
    /// A made-up graph of so many vertices instead
    #[arg(long, conflicts_with = "edges", value_parser = clap::value_parser!(u32).range(2..))]
    random: Option<u32>,
    /// The vertex to search from [default: the one of the highest rank]
    #[arg(long)]
    from: Option<String>,
    /// With which chance a walker follows a link
    #[arg(long, default_value_t = 0.85, value_parser = unit)]
    damping: f32,
    /// The number of vertices that are listed
    #[arg(long, default_value_t = 10)]
    top: usize,
}

/// When the ranks change by less than this in all, they are found.
const TOLERANCE: f64 = 1e-10;
const ROUNDS: usize = 1000;

fn main() -> Result<()> {
    let Arguments { edges, random, from, damping, top } = Arguments::parse();
    let graph = match random {
        Some(vertices) => Graph::random(vertices as usize),
        None => Graph::read(&file_or(edges, "flights.csv"))?,
    };
    let (degrees, damping) = (graph.out_degrees(), f64::from(damping));
    let n = graph.names.len();
    println!("{n} vertices, {} edges", graph.targets.values().len());

    let (ranks, rounds) =
        graphs::try_pagerank(&graph.sources, &degrees, damping, TOLERANCE, ROUNDS)?;
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|a, b| ranks[*b].total_cmp(&ranks[*a]));
    println!("ranks after {rounds} rounds:");
    for vertex in order.iter().take(top) {
        println!("  {:<12}{:>10.6}", graph.names[*vertex], ranks[*vertex]);
    }

    let start = from.map_or(Ok(order[0]), |name| graph.find(&name))?;
    let levels = graphs::try_levels(&graph.targets, start)?;
    println!("links from {}:", graph.names[start]);
    for level in 0..=levels.iter().max().unwrap_or(0) {
        println!("  {level:>3}{:>12} vertices", levels.iter().filter(|at| *at == level).count());
    }
    println!("  none{:>11} vertices", levels.iter().filter(|at| *at < 0).count());

    beside(
        "pagerank",
        graphs::pagerank::plan(),
        || graphs::pagerank(&graph.sources, &degrees, damping, TOLERANCE, ROUNDS),
        || with_rayon::graphs::pagerank(&graph.sources, &degrees, damping, TOLERANCE, ROUNDS),
        |ours, theirs| (Box::new(ours.0.iter()), Box::new(theirs.iter().copied())),
    )?;
    beside(
        "levels",
        graphs::levels::plan(),
        || graphs::levels(&graph.targets, start),
        || with_rayon::graphs::levels(&graph.targets, start),
        |ours, theirs| {
            let theirs = theirs.iter().map(|level| f64::from(*level));
            (Box::new(ours.iter().map(f64::from)), Box::new(theirs))
        },
    )?;
    Ok(())
}
