use accel::accel;

accel! {
    pub fn root(x: impl Into<f64>) -> f64 {
        x.into().sqrt()
    }
}

fn main() {
    println!("{}", root(1.0));
}
