use accel::accel;

accel! {
    fn square(x: f64) -> f64 {
        x * x
    }

    pub fn fourth(x: f64) -> f64 {
        square::<f64>(square(x))
    }
}

fn main() {
    println!("{}", fourth(2.0));
}
