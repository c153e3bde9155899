use accel::accel;

accel! {
    pub fn roots(xs: &[f64]) -> [f64] {
        xs.map(f64::sqr)
    }
}

fn main() {
    println!("{:?}", roots(&[1.0, 2.0]));
}
