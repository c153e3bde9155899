use accel::accel;

accel! {
    pub fn area(width: f64, height: f64) -> f64 {
        width(height)
    }
}

fn main() {
    println!("{}", area(2.0, 3.0));
}
