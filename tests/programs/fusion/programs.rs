// Whole programs: Black–Scholes as four maps, matrix multiplication, one step of all shortest
// paths, and normalised rows.
// gives: close(options().as_slice()[364], 6.497456004685329)
// gives: close(options().as_slice()[1824], 24.862295959561447)
// gives: close(options().iter().sum::<f64>(), 25035.713652156996)
// gives: rows(matmul(&[[1.0, 2.0], [3.0, 4.0]], &[[5.0, 6.0], [7.0, 8.0]])) == [[19.0, 22.0], [43.0, 50.0]]
// gives: rows(step(&[[0.0, 1.0], [4.0, 0.0]])) == [[0.0, 1.0], [4.0, 0.0]]
// plan: options kernels 1, intermediates 0
// plan: matmul kernels 1, intermediates 0
// plan: step kernels 1, intermediates 0
// plan: softmax kernels 1

fn horner(x: f64) -> f64 {
    x * (0.31938153 + x * (-0.356563782 + x * (1.781477937 + x * (-1.821255978 + x * 1.330274429))))
}
fn normal(d: f64) -> f64 {
    let k = 1.0 / (1.0 + 0.2316419 * d.abs());
    let c = 0.3989422804014327 * (-0.5 * d * d).exp() * horner(k);
    if 0.0 < d { 1.0 - c } else { c }
}
fn price(call: bool, price: f64, strike: f64, years: f64) -> f64 {
    let r = 0.08;
    let v = 0.3;
    let q = v * years.sqrt();
    let d1 = ((price / strike).ln() + (r + 0.5 * v * v) * years) / q;
    let d2 = d1 - q;
    let x = strike * (-r * years).exp();
    if call { price * normal(d1) - x * normal(d2) } else { x * (1.0 - normal(d2)) - price * (1.0 - normal(d1)) }
}
pub fn options() -> [f64; 1825] {
    (0..1825)
        .map(|i| i + 1)
        .map(|i| i as f64)
        .map(|d| (true, 58.0 + 4.0 * d / 1825.0, 65.0, d / 365.0))
        .map(|(call, p, strike, years)| price(call, p, strike, years))
}
pub fn matmul(a: &[[f64; m]; n], b: &[[f64; p]; m]) -> [[f64; p]; n] {
    a.map(|row| b.transpose().map(|column| zip(row, column).map(|(x, y)| x * y).sum()))
}
pub fn step(d: &[[f64; n]; n]) -> [[f64; n]; n] {
    d.map(|row| (0..n).map(|j| (0..n).map(|k| row[k] + d[k][j]).reduce(f64::INFINITY, f64::min)))
}
pub fn softmax(m: &[[f32; k]; n]) -> [[f32; k]; n] {
    m.map(|row| {
        let highest = row.reduce(f32::NEG_INFINITY, f32::max);
        let powers = row.map(|x| (x - highest).exp());
        let total = powers.sum();
        powers.map(|x| x / total)
    })
}
