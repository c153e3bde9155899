use accel::accel;

accel! {
    pub fn more(n: u32) -> u32 {
        n + 1.5u32
    }
}

fn main() {
    println!("{}", more(1));
}
