use accel::accel;

accel! {
    pub fn total(xs: &[f64]) -> f64 {
        xs.sum();
    }
}

fn main() {
    println!("{}", total(&[1.0, 2.0]));
}
