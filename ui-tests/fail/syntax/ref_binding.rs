use accel::accel;

accel! {
    pub fn total(pair: (f64, f64)) -> f64 {
        let (ref x, y) = pair;
        x + y
    }
}

fn main() {
    println!("{}", total((1.0, 2.0)));
}
