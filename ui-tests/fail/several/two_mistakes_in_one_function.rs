use accel::accel;

accel! {
    pub fn variance(xs: &[f64]) -> f64 {
        let mean = xs.sum() / xs.length() as f64;
        let squares = xs.map(|x| (x - mean) * (x - maen));
        squares.sum() / squares.len() as f64
    }
}

fn main() {
    println!("{}", variance(&[1.0]));
}
