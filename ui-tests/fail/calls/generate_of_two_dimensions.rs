use accel::accel;

accel! {
    pub fn table(h: usize, w: usize) -> [[usize; w]; h] {
        generate(h, w, |i, j| i * j)
    }
}

fn main() {
    println!("{:?}", table(2, 3));
}
