//! PageRank: each page gathers the shares of the pages that link to it. A step, and ten.

mod expert;
mod graph;

use accel::{RaggedView, accel};
use rayon::prelude::*;

use crate::data::all_agree;
use crate::measure::{Bench, Rivals, Work};
use expert::Memory;
use graph::Graph;

accel! {
    const DAMPING: f64 = 0.85;

    pub fn step(incoming: &[[u32]; n], degrees: &[u32; n], ranks: &[f64; n]) -> [f64; n] {
        let pages = zip(ranks, degrees);
        let shares = pages.map(|(rank, degree)| rank / degree as f64);
        let lost = pages.map(|(rank, degree)| if degree == 0 { rank } else { 0.0 }).sum();
        let base = (1.0 - DAMPING + DAMPING * lost) / n as f64;
        incoming.map(|sources| base + DAMPING * shares.gather(sources).sum())
    }

    pub fn pagerank(incoming: &[[u32]; n], degrees: &[u32; n], steps: usize) -> [f64; n] {
        let mut ranks = [1.0 / n as f64; n];
        for _ in 0..steps {
            ranks = step(incoming, degrees, ranks);
        }
        ranks
    }
}

const DAMPING: f64 = 0.85;
const STEPS: usize = 10;

/// The rank that pages without links would give away goes from all pages to all.
fn base(lost: f64, n: usize) -> f64 {
    (1.0 - DAMPING + DAMPING * lost) / n as f64
}

fn with_rayon(graph: &Graph, ranks: &[f64]) -> Vec<f64> {
    let pages = || ranks.par_iter().zip(&graph.degrees);
    let shares: Vec<f64> = pages().map(|(rank, degree)| rank / f64::from(*degree)).collect();
    let lost = pages().map(|(rank, degree)| if *degree == 0 { *rank } else { 0.0 }).sum();
    let base = base(lost, ranks.len());
    graph
        .offsets
        .par_windows(2)
        .map(|ends| base + DAMPING * gathered(graph, ends, &shares))
        .collect()
}

fn plain(graph: &Graph, ranks: &[f64]) -> Vec<f64> {
    let pages = || ranks.iter().zip(&graph.degrees);
    let shares: Vec<f64> = pages().map(|(rank, degree)| rank / f64::from(*degree)).collect();
    let lost = pages().map(|(rank, degree)| if *degree == 0 { *rank } else { 0.0 }).sum();
    let base = base(lost, ranks.len());
    graph.offsets.windows(2).map(|ends| base + DAMPING * gathered(graph, ends, &shares)).collect()
}

fn gathered(graph: &Graph, ends: &[usize], shares: &[f64]) -> f64 {
    graph.sources[ends[0]..ends[1]].iter().map(|source| shares[*source as usize]).sum()
}

/// Several steps, from equal ranks.
fn steps(graph: &Graph, step: impl Fn(&Graph, &[f64]) -> Vec<f64>) -> Vec<f64> {
    let n = graph.degrees.len();
    (0..STEPS).fold(vec![1.0 / n as f64; n], |ranks, _| step(graph, &ranks))
}

/// Measures the kernels.
pub fn run(bench: &mut Bench) {
    for (size, n) in bench.sizes(400, 62_500, 1_000_000) {
        let graph = Graph::power_law(n, 10 * n);
        let Graph { offsets, sources, degrees } = &graph;
        let incoming = RaggedView::from_csr(offsets, sources);
        let ranks = steps(&graph, plain);
        let mut memory = Memory::new(n);
        // Ranks are about 1 / n.
        let tolerance = 1e-9 / n as f64;
        let expected = plain(&graph, &ranks);
        all_agree("PageRank step, accel", &step(incoming, degrees, &ranks), &expected, tolerance);
        all_agree("PageRank step, rayon", &with_rayon(&graph, &ranks), &expected, tolerance);
        expert::step(&graph, &ranks, &mut memory);
        all_agree("PageRank step, expert", &memory.ranks, &expected, tolerance);
        all_agree("PageRank, accel", &pagerank(incoming, degrees, STEPS), &ranks, tolerance);
        all_agree("PageRank, rayon", &steps(&graph, with_rayon), &ranks, tolerance);
        expert::steps(&graph, STEPS, &mut memory);
        all_agree("PageRank, expert", &memory.ranks, &ranks, tolerance);
        let longest = offsets.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap_or(0);
        let extent = format!("{n} nodes, {} edges, {longest} to one", sources.len());
        let rivals = Rivals::new()
            .rival(|| step(incoming, degrees, &ranks))
            .rival(|| with_rayon(&graph, &ranks))
            .rival(|| expert::step(&graph, &ranks, &mut memory))
            .rival(|| plain(&graph, &ranks));
        bench.run(
            "PageRank step f64",
            extent.clone(),
            size,
            Work::Operations(sources.len()),
            rivals,
        );
        let rivals = Rivals::new()
            .rival(|| pagerank(incoming, degrees, STEPS))
            .rival(|| steps(&graph, with_rayon))
            .rival(|| expert::steps(&graph, STEPS, &mut memory))
            .rival(|| steps(&graph, plain));
        let work = Work::Operations(STEPS * sources.len());
        bench.run("PageRank, 10 steps f64", extent, size, work, rivals);
    }
}
