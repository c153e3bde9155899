use accel::accel;

accel! {
    pub fn running(xs: &[f64]) -> [f64] {
        xs.reduce(0.0, |a, b| a + b)
    }
}

fn main() {
    println!("{:?}", running(&[1.0, 2.0]));
}
