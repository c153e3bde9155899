use accel::accel;

accel! {
    pub fn pinched(🦀: f64) -> f64 {
        🦀 + 1.0
    }
}

fn main() {
    println!("{}", pinched(1.0));
}
