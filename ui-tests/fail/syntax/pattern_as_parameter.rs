use accel::accel;

accel! {
    pub fn norm((x, y): (f64, f64)) -> f64 {
        x.hypot(y)
    }
}

fn main() {
    println!("{}", norm((3.0, 4.0)));
}
