/// Mean, deviation, skewness, extremes, a histogram and the scaled values of a column.
pub fn statistics(
    bins: usize,
    values: &[f64; n],
) -> (f64, f64, f64, f64, f64, [u32; bins], [f64; n]) {
    assert!(n > 1, "two values at least");
    let count = n as f64;
    let mean = values.sum() / count;
    let centred = values.map(|x| x - mean);
    let variance = centred.map(|x| x * x).sum() / (count - 1.0);
    let deviation = variance.sqrt();
    let cubes = centred.map(|x| x * x * x).sum() / count;
    let skewness = if deviation > 0.0 {
        cubes / (deviation * deviation * deviation)
    } else {
        0.0
    };
    let least = values.min();
    let greatest = values.max();
    let width = (greatest - least) / bins as f64;
    let places = values.map(|x| {
        let place = ((x - least) / width) as usize;
        if place >= bins { bins - 1 } else { place }
    });
    let histogram = [0; bins].scatter_with(|a, b| a + b, places, places.map(|_| 1));
    let scaled = centred.map(|x| {
        let z = x / deviation;
        z.clamp(-3.0, 3.0)
    });
    (mean, deviation, skewness, least, greatest, histogram, scaled)
}
