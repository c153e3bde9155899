use accel::accel;

accel! {
    pub fn fizz(n: u32) -> u32 {
        match (n % 3 == 0, n % 5 == 0) {
            (true, true) => 15,
            (true, false) => 3,
            (false, false) => n,
        }
    }
}

fn main() {
    println!("{}", fizz(2));
}
