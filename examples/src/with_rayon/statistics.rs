//! Statistics of a column of numbers.

use rayon::prelude::*;

use crate::statistics::Summary;

/// The summary of numbers, of which there must be one at least.
pub fn summarise(xs: &[f64]) -> Summary {
    let n = xs.len();
    let mean = xs.par_iter().sum::<f64>() / n as f64;
    let (squares, cubes) = xs
        .par_iter()
        .map(|x| ((x - mean).powi(2), (x - mean).powi(3)))
        .reduce(|| (0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
    let spread = (squares / n as f64).sqrt();
    let mut sorted = xs.to_vec();
    sorted.par_sort_unstable_by(f64::total_cmp);
    let quantile = |share: f64| {
        let place = share * (n - 1) as f64;
        let (below, weight) = (place.floor() as usize, place.fract());
        sorted[below] * (1.0 - weight) + sorted[(below + 1).min(n - 1)] * weight
    };
    Summary {
        mean,
        deviation: if n > 1 { (squares / (n - 1) as f64).sqrt() } else { 0.0 },
        skewness: if spread > 0.0 { cubes / n as f64 / spread.powi(3) } else { 0.0 },
        minimum: sorted[0],
        lower_quartile: quantile(0.25),
        median: quantile(0.5),
        upper_quartile: quantile(0.75),
        maximum: sorted[n - 1],
    }
}

/// The number of values in each of `bins` bins of equal width from `low` to `high`.
pub fn histogram(xs: &[f64], low: f64, high: f64, bins: usize) -> Vec<u32> {
    xs.par_iter()
        .filter(|x| (low..=high).contains(*x))
        .fold(
            || vec![0; bins],
            |mut counts, x| {
                let bin = ((x - low) / (high - low) * bins as f64) as usize;
                counts[bin.min(bins - 1)] += 1;
                counts
            },
        )
        .reduce(
            || vec![0; bins],
            |left, right| left.iter().zip(&right).map(|(a, b)| a + b).collect(),
        )
}

/// The means of so many samples drawn with repetition, sorted.
pub fn bootstrap(xs: &[f64], samples: usize, seed: u32) -> Vec<f64> {
    let n = xs.len();
    let mean = |sample: usize| {
        let stream = hash(seed ^ hash(sample as u32));
        let pick = |place: u32| (u64::from(hash(stream ^ hash(place))) * n as u64) >> 32;
        (0..n as u32).map(|place| xs[pick(place) as usize]).sum::<f64>() / n as f64
    };
    let mut means: Vec<f64> = (0..samples).into_par_iter().map(mean).collect();
    means.par_sort_unstable_by(f64::total_cmp);
    means
}

fn hash(key: u32) -> u32 {
    let mixed = (key ^ (key >> 16)).wrapping_mul(0x7feb352d);
    let again = (mixed ^ (mixed >> 15)).wrapping_mul(0x846ca68b);
    again ^ (again >> 16)
}
