use accel::accel;

accel! {
    fn checked(x: f64) -> f64 {
        assert!(x >= 0.0);
        x.sqrt()
    }

    pub fn double(x: f64) -> f64 {
        2.0 * checked(x)?
    }
}

fn main() {
    println!("{}", double(2.0));
}
