use accel::accel;

accel! {
    pub fn doubled(xs: &[f32]) -> [f32] {
        xs * 2.0
    }
}

fn main() {
    println!("{:?}", doubled(&[1.0, 2.0]));
}
