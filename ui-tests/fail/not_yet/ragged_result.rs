use accel::accel;

accel! {
    pub fn triangle(n: usize) -> [[usize]] {
        generate(n, |i| 0..i)
    }
}

fn main() {
    println!("{:?}", triangle(3));
}
