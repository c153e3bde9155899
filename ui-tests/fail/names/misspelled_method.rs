use accel::accel;

accel! {
    pub fn positive(xs: &[f32]) -> [f32] {
        xs.fliter(|x| x > 0.0)
    }
}

fn main() {
    println!("{:?}", positive(&[1.0, -2.0]));
}
