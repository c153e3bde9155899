use accel::accel;

accel! {
    fn count(xs: &[f64]) -> usize {
        xs.len()
    }

    pub fn doubled(xs: &[f64]) -> [f64; count] {
        xs.map(|x| 2.0 * x)
    }
}

fn main() {
    println!("{:?}", doubled(&[2.0]));
}
