use accel::accel;

accel! {
    pub fn total(in: &[f64]) -> f64 {
        in.sum()
    }
}

fn main() {
    println!("{}", total(&[1.0]));
}
