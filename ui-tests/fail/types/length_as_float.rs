use accel::accel;

accel! {
    pub fn mean(xs: &[f64]) -> f64 {
        xs.sum() / xs.len()
    }
}

fn main() {
    println!("{}", mean(&[1.0, 2.0]));
}
