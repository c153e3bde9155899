//! Colour quantisation by k-means.

use rayon::prelude::*;

use super::Matrix;

type Colour = (f32, f32, f32);

fn distance(a: Colour, b: Colour) -> f32 {
    (a.0 - b.0).powi(2) + (a.1 - b.1).powi(2) + (a.2 - b.2).powi(2)
}

fn nearest(palette: &[Colour], colour: Colour) -> usize {
    let mut best = (f32::INFINITY, 0);
    for (index, candidate) in palette.iter().enumerate() {
        let candidate = distance(*candidate, colour);
        if candidate < best.0 {
            best = (candidate, index);
        }
    }
    best.1
}

/// The photograph in the `k` colours that so many rounds of k-means find.
pub fn quantise(photo: &Matrix<Colour>, k: usize, rounds: usize) -> Matrix<Colour> {
    let pixels = &photo.values;
    let mut palette: Vec<Colour> =
        (0..k).map(|i| pixels[(2 * i + 1) * pixels.len() / (2 * k)]).collect();
    for _ in 0..rounds {
        let none = || vec![((0.0, 0.0, 0.0), 0u32); k];
        let totals = pixels
            .par_iter()
            .fold(none, |mut totals, pixel| {
                let (sum, count) = &mut totals[nearest(&palette, *pixel)];
                *sum = (sum.0 + pixel.0, sum.1 + pixel.1, sum.2 + pixel.2);
                *count += 1;
                totals
            })
            .reduce(none, |mut left, right| {
                for ((sum, count), (other, more)) in left.iter_mut().zip(right) {
                    *sum = (sum.0 + other.0, sum.1 + other.1, sum.2 + other.2);
                    *count += more;
                }
                left
            });
        for (colour, ((r, g, b), count)) in palette.iter_mut().zip(totals) {
            if count > 0 {
                let share = 1.0 / count as f32;
                *colour = (r * share, g * share, b * share);
            }
        }
    }
    let values = pixels.par_iter().map(|pixel| palette[nearest(&palette, *pixel)]).collect();
    Matrix { width: photo.width, height: photo.height, values }
}
