use accel::accel;

accel! {
    pub fn name(digit: u8) -> i32 {
        match digit {
            0 => 10,
            1..=9 => 20,
        }
    }
}

fn main() {
    println!("{}", name(2));
}
