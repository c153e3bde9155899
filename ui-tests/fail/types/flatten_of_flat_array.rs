use accel::accel;

accel! {
    pub fn total(xs: &[f64]) -> f64 {
        xs.flatten().sum()
    }
}

fn main() {
    println!("{}", total(&[1.0]));
}
