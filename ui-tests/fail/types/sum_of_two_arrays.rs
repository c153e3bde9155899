use accel::accel;

accel! {
    pub fn added(xs: &[f32], ys: &[f32]) -> [f32] {
        xs + ys
    }
}

fn main() {
    println!("{:?}", added(&[1.0, 2.0], &[3.0, 4.0]));
}
