use accel::accel;

accel! {
    pub fn root(x: f64) -> f64 {
        assert!();
        x.sqrt()
    }
}

fn main() {
    println!("{}", root(2.0));
}
