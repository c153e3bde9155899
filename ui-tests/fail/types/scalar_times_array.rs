use accel::accel;

accel! {
    pub fn doubled(xs: &[f64], factor: f64) -> [f64] {
        factor * xs
    }
}

fn main() {
    println!("{:?}", doubled(&[1.0], 2.0));
}
