use accel::accel;

accel! {
    pub fn scale(xs: &[f32], factor: f64) -> [f32] {
        xs.map(|x| x * factor)
    }
}

fn main() {
    println!("{:?}", scale(&[1.0, 2.0], 3.0));
}
