//! PageRank, and breadth-first search with one atomic level for each vertex.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use accel::Ragged;
use rayon::prelude::*;

/// The share of time that a walker spends at each vertex; see [`crate::graphs::pagerank()`].
pub fn pagerank(
    sources: &Ragged<u32>,
    out_degrees: &[u32],
    damping: f64,
    tolerance: f64,
    most: usize,
) -> Vec<f64> {
    let n = out_degrees.len();
    let mut ranks = vec![1.0 / n as f64; n];
    for _ in 0..most {
        let share = |(rank, degree): (&f64, &u32)| rank / f64::from((*degree).max(1));
        let shares: Vec<f64> = ranks.par_iter().zip(out_degrees).map(share).collect();
        let stuck = ranks.par_iter().zip(out_degrees).filter(|(_, degree)| **degree == 0);
        let stuck: f64 = stuck.map(|(rank, _)| rank).sum();
        let base = (1.0 - damping + damping * stuck) / n as f64;
        let rank = |vertex| {
            let sources = sources.row(vertex).iter();
            base + damping * sources.map(|from| shares[*from as usize]).sum::<f64>()
        };
        let next: Vec<f64> = (0..n).into_par_iter().map(rank).collect();
        let change: f64 = next.par_iter().zip(&ranks).map(|(new, old)| (new - old).abs()).sum();
        ranks = next;
        if change <= tolerance {
            break;
        }
    }
    ranks
}

/// The number of links from `start` to each vertex, or -1.
pub fn levels(targets: &Ragged<u32>, start: usize) -> Vec<i32> {
    let levels: Vec<_> = (0..targets.len()).map(|_| AtomicI32::new(-1)).collect();
    levels[start].store(0, Relaxed);
    let (mut frontier, mut depth) = (vec![start as u32], 0);
    while !frontier.is_empty() {
        depth += 1;
        let targets = frontier.par_iter().flat_map_iter(|vertex| targets.row(*vertex as usize));
        let claim =
            |to: &&u32| levels[**to as usize].compare_exchange(-1, depth, Relaxed, Relaxed).is_ok();
        frontier = targets.filter(claim).copied().collect();
    }
    levels.into_iter().map(AtomicI32::into_inner).collect()
}
