use accel::accel;

accel! {
    pub fn total(xs: &[f64]) -> f64 {
        xs.fold(0, |sum, x| sum + x)
    }
}

fn main() {
    println!("{:?}", total(&[1.0, 2.0]));
}
