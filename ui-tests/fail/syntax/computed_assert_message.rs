use accel::accel;

accel! {
    pub fn root(x: f64, limit: f64) -> f64 {
        assert!(x >= limit, limit);
        x.sqrt()
    }
}

fn main() {
    println!("{}", root(1.0, 0.0));
}
