use accel::accel;

accel! {
    pub fn positive(x: f64) -> f64 {
        x > 0.0 ? x : 0.0
    }
}

fn main() {
    println!("{}", positive(1.0));
}
