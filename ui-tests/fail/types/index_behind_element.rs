use accel::accel;

accel! {
    pub fn ramp(xs: &[f64; n], ys: &[f64; n]) -> [f64; n] {
        xs.enumerate().map(|(x, i)| x * 2.0)
    }
}

fn main() {
    println!("{:?}", ramp(&[1.0], &[2.0]));
}
