//! Statistics of a column of numbers: its summary, a histogram, and by resampling how far its
//! mean can be trusted.

use accel::accel;

accel! {
    /// A summary of many numbers in a few.
    pub struct Summary {
        /// The arithmetic mean.
        pub mean: f64,
        /// The standard deviation, of a sample.
        pub deviation: f64,
        /// The amount by which the right tail is longer than the left.
        pub skewness: f64,
        /// The smallest number.
        pub minimum: f64,
        /// A quarter of the numbers are smaller.
        pub lower_quartile: f64,
        /// Half of the numbers are smaller.
        pub median: f64,
        /// Three quarters of the numbers are smaller.
        pub upper_quartile: f64,
        /// The largest number.
        pub maximum: f64,
    }

    /// The summary of numbers, of which there must be one at least.
    pub fn summarise(xs: &[f64; n]) -> Summary {
        assert!(n > 0, "a summary needs a number at least");
        let mean = xs.sum() / n as f64;
        let squares = xs.map(|x| (x - mean) * (x - mean)).sum();
        let cubes = xs.map(|x| (x - mean).powi(3)).sum();
        let spread = (squares / n as f64).sqrt();
        let sorted = xs.sort();
        Summary {
            mean,
            deviation: if n > 1 { (squares / (n - 1) as f64).sqrt() } else { 0.0 },
            skewness: if spread > 0.0 { cubes / n as f64 / spread.powi(3) } else { 0.0 },
            minimum: sorted[0],
            lower_quartile: quantile(sorted, 0.25),
            median: quantile(sorted, 0.5),
            upper_quartile: quantile(sorted, 0.75),
            maximum: sorted[n - 1],
        }
    }

    /// The number below which this share of the sorted numbers lies, between two of them in
    /// proportion.
    fn quantile(sorted: &[f64; n], share: f64) -> f64 {
        let place = share * (n - 1) as f64;
        let below = place.floor() as usize;
        let above = (below + 1).min(n - 1);
        let weight = place - place.floor();
        sorted[below] * (1.0 - weight) + sorted[above] * weight
    }

    /// The number of values in each of `bins` bins of equal width from `low` to `high`. Values
    /// outside are not counted; `high` itself belongs to the last bin.
    pub fn histogram(xs: &[f64], low: f64, high: f64, bins: usize) -> [u32; bins] {
        let places = xs.map(|x| {
            let bin = ((x - low) / (high - low) * bins as f64) as usize;
            if x >= low && x <= high { bin.min(bins - 1) } else { SKIP }
        });
        [0; bins].scatter_with(|a, b| a + b, places, xs.map(|_| 1))
    }

    /// The means of so many samples, each of as many numbers as there are, drawn with repetition:
    /// their spread is how uncertain the mean is (Efron's bootstrap). They come sorted.
    pub fn bootstrap(xs: &[f64; n], samples: usize, seed: u32) -> [f64; samples] {
        generate(samples, |sample| {
            let stream = hash(seed ^ hash(sample as u32));
            let drawn = (0..n).map(|i| xs[pick(stream, i as u32, n)]);
            drawn.sum() / n as f64
        }).sort()
    }

    /// A number below n that the stream and the place in it decide.
    fn pick(stream: u32, place: u32, n: usize) -> usize {
        ((hash(stream ^ hash(place)) as u64 * n as u64) >> 32) as usize
    }

    fn hash(key: u32) -> u32 {
        let mixed = (key ^ (key >> 16)) * 0x7feb352d;
        let again = (mixed ^ (mixed >> 15)) * 0x846ca68b;
        again ^ (again >> 16)
    }
}
