use accel::accel;

accel! {
    const SIZES: [usize; 3] = [1, 2, 3];
    pub const LAST: usize = SIZES[3];

    pub fn last() -> usize {
        LAST
    }
}

fn main() {
    println!("{} {}", LAST, last());
}
