use accel::accel;

accel! {
    pub fn largest(xs: &[f32]) -> Option<f32> {
        xs.max()
    }
}

fn main() {
    println!("{:?}", largest(&[1.0, 2.0]));
}
