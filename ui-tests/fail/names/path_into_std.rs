use accel::accel;

accel! {
    pub fn larger(a: u32, b: u32) -> u32 {
        std::cmp::max(a, b)
    }
}

fn main() {
    println!("{}", larger(1, 2));
}
