//! Softmax over rows of different lengths.

use rayon::prelude::*;

/// For each row, the probability of each of its elements.
pub fn softmax(scores: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let row = |row: &Vec<f64>| {
        let largest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut weights: Vec<f64> = row.iter().map(|score| (score - largest).exp()).collect();
        let total: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= total);
        weights
    };
    scores.par_iter().map(row).collect()
}
