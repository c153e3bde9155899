use accel::accel;

accel! {
    pub fn next(n: u32) -> u32 {
        n.checked_add(1).unwrap_or(0)
    }
}

fn main() {
    println!("{}", next(9));
}
