use accel::accel;

accel! {
    pub fn squares(n: usize) -> [usize] {
        generate(n).map(|i| i * i)
    }
}

fn main() {
    println!("{:?}", squares(3));
}
