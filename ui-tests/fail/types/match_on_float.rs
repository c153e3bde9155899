use accel::accel;

accel! {
    pub fn is_zero(x: f64) -> bool {
        match x {
            0.0 => true,
            1.0..=2.0 => false,
        }
    }
}

fn main() {
    println!("{}", is_zero(2.0));
}
