use accel::accel;

const LIMIT: f64 = 10.0;

accel! {
    pub fn is_small(x: f64) -> bool {
        x < LIMIT
    }
}

fn main() {
    println!("{}", is_small(LIMIT));
}
