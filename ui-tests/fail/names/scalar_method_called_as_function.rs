use accel::accel;

accel! {
    pub fn root(x: f64) -> f64 {
        sqrt(x)
    }
}

fn main() {
    println!("{}", root(2.0));
}
