use accel::accel;

accel! {
    pub fn total(xs: &[f64]) -> f64 {
        xs.scan(0.0, |a, b| a + b)
    }
}

fn main() {
    println!("{:?}", total(&[1.0, 2.0]));
}
