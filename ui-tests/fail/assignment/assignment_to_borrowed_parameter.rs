use accel::accel;

accel! {
    pub fn cleared(xs: &[f64]) -> [f64] {
        xs[0] = 0.0;
        xs
    }
}

fn main() {
    println!("{:?}", cleared(&[1.0]));
}
