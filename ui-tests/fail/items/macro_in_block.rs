use accel::accel;

accel! {
    macro_rules! square {
        ($x:expr) => { $x * $x };
    }

    pub fn fourth(x: f64) -> f64 {
        square!(square!(x))
    }
}

fn main() {
    println!("{}", fourth(1.0));
}
