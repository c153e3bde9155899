use accel::accel;

accel! {
    pub fn scaled(xs: &[f64], factor: f64) -> [f64] {
        zip(xs, factor).map(|(x, y)| x * y)
    }
}

fn main() {
    println!("{:?}", scaled(&[1.0], 2.0));
}
