use accel::accel;

accel! {
    pub fn noise(n: usize) -> [f64; n] {
        (0..n).map(|_| rand::random())
    }
}

fn main() {
    println!("{:?}", noise(1));
}
