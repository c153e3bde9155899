use accel::accel;

accel! {
    static LIMIT: f64 = 10.0;

    pub fn is_small(x: f64) -> bool {
        x < LIMIT
    }
}

fn main() {
    println!("{}", is_small(1.0));
}
