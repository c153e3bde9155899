const RATE: f64 = 0.02;
const VOLATILITY: f64 = 0.3;

fn normal(x: f64) -> f64 {
    let k = 1.0 / (1.0 + 0.2316419 * x.abs());
    let series = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937
        + k * (-1.821255978 + k * 1.330274429))));
    let tail = 0.3989422804 * (-0.5 * x * x).exp() * series;
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// Prices of calls and puts, the worth of all, and the dearest one.
pub fn options(
    prices: &[f64; n],
    strikes: &[f64; n],
    years: &[f64; n],
) -> ([(f64, f64); n], f64, usize) {
    let priced = zip(prices, strikes, years).map(|(s, k, t)| {
        let deviation = VOLATILITY * t.sqrt();
        let growth = (RATE + 0.5 * VOLATILITY * VOLATILITY) * t;
        let d1 = ((s / k).ln() + growth) / deviation;
        let d2 = d1 - deviation;
        let discounted = k * (-RATE * t).exp();
        let call = s * normal(d1) - discounted * normal(d2);
        (call, call + discounted - s)
    });
    let (calls, puts) = priced.unzip();
    let worth = calls.sum() + puts.sum();
    (priced, worth, calls.argmax())
}
