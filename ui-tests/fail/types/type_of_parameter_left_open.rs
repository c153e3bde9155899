use accel::accel;

accel! {
    pub fn total(xs: _) -> f64 {
        xs.sum()
    }
}

fn main() {
    println!("{}", total(&[1.0]));
}
