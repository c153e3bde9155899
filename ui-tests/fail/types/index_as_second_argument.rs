use accel::accel;

accel! {
    pub fn ramp(xs: &[f64; n]) -> [f64; n] {
        xs.map(|x, i| x * i as f64)
    }
}

fn main() {
    println!("{:?}", ramp(&[1.0]));
}
