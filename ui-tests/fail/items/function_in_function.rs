use accel::accel;

accel! {
    pub fn fourth(x: f64) -> f64 {
        fn square(x: f64) -> f64 {
            x * x
        }
        square(square(x))
    }
}

fn main() {
    println!("{}", fourth(2.0));
}
