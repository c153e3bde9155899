use accel::accel;

accel! {
    pub fn doubled(xs: &[f32]) -> [f32] {
        xs.iter().map(|x| 2.0 * x).collect()
    }
}

fn main() {
    println!("{:?}", doubled(&[1.0, -2.0]));
}
