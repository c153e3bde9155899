use accel::accel;

accel! {
    pub fn weights() -> [f64; 3] {
        [0.25, 0.75]
    }
}

fn main() {
    println!("{:?}", weights());
}
