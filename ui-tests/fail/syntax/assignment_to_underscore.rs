use accel::accel;

accel! {
    pub fn total(xs: &[f64]) -> f64 {
        _ = xs.max();
        xs.sum()
    }
}

fn main() {
    println!("{}", total(&[1.0]));
}
