use accel::accel;

accel! {
    fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(f(x))
    }

    pub fn answer(x: f64) -> f64 {
        twice(|y| y > 0.0, x)
    }
}

fn main() {
    println!("{:?}", answer(1.0));
}
