use accel::accel;

accel! {
    pub fn third(pair: (f64, f64)) -> f64 {
        pair.2
    }
}

fn main() {
    println!("{}", third((1.0, 2.0)));
}
