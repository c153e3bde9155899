use accel::accel;

accel! {
    pub fn total(xs: &[f64]) -> f64 {
        xs.reduce(|a, b| a + b)
    }
}

fn main() {
    println!("{}", total(&[3.0]));
}
