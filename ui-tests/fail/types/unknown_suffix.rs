use accel::accel;

accel! {
    pub fn half(x: f64) -> f64 {
        x * 0.5f
    }
}

fn main() {
    println!("{}", half(1.0));
}
