use accel::accel;

accel! {
    pub fn positive(x: f64) -> f64 {
        if x > 0.0 { x } else { None }
    }
}

fn main() {
    println!("{:?}", positive(1.0));
}
