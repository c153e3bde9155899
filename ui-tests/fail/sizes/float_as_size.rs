use accel::accel;

accel! {
    pub fn zeros(length: f64) -> [f64; length] {
        [0.0; length]
    }
}

fn main() {
    println!("{:?}", zeros(2.0));
}
