use accel::accel;

accel! {
    fn weighted(weights: &[f64; 3], x: f64) -> f64 {
        weights.map(|w| w * x).sum()
    }

    pub fn total(x: f64) -> f64 {
        weighted([0.5, 0.5], x)
    }
}

fn main() {
    println!("{:?}", total(1.0));
}
