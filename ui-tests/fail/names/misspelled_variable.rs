use accel::accel;

accel! {
    pub fn scale(xs: &[f32], factor: f32) -> [f32] {
        xs.map(|x| x * facter)
    }
}

fn main() {
    println!("{:?}", scale(&[1.0, 2.0], 3.0));
}
