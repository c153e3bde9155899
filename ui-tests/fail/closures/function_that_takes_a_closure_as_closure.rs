use accel::accel;

accel! {
    fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x)
    }

    pub fn roots(xs: &[f64]) -> [f64] {
        xs.map(apply)
    }
}

fn main() {
    println!("{:?}", roots(&[1.0, 2.0]));
}
