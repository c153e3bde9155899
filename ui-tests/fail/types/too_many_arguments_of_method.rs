use accel::accel;

accel! {
    pub fn bounded(x: f64) -> f64 {
        x.clamp(0.0, 1.0, 0.5)
    }
}

fn main() {
    println!("{}", bounded(3.0));
}
