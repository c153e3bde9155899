use accel::accel;

accel! {
    pub extern "C" fn total(xs: &[f64]) -> f64 {
        xs.sum()
    }
}

fn main() {
    println!("{}", total(&[1.0]));
}
