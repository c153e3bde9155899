use accel::accel;

accel! {
    pub fn sums(xs: &[i64]) -> [i64] {
        xs.windows(2).map(|(a, b)| a + b)
    }
}

fn main() {
    println!("{:?}", sums(&[1, 2]));
}
