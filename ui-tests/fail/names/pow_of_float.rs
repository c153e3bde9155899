use accel::accel;

accel! {
    pub fn cube(x: f64) -> f64 {
        x.pow(3)
    }
}

fn main() {
    println!("{}", cube(2.0));
}
