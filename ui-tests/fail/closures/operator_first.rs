use accel::accel;

accel! {
    pub fn running(xs: &[f64]) -> [f64] {
        xs.scan(|a, b| a + b, 0.0)
    }
    pub fn total(xs: &[f64]) -> f64 {
        xs.fold(|a, b| a + b, 0.0)
    }
}

fn main() {
    println!("{:?} {}", running(&[1.0]), total(&[1.0]));
}
