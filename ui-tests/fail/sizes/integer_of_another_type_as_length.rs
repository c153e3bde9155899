use accel::accel;

accel! {
    pub fn numbers(length: u32) -> [usize] {
        generate(length, |i| i)
    }
}

fn main() {
    println!("{:?}", numbers(2));
}
