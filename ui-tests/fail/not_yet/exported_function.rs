use accel::accel;

accel! {
    #[export]
    pub fn total(xs: &[f64]) -> f64 {
        xs.sum()
    }
}

fn main() {
    println!("{}", total(&[1.0]));
}
