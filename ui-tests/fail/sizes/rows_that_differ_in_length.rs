use accel::accel;

accel! {
    pub fn triangle(n: usize) -> [[usize; n]; n] {
        generate(n, |i| (0..i + 1).map(|j| j * j))
    }
}

fn main() {
    println!("{:?}", triangle(3));
}
