use accel::accel;

accel! {
    pub fn half(n: u32) -> u32 {
        n >> 1.0
    }
}

fn main() {
    println!("{}", half(3));
}
