//! Constants, aliases, and the visibility of each.

use accel::accel;

accel! {
    /// The number of bins of a histogram.
    pub const BINS: usize = 4;
    const WEIGHTS: [f32; 3] = [0.25, 0.5, 0.25];
    pub const LIMIT: f32 = WEIGHTS_SUM * 2.0;
    const WEIGHTS_SUM: f32 = 1.0;

    type Row = [f32; _];
    pub type Sample = (u32, f32);

    pub fn histogram(xs: &[usize]) -> [u32; BINS] {
        [0; BINS].scatter_with(|a, b| a + b, xs, xs.map(|_| 1))
    }

    pub fn weighted(xs: &[f32; 3]) -> f32 {
        zip(xs, WEIGHTS).map(|(x, w)| x * w).sum().min(LIMIT)
    }

    pub fn largest(rows: &[Row; n]) -> [f32; n] {
        rows.map(|row| row.max())
    }

    pub fn scaled(sample: Sample) -> Sample {
        (sample.0 + 1, sample.1 * f32::consts::PI)
    }
}

pub fn main() {
    assert_eq!(histogram(&[0, 3, 3, 1]).to_vec(), [1, 1, 0, 2]);
    assert_eq!(BINS, 4);
    assert_eq!(weighted(&[1.0, 2.0, 1.0]), 1.5);
    assert_eq!(LIMIT, 2.0);
    assert_eq!(largest(&[[1.0, 5.0], [3.0, 2.0]]).to_vec(), [5.0, 3.0]);
    let sample: Sample = scaled((1, 1.0));
    assert_eq!(sample, (2, std::f32::consts::PI));
}
