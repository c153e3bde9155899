use accel::accel;

accel! {
    pub fn extended(xs: &[f64], x: f64) -> [f64] {
        concat(xs, x)
    }
}

fn main() {
    println!("{:?}", extended(&[1.0], 2.0));
}
