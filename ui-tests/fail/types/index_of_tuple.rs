use accel::accel;

accel! {
    pub fn first(pair: (f64, f64)) -> f64 {
        pair[0]
    }
}

fn main() {
    println!("{}", first((1.0, 2.0)));
}
