use accel::accel;

accel! {
    pub fn doubled(xs: &[f64]) -> [f64; n] {
        xs.map(|x| 2.0 * x)
    }
}

fn main() {
    println!("{:?}", doubled(&[1.0, 3.0]));
}
