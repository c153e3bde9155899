use accel::accel;

accel! {
    pub fn opposite(n: u32) -> u32 {
        -n
    }
}

fn main() {
    println!("{}", opposite(3));
}
