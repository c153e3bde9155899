use accel::accel;

accel! {
    pub fn squared(x: f64) -> f64 {
        x ^ 2.0
    }
}

fn main() {
    println!("{:?}", squared(3.0));
}
