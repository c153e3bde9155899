use accel::accel;

accel! {
    pub fn differences(xs: &[f64; n + 1]) -> [f64; n] {
        generate(n, |i| xs[i + 1] - xs[i])
    }
}

fn main() {
    println!("{:?}", differences(&[1.0, 3.0]));
}
