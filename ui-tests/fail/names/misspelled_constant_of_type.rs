use accel::accel;

accel! {
    pub fn smallest(xs: &[f64]) -> f64 {
        xs.reduce(f64::INFINTY, f64::min)
    }
}

fn main() {
    println!("{:?}", smallest(&[1.0, 2.0]));
}
