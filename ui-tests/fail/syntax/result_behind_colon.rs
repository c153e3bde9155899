use accel::accel;

accel! {
    pub fn doubled(x: f64): f64 {
        x * 2.0
    }
}

fn main() {
    println!("{:?}", doubled(1.0));
}
