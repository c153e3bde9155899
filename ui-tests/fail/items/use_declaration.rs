use accel::accel;

accel! {
    use std::f64::consts::PI;

    pub fn area(radius: f64) -> f64 {
        PI * radius * radius
    }
}

fn main() {
    println!("{}", area(1.0));
}
