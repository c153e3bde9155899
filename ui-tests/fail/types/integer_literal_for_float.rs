use accel::accel;

accel! {
    pub fn doubled(xs: &[f64]) -> [f64] {
        xs.map(|x| 2 * x)
    }
}

fn main() {
    println!("{:?}", doubled(&[1.0, 2.0]));
}
