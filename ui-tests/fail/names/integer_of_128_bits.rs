use accel::accel;

accel! {
    pub fn product(a: u64, b: u64) -> u128 {
        a as u128 * b as u128
    }
}

fn main() {
    println!("{}", product(2, 3));
}
