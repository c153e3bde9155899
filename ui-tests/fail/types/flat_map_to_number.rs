use accel::accel;

accel! {
    pub fn doubled(xs: &[f64]) -> [f64] {
        xs.flat_map(|x| 2.0 * x)
    }
}

fn main() {
    println!("{:?}", doubled(&[1.0]));
}
