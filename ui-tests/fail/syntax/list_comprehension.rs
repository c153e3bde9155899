use accel::accel;

accel! {
    pub fn doubled(xs: &[f64; n]) -> [f64; n] {
        [x * 2.0 for x in xs]
    }
}

fn main() {
    println!("{:?}", doubled(&[1.0]));
}
