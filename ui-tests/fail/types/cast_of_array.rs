use accel::accel;

accel! {
    pub fn widened(xs: &[f32]) -> [f64] {
        xs as [f64]
    }
}

fn main() {
    println!("{:?}", widened(&[3.0]));
}
