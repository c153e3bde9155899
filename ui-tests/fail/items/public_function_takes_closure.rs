use accel::accel;

accel! {
    pub fn apply(f: impl Fn(f64) -> f64, xs: &[f64]) -> [f64] {
        xs.map(f)
    }
}

fn main() {
    println!("{:?}", apply(|x| x + 1.0, &[1.0]));
}
