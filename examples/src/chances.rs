//! Softmax over rows of different lengths: the chances of each choice, given its score.

use accel::accel;

accel! {
    /// For each row, the probability of each of its elements, which is proportional to the
    /// exponential of its score.
    pub fn softmax(scores: &[[f64]]) -> [[f64]] {
        scores.map(|row| {
            // The largest score is taken away from all, so that no exponential overflows.
            let largest = row.reduce(f64::NEG_INFINITY, |a, b| a.max(b));
            let weights = row.map(|score| (score - largest).exp());
            let total = weights.sum();
            weights.map(|weight| weight / total)
        })
    }

    /// The average surprise of a draw from each row, in bits.
    pub fn entropies(probabilities: &[[f64]]) -> [f64] {
        probabilities.map(|row| row.map(|p| if p > 0.0 { -p * p.log2() } else { 0.0 }).sum())
    }
}
