use accel::accel;

mod numbers {
    pub const LIMIT: u32 = 9;
}

accel! {
    pub fn larger(a: u32, b: u32) -> u32 {
        std::cmp::max(a, b)
    }

    pub fn limited(a: u32) -> u32 {
        a.min(numbers::LIMIT)
    }
}

fn main() {
    println!("{} {}", larger(1, 2), limited(numbers::LIMIT));
}
