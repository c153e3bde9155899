use accel::accel;

accel! {
    pub fn area(n: usize) -> f64 {
        (0.0..1.0).map(|x| x * x).sum() / n as f64
    }
}

fn main() {
    println!("{:?}", area(10));
}
