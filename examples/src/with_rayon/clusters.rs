//! k-means, with a sum for each cluster on each core.

use rayon::prelude::*;

use super::Matrix;

fn square(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(a, b)| (a - b) * (a - b)).sum()
}

fn nearest(point: &[f64], centres: &Matrix<f64>) -> usize {
    let mut best = (f64::INFINITY, 0);
    for centre in 0..centres.height {
        let square = square(point, centres.row(centre));
        if square < best.0 {
            best = (square, centre);
        }
    }
    best.1
}

/// The centres after rounds of k-means, until none moves or `most` rounds are over.
pub fn cluster(points: &Matrix<f64>, start: &Matrix<f64>, most: usize) -> Matrix<f64> {
    let (d, k) = (points.width, start.height);
    let mut centres = start.clone();
    for _ in 0..most {
        let none = || (vec![0.0; k * d], vec![0usize; k]);
        let (sums, sizes) = (points.values.par_chunks(d))
            .fold(none, |(mut sums, mut sizes), point| {
                let cluster = nearest(point, &centres);
                sizes[cluster] += 1;
                let sum = &mut sums[cluster * d..][..d];
                sum.iter_mut().zip(point).for_each(|(sum, x)| *sum += x);
                (sums, sizes)
            })
            .reduce(none, |(mut sums, mut sizes), (others, other_sizes)| {
                sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
                sizes.iter_mut().zip(other_sizes).for_each(|(size, other)| *size += other);
                (sums, sizes)
            });
        let mut next = centres.clone();
        for (cluster, size) in sizes.into_iter().enumerate().filter(|(_, size)| *size > 0) {
            let sum = &sums[cluster * d..][..d];
            let centre = next.values[cluster * d..][..d].iter_mut();
            centre.zip(sum).for_each(|(centre, sum)| *centre = sum / size as f64);
        }
        let still = next == centres;
        centres = next;
        if still {
            break;
        }
    }
    centres
}
