use accel::accel;

accel! {
    pub fn tail(xs: &[f32]) -> &[f32] {
        xs[1..]
    }
}

fn main() {
    println!("{:?}", tail(&[1.0, 2.0]));
}
