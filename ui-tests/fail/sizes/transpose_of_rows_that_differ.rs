use accel::accel;

accel! {
    pub fn longest(n: usize) -> usize {
        let rows = generate(n, |i| 0..i);
        rows.rev().transpose().len()
    }
}

fn main() {
    println!("{:?}", longest(3));
}
