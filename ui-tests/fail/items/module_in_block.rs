use accel::accel;

accel! {
    mod inner {
        pub fn total(xs: &[f64]) -> f64 {
            xs.sum()
        }
    }

    pub fn total(xs: &[f64]) -> f64 {
        inner::total(xs)
    }
}

fn main() {
    println!("{}", total(&[1.0]));
}
