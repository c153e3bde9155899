use accel::accel;

accel! {
    pub fn root(x: f64) -> f64 {
        assert!(x >= 0.0, "negative: {}", x);
        x.sqrt()
    }
}

fn main() {
    println!("{}", root(2.0));
}
