use accel::accel;

accel! {
    fn apply(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {
        f(x)
    }

    pub fn root(x: f64) -> f64 {
        apply(&f64::sqrt, x)
    }
}

fn main() {
    println!("{}", root(1.0));
}
