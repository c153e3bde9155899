use accel::accel;

accel! {
    pub fn scale(xs: &[f23], factor: f32) -> [f32] {
        xs.map(|x| x * factor)
    }
}

fn main() {
    println!("{:?}", scale(&[1.0f32, 2.0], 3.0));
}
