//! PageRank as an expert writes it: no division twice, pieces of equal work, gathers of eight ranks
//! at a time, and memory that is there already.

use rayon::prelude::*;

use super::graph::Graph;
use super::{DAMPING, base};
use crate::nested::cuts::{Piece, sum_rows};
use crate::output::{PARALLEL, PIECE};

/// The arrays that are kept from call to call.
pub struct Memory {
    /// The result.
    pub ranks: Vec<f64>,
    shares: Vec<f64>,
}

impl Memory {
    /// Memory for `n` pages.
    pub fn new(n: usize) -> Memory {
        Memory { ranks: vec![1.0; n], shares: vec![1.0; n] }
    }
}

/// A step from these ranks.
pub fn step(graph: &Graph, ranks: &[f64], memory: &mut Memory) {
    let lost = share(ranks, &graph.degrees, &mut memory.shares);
    gather(graph, lost, memory);
}

/// Several steps, from equal ranks.
pub fn steps(graph: &Graph, steps: usize, memory: &mut Memory) {
    let n = graph.degrees.len();
    memory.ranks.fill(1.0 / n as f64);
    for _ in 0..steps {
        let lost = share(&memory.ranks, &graph.degrees, &mut memory.shares);
        gather(graph, lost, memory);
    }
}

/// Writes the share that each page gives to each page that it links to; gives the ranks of those without links.
fn share(ranks: &[f64], degrees: &[u32], shares: &mut [f64]) -> f64 {
    if ranks.len() <= PARALLEL {
        return share_part(ranks, degrees, shares);
    }
    let from = ranks.par_chunks(PIECE / 2).zip(degrees.par_chunks(PIECE / 2));
    let pieces = shares.par_chunks_mut(PIECE / 2).zip(from);
    pieces.map(|(shares, (ranks, degrees))| share_part(ranks, degrees, shares)).sum()
}

for_best_instructions! {
    fn share_part(ranks: &[f64], degrees: &[u32], shares: &mut [f64]) -> f64 {
        let mut lost = [0.0; 16];
        let (rank_chunks, rank_rest) = ranks.as_chunks::<16>();
        let (degree_chunks, degree_rest) = degrees.as_chunks::<16>();
        let (share_chunks, share_rest) = shares.as_chunks_mut::<16>();
        for ((shares, ranks), degrees) in share_chunks.iter_mut().zip(rank_chunks).zip(degree_chunks) {
            for lane in 0..16 {
                shares[lane] = ranks[lane] / f64::from(degrees[lane]);
                lost[lane] += if degrees[lane] == 0 { ranks[lane] } else { 0.0 };
            }
        }
        let mut total = lost.iter().sum();
        for ((share, rank), degree) in share_rest.iter_mut().zip(rank_rest).zip(degree_rest) {
            *share = rank / f64::from(*degree);
            total += if *degree == 0 { *rank } else { 0.0 };
        }
        total
    }
}

fn gather(graph: &Graph, lost: f64, memory: &mut Memory) {
    let Memory { ranks, shares } = memory;
    let base = base(lost, ranks.len());
    let shares: &[f64] = shares;
    let sources: &[u32] = &graph.sources;
    sum_rows(&graph.offsets, ranks, |piece, sums| {
        #[cfg(target_arch = "x86_64")]
        if crate::instructions::has_avx512() {
            // SAFETY: the machine has these instructions, the piece lies within the sources, and all
            // of them are pages.
            return unsafe { part_in_vectors(sources, shares, piece, sums) };
        }
        part(sources, shares, piece, sums)
    });
    let finish = |ranks: &mut [f64]| ranks.iter_mut().for_each(|sum| *sum = base + DAMPING * *sum);
    if ranks.len() <= PARALLEL {
        finish(ranks);
    } else {
        ranks.par_chunks_mut(PIECE / 2).for_each(finish);
    }
}

for_best_instructions! {
    fn part(sources: &[u32], shares: &[f64], piece: Piece<'_>, sums: &mut [f64]) -> f64 {
        let row = |sources: &[u32]| sources.iter().map(|source| shares[*source as usize]).sum();
        let mut start = piece.start;
        for (sum, end) in sums.iter_mut().zip(piece.ends) {
            *sum = row(&sources[start..*end]);
            start = *end;
        }
        row(&sources[start..piece.end])
    }
}

/// # Safety
/// The piece lies within the sources, and all sources within the shares.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,fma,bmi1,bmi2,popcnt")]
unsafe fn part_in_vectors(sources: &[u32], shares: &[f64], piece: Piece, sums: &mut [f64]) -> f64 {
    let mut start = piece.start;
    for (sum, end) in sums.iter_mut().zip(piece.ends) {
        // SAFETY: the row lies within the sources.
        *sum = unsafe { sum_in_vectors(sources, shares, start, *end) };
        start = *end;
    }
    // SAFETY: likewise.
    unsafe { sum_in_vectors(sources, shares, start, piece.end) }
}

/// # Safety
/// The range lies within the sources, and all sources within the shares.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,fma,bmi1,bmi2,popcnt")]
#[inline]
unsafe fn sum_in_vectors(sources: &[u32], shares: &[f64], start: usize, end: usize) -> f64 {
    use std::arch::x86_64::*;
    let mut left = end - start;
    let mut sums = [_mm512_setzero_pd(); 2];
    // SAFETY: as many elements are read as are left; lanes that a mask turns off are not read.
    unsafe {
        let mut source = sources.as_ptr().add(start);
        while left >= 16 {
            for (lane, sum) in sums.iter_mut().enumerate() {
                let sources = _mm256_loadu_si256(source.add(8 * lane).cast());
                *sum = _mm512_add_pd(*sum, _mm512_i32gather_pd::<8>(sources, shares.as_ptr()));
            }
            (source, left) = (source.add(16), left - 16);
        }
        while left > 0 {
            let mask = if left >= 8 { 0xff } else { (1u8 << left) - 1 };
            let sources = _mm256_maskz_loadu_epi32(mask, source.cast());
            let zeros = _mm512_setzero_pd();
            let some = _mm512_mask_i32gather_pd::<8>(zeros, mask, sources, shares.as_ptr());
            sums[0] = _mm512_add_pd(sums[0], some);
            (source, left) = (source.add(8), left.saturating_sub(8));
        }
    }
    _mm512_reduce_add_pd(_mm512_add_pd(sums[0], sums[1]))
}
