use accel::accel;

accel! {
    pub fn mean(xs: &[f64]) -> f64 {
        xs.sum() / xs.len as f64
    }
}

fn main() {
    println!("{}", mean(&[1.0, 2.0]));
}
