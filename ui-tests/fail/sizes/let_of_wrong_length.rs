use accel::accel;

accel! {
    pub fn blurred(xs: &[f64]) -> f64 {
        let weights: [f64; 5] = [0.25, 0.5, 0.25];
        zip(weights, xs).map(|(w, x)| w * x).sum()
    }
}

fn main() {
    println!("{:?}", blurred(&[1.0]));
}
