use accel::accel;

accel! {
    pub fn doubled(xs: &[f64]) -> [f64] {
        xs.map(2.0)
    }
}

fn main() {
    println!("{:?}", doubled(&[1.0]));
}
