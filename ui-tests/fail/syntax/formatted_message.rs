use accel::accel;

accel! {
    pub fn root(x: f64) -> f64 {
        assert!(x >= 0.0, "{{x}} is {x}");
        assert_eq!(x);
        x.sqrt()
    }
}

fn main() {
    println!("{}", root(3.0));
}
