use accel::accel;

accel! {
    pub fn widened(xs: &[f32]) -> [f64] {
        xs.map(|x| f64::from(x))
    }
}

fn main() {
    println!("{:?}", widened(&[1.0, 2.0]));
}
